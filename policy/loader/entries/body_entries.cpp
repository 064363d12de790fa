#include "policy/loader/entries/body_entries.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "policy/loader/entries/assign.hpp"
#include "policy/loader/entries/enforce_entry.hpp"
#include "policy/loader/entries/lines_entry.hpp"
#include "policy/loader/entries/lint_entry.hpp"
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

const Key<RobotsTxtEntry> kRobotsTxtKeys[] = {
    {"file",
     [](const Reader& reader, const Value& value, RobotsTxtEntry& verbatim) {
         auto file = reader.text(value);
         if (file && file->empty()) {
             reader.findings().error(value.place(), "empty-value",
                                     "`file` is empty; expected a path");
         } else if (file) {
             verbatim.file = Text{std::move(*file), value.place()};
         }
     }},
    {"text",
     [](const Reader& reader, const Value& value, RobotsTxtEntry& verbatim) {
         verbatim.text = reader.text(value, PerRequest::allowed, Lines::many);
     }},
    {"pass",
     [](const Reader& reader, const Value& value, RobotsTxtEntry& entry) {
         if (reader.boolean(value).value_or(false)) {
             entry.publisher = Publisher::application;
         }
     }},
};

// What somebody probably means who writes no map.
std::string robots_txt_hint(const std::string& word) {
    if (word == "404" || word == "no" || word == "off" || word == "false") {
        return "`none` for 404, or `{pass: true}` for that of the application";
    }
    if (word == "pass" || word == "true" || word == "on") {
        return "`{pass: true}`";
    }
    return word.find(':') == std::string::npos
               ? "`{file: " + word + "}` if that is the path of a file"
               : "`{text: ...}` for a text, or `{file: PATH}`";
}

void read_robots_txt(const Reader& reader, const Value& value,
                     BodyEntry& body) {
    RobotsTxtEntry entry;
    entry.place = value.place();
    if (value.node->kind == YamlNode::Kind::scalar) {
        const auto word = reader.text(value);
        if (word == "none") {
            entry.publisher = Publisher::nobody;
            body.robots_txt = std::move(entry);
        } else if (word) {
            reader.findings().error(value.place(), "bad-value",
                                    "`robots_txt` cannot be " + quoted(*word) +
                                        "; write " + robots_txt_hint(*word));
        }
        return;
    }
    if (!read_map(reader, value, "`robots_txt`", kRobotsTxtKeys, entry)) {
        return;
    }
    if (value.node->size != 2) {
        reader.findings().error(
            value.place(), "bad-value",
            "`robots_txt` takes one of `file`, `text` and `pass`");
        return;
    }
    // `pass: false` takes back what a template says.
    if (entry.is_verbatim() || find_key(*value.node, "pass") != nullptr) {
        body.robots_txt = std::move(entry);
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

// A text of `most` octets at most; an empty one takes back that of a template.
std::optional<std::string> read_bounded(const Reader& reader,
                                        const Value& value,
                                        PerRequest per_request, Lines lines,
                                        std::size_t most) {
    auto text = reader.text(value, per_request, lines);
    if (text && text->size() > most) {
        reader.findings().error(
            value.place(), "out-of-range",
            quoted(value.key) + " has " + std::to_string(text->size()) +
                " octets; at most " + std::to_string(most) + " are allowed");
        text.reset();
    }
    return text;
}

const Key<RefusalEntry> kRefusalKeys[] = {
    {"contact",
     [](const Reader& reader, const Value& value, RefusalEntry& refusal) {
         refusal.contact = read_bounded(reader, value, PerRequest::refused,
                                        Lines::one, kMaxContact);
     }},
    {"text",
     [](const Reader& reader, const Value& value, RefusalEntry& refusal) {
         refusal.text = read_bounded(reader, value, PerRequest::refusal,
                                     Lines::many, kMaxRefusalText);
     }},
};

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
    {"lines",
     [](const Reader& reader, const Value& value, BodyEntry& body) {
         body.lines = read_other_lines(reader, value);
     }},
    {"keep_order",
     [](const Reader& reader, const Value& value, BodyEntry& body) {
         body.keep_order = reader.boolean(value);
     }},
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
    {"refusal",
     [](const Reader& reader, const Value& value, BodyEntry& body) {
         read_map(reader, value, "`refusal`", kRefusalKeys, body.refusal);
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
    {"lint", [](const Reader& reader, const Value& value,
                BodyEntry& body) { body.ignored = read_lint(reader, value); }},
};

bool is_composed_key(std::string_view key) {
    constexpr std::array<std::string_view, 7> kComposed{
        "groups",      "sitemap",   "header", "license",
        "clean_param", "host_line", "lines"};
    return std::find(kComposed.begin(), kComposed.end(), key) !=
           kComposed.end();
}

// The application's robots.txt passes as it is, so that nothing can be added to
// it. Groups are enforced all the same.
void check_passed(const BodyEntry& body, Findings& findings) {
    const auto lines = [](const auto& list) { return list && !list->empty(); };
    const std::pair<std::string_view, bool> kUnread[] = {
        {"header", lines(body.header)},
        {"sitemap", lines(body.sitemap)},
        {"license", lines(body.license)},
        {"clean_param", lines(body.clean_param)},
        {"host_line", lines(body.host_line)},
        {"lines", lines(body.lines)},
    };
    for (const auto& [key, is_there] : kUnread) {
        if (is_there) {
            findings.error(body.robots_txt->place, "verbatim-and-composed",
                           "with `pass: true` the application's robots.txt is "
                           "served, and nothing can be added to it; remove " +
                               quoted(key) + ", or write `" + std::string(key) +
                               ": []` if a template has it");
        }
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
    if (!own.groups->empty()) {
        out.groups = merge_group_entries(*base.groups, *own.groups);
    }
    assign(out.header, own.header);
    assign(out.sitemap, own.sitemap);
    assign(out.license, own.license);
    assign(out.clean_param, own.clean_param);
    assign(out.host_line, own.host_line);
    assign(out.lines, own.lines);
    assign(out.keep_order, own.keep_order);
    assign(out.robots_txt, own.robots_txt);
    assign(out.suspend, own.suspend);
    assign(out.max_age, own.max_age);
    assign(out.x_robots_tags, own.x_robots_tags);
    assign(out.refusal.text, own.refusal.text);
    assign(out.refusal.contact, own.refusal.contact);
    assign(out.environment, own.environment);
    assign(out.composed, own.composed);
    out.enforce = own.enforce.on_top_of(base.enforce);
    out.ignored |= own.ignored;
    out.says_something = own.says_something;
    return out;
}

void check_robots_txt(const BodyEntry& body, Findings& findings) {
    if (!body.robots_txt) {
        return;
    }
    const RobotsTxtEntry& entry = *body.robots_txt;
    if (entry.publisher == Publisher::application) {
        check_passed(body, findings);
    } else if (body.composed &&
               (entry.is_verbatim() || entry.publisher == Publisher::nobody)) {
        findings.error(entry.place, "verbatim-and-composed",
                       std::string(entry.is_verbatim()
                                       ? "`robots_txt` is served as it is"
                                       : "`robots_txt: none` serves nothing") +
                           " and cannot be combined with " +
                           quoted(body.composed->key) + " at " +
                           findings.where(body.composed->place) +
                           "; remove one of the two");
    }
}

}  // namespace robots::loader
