#include <utility>

#include "policy/loader/entries/body_values.hpp"
#include "policy/loader/entries/rows.hpp"

namespace robots::loader {

namespace {

std::optional<std::string> read_file(const Reader& reader, const Value& value) {
    return reader.filled_text(value, "`file` is empty; expected a path");
}

std::optional<std::string> read_body_text(const Reader& reader,
                                          const Value& value) {
    return reader.text(value, PerRequest::allowed, Lines::many);
}

constexpr Key<RobotsTxtEntry> kRobotsTxtKeys[] = {
    {"file", read_placed<&RobotsTxtEntry::file, read_file>},
    {"text", read_as<&RobotsTxtEntry::text, read_body_text>},
};

// Returns what a value that is not a map probably means.
std::string robots_txt_hint(const std::string& word) {
    if (word == "404" || word == "no" || word == "off" || word == "false") {
        return "`none` for 404, or `pass` for that of the application";
    }
    if (word == "true" || word == "on") {
        return "`composed` for that of the other keys, or `pass` for that of "
               "the application";
    }
    return word.find(':') == std::string::npos
               ? "`{file: " + word + "}` if that is the path of a file"
               : "`{text: ...}` for a text, or `{file: PATH}`";
}

struct PublisherWord {
    std::string_view word;
    Publisher publisher;
    KeyAge age;
};

constexpr PublisherWord kPublishers[] = {
    {"none", Publisher::nobody, {1}},
    {"pass", Publisher::application, {1}},
    {"composed", Publisher::policy, {1}},
};

}  // namespace

std::optional<RobotsTxtEntry> read_robots_txt(const Reader& reader,
                                              const Value& value) {
    RobotsTxtEntry entry;
    entry.place = value.place();
    if (value.node->kind == YamlNode::Kind::scalar) {
        const auto word = reader.text(value);
        for (const auto& [name, publisher, age] : kPublishers) {
            if (word == name) {
                reader.check_age(value.place(), name, age);
                entry.publisher = publisher;
                return entry;
            }
        }
        if (word) {
            reader.error(value.place(), "bad-value",
                         "`robots_txt` cannot be " + robots::cited(*word) +
                             "; write " + robots_txt_hint(*word));
        }
        return std::nullopt;
    }
    if (!read_map(reader, value, "`robots_txt`", kRobotsTxtKeys, entry)) {
        return std::nullopt;
    }
    if (value.node->size != 2) {
        reader.error(value.place(), "bad-value",
                     "`robots_txt` takes one of `file` and `text`");
        return std::nullopt;
    }
    return entry.is_verbatim() ? std::optional(std::move(entry)) : std::nullopt;
}

}  // namespace robots::loader
