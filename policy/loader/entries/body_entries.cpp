#include "policy/loader/entries/body_entries.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "policy/loader/entries/enforce_entry.hpp"
#include "policy/loader/entries/x_robots_tag_entry.hpp"

namespace robots::loader {

namespace {

using std::chrono::seconds;

constexpr seconds kDefaultRetryAfter{3600};
constexpr Milliseconds kSecond{1000};
constexpr Milliseconds kDay{86400000};
constexpr Milliseconds kMaxRetryAfter{30 * kDay};

using TextList = std::optional<std::vector<Text>> BodyEntry::*;

// Texts that become one line each, where a "#" would start a comment.
template <TextList list>
void read_lines(const Reader& reader, const Value& value, BodyEntry& body) {
    std::vector<Text> texts;
    for (Text& text : reader.texts(value, PerRequest::allowed)) {
        if (text.value.empty()) {
            reader.findings().error(
                text.place, "empty-value",
                quoted(value.key) +
                    " has an empty value; write one, or remove it");
        } else if (text.value.find('#') != std::string::npos) {
            reader.findings().error(text.place, "bad-value",
                                    quoted(value.key) +
                                        " contains a `#`, which starts a "
                                        "comment in robots.txt; write `%23`");
        } else {
            texts.push_back(std::move(text));
        }
    }
    body.*list = std::move(texts);
}

std::optional<seconds> read_seconds(const Reader& reader, const Value& value,
                                    Milliseconds least, Milliseconds most) {
    const auto duration = reader.duration(value, least, most);
    if (!duration) {
        return std::nullopt;
    }
    if (duration->count() % 1000 != 0) {
        reader.findings().error(
            value.place(), "bad-duration",
            quoted(value.key) + " must be a whole number of seconds");
        return std::nullopt;
    }
    return std::chrono::duration_cast<seconds>(*duration);
}

void read_header(const Reader& reader, const Value& value, BodyEntry& body) {
    std::vector<std::string> lines;
    for (const Text& text :
         reader.texts(value, PerRequest::allowed, Lines::many)) {
        for (std::string& line : split_lines(text.value)) {
            lines.push_back(std::move(line));
        }
    }
    body.header = std::move(lines);
}

const Key<VerbatimEntry> kVerbatimKeys[] = {
    {"file",
     [](const Reader& reader, const Value& value, VerbatimEntry& verbatim) {
         auto file = reader.text(value);
         if (file && file->empty()) {
             reader.findings().error(value.place(), "empty-value",
                                     "`file` is empty; expected a path");
         } else if (file) {
             verbatim.file = Text{std::move(*file), value.place()};
         }
     }},
    {"text",
     [](const Reader& reader, const Value& value, VerbatimEntry& verbatim) {
         verbatim.text = reader.text(value, PerRequest::allowed, Lines::many);
     }},
};

void read_robots_txt(const Reader& reader, const Value& value,
                     BodyEntry& body) {
    VerbatimEntry verbatim;
    verbatim.place = value.place();
    if (!read_map(reader, value, "`robots_txt`", kVerbatimKeys, verbatim)) {
        return;
    }
    const bool file = find_key(*value.node, "file") != nullptr;
    const bool text = find_key(*value.node, "text") != nullptr;
    if (file == text) {
        reader.findings().error(value.place(), "bad-value",
                                "`robots_txt` needs either `file` or `text`");
    }
    if (verbatim.file || verbatim.text) {
        body.robots_txt = std::move(verbatim);
    }
}

const Key<SuspendEntry> kSuspendKeys[] = {
    {"retry_after",
     [](const Reader& reader, const Value& value, SuspendEntry& suspend) {
         if (const auto read =
                 read_seconds(reader, value, kSecond, kMaxRetryAfter)) {
             suspend.retry_after = read;
         }
     }},
};

void read_suspend(const Reader& reader, const Value& value, BodyEntry& body) {
    SuspendEntry suspend{value.place(), kDefaultRetryAfter};
    if (value.node->kind == YamlNode::Kind::map) {
        read_map(reader, value, "`suspend`", kSuspendKeys, suspend);
    } else if (!reader.boolean(value).value_or(true)) {
        suspend.retry_after.reset();
    }
    body.suspend = suspend;
}

const Key<BodyEntry> kKeys[] = {
    {"template",
     [](const Reader& reader, const Value& value, BodyEntry& body) {
         if (auto name = reader.text(value)) {
             body.template_varies =
                 value.node->text.find("${") != std::string_view::npos;
             body.template_name = Text{std::move(*name), value.place()};
         }
     }},
    {"header", read_header},
    {"groups",
     [](const Reader& reader, const Value& value, BodyEntry& body) {
         body.groups = read_group_entries(reader, value);
     }},
    {"sitemap", read_lines<&BodyEntry::sitemap>},
    {"license", read_lines<&BodyEntry::license>},
    {"clean_param", read_lines<&BodyEntry::clean_param>},
    {"host_line", read_lines<&BodyEntry::host_line>},
    {"robots_txt", read_robots_txt},
    {"suspend", read_suspend},
    {"max_age",
     [](const Reader& reader, const Value& value, BodyEntry& body) {
         body.max_age = read_seconds(reader, value, Milliseconds{0}, kDay);
     }},
    {"x_robots_tag",
     [](const Reader& reader, const Value& value, BodyEntry& body) {
         body.x_robots_tags = read_x_robots_tags(reader, value);
     }},
    {"enforce",
     [](const Reader& reader, const Value& value, BodyEntry& body) {
         body.enforce = read_enforce(reader, value);
     }},
    {"environment",
     [](const Reader& reader, const Value& value, BodyEntry& body) {
         if (const auto at = reader.choice(value, {"open", "closed"})) {
             body.environment = EnvironmentEntry{
                 *at == 0 ? Environment::open : Environment::closed,
                 value.place()};
         }
     }},
};

bool is_composed_key(std::string_view key) {
    constexpr std::array<std::string_view, 6> kComposed{
        "groups", "sitemap", "header", "license", "clean_param", "host_line"};
    return std::find(kComposed.begin(), kComposed.end(), key) !=
           kComposed.end();
}

template <class T>
void assign(std::optional<T>& to, const std::optional<T>& from) {
    if (from) {
        to = from;
    }
}

}  // namespace

std::vector<std::string_view> body_keys() {
    std::vector<std::string_view> out;
    for (const Key<BodyEntry>& key : kKeys) {
        out.push_back(key.name);
    }
    return out;
}

bool read_body_key(const Reader& reader, const YamlNode& name,
                   const YamlNode& value, BodyEntry& body) {
    for (const Key<BodyEntry>& key : kKeys) {
        if (key.name != name.text) {
            continue;
        }
        key.read(reader, {key.name, &value}, body);
        if (key.name != "template" && key.name != "environment") {
            body.says_something = true;
        }
        if (is_composed_key(key.name) && !body.composed) {
            body.composed = Said{key.name, name.place};
        }
        return true;
    }
    return false;
}

BodyEntry merge_bodies(const BodyEntry& base, const BodyEntry& own) {
    BodyEntry out = base;
    out.place = own.place;
    out.template_name = own.template_name;
    out.groups = merge_group_entries(std::move(out.groups), own.groups);
    assign(out.header, own.header);
    assign(out.sitemap, own.sitemap);
    assign(out.license, own.license);
    assign(out.clean_param, own.clean_param);
    assign(out.host_line, own.host_line);
    assign(out.robots_txt, own.robots_txt);
    assign(out.suspend, own.suspend);
    assign(out.max_age, own.max_age);
    assign(out.x_robots_tags, own.x_robots_tags);
    assign(out.environment, own.environment);
    assign(out.composed, own.composed);
    out.enforce = own.enforce.on_top_of(base.enforce);
    out.says_something = own.says_something;
    return out;
}

void check_verbatim(const BodyEntry& body, Findings& findings) {
    if (body.robots_txt && body.composed) {
        findings.error(
            body.robots_txt->place, "verbatim-and-composed",
            "`robots_txt` is served as it is and cannot be combined with " +
                quoted(body.composed->key) + " at " +
                findings.where(body.composed->place) +
                "; remove one of the two");
    }
}

}  // namespace robots::loader
