#include "policy/loader/entries/path_rules.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "policy/base/percent_encoding.hpp"
#include "policy/lint/meant_path.hpp"

namespace robots::loader {

namespace {

// A shorthand: a map that means one to three patterns.
struct Shorthand {
    std::vector<std::string> patterns;
    bool prefix = false;
};

// Reads the text of a shorthand. Returns nullopt after an error.
std::optional<std::string> literal(const Reader& reader, const Value& value) {
    auto text = reader.text(value);
    if (text && text->empty()) {
        reader.error(
            value.place(), "empty-value",
            cited(value.key) +
                " is empty; write `[]` as the whole list for no rules");
        return std::nullopt;
    }
    return text;
}

// Reads the text of a shorthand that is a path and must start with "/".
std::optional<std::string> literal_path(const Reader& reader,
                                        const Value& value) {
    const auto text = literal(reader, value);
    if (!text) {
        return std::nullopt;
    }
    if (text->front() != '/') {
        reader.error(value.place(), "bad-path",
                     "path " + cited(*text) +
                         " must start with `/`; did you mean " +
                         cited(lint::starts_with_authority(*text)
                                   ? lint::path_behind_authority(*text)
                                   : '/' + *text) +
                         '?');
        return std::nullopt;
    }
    return encode_literal(*text);
}

const Key<Shorthand> kShorthands[] = {
    {"directory",
     [](const Reader& reader, const Value& value, Shorthand& shorthand) {
         if (auto path = literal_path(reader, value)) {
             if (path->back() == '/') {
                 path->pop_back();
             }
             const std::string_view ends = path->empty() ? "/" : "$/?";
             for (const char end : ends) {
                 shorthand.patterns.push_back(*path + end);
             }
         }
     }},
    {"exact",
     [](const Reader& reader, const Value& value, Shorthand& shorthand) {
         if (const auto path = literal_path(reader, value)) {
             shorthand.patterns.push_back(*path + '$');
         }
     }},
    {"prefix",
     [](const Reader& reader, const Value& value, Shorthand& shorthand) {
         if (auto path = literal_path(reader, value)) {
             shorthand.patterns.push_back(std::move(*path));
             shorthand.prefix = true;
         }
     }},
    {"query",
     [](const Reader& reader, const Value& value, Shorthand& shorthand) {
         if (const auto text = literal(reader, value)) {
             const std::string name = encode_literal(*text);
             shorthand.patterns.push_back("/*?" + name + '=');
             shorthand.patterns.push_back("/*&" + name + '=');
         }
     }},
    {"extension",
     [](const Reader& reader, const Value& value, Shorthand& shorthand) {
         if (const auto text = literal(reader, value)) {
             const std::string name = encode_literal(*text);
             const std::string path =
                 (name.front() == '.' ? "/*" : "/*.") + name;
             shorthand.patterns.push_back(path + '$');
             shorthand.patterns.push_back(path + '?');
         }
     }},
};

// Returns "[/a/, /b/]", or "" if `paths` is empty.
std::string listed(const std::vector<std::string>& paths) {
    std::string out;
    for (const std::string& path : paths) {
        out += (out.empty() ? "[" : ", ") + path;
    }
    return out.empty() ? "" : out + ']';
}

void tell_bad_start(const Reader& reader, const Place& place,
                    const std::string& text) {
    const std::string pattern = "pattern " + cited(text);
    if (lint::looks_like_expression(text)) {
        const auto path = lint::pattern_for(text);
        reader.error(
            place, "bad-path",
            pattern +
                " is a regular expression, but robots.txt has only `*` for "
                "any text and `$` for the end; " +
                (path ? "did you mean " + cited(*path) + '?'
                      : "write a pattern for each path that you mean"));
        return;
    }
    const bool lacks_blank =
        text.front() == '-' && text.find(' ') == std::string::npos;
    if (lacks_blank || text.front() == '{') {
        reader.error(place, "bad-path",
                     pattern + " must start with `/` or `*`; " +
                         (lacks_blank ? "write a blank behind the `-`"
                                      : "write it without quotes if you mean "
                                        "a map such as `{directory: /a}`"));
        return;
    }
    if (text.find_first_of(" #[]") != std::string::npos) {
        reader.error(place, "bad-path",
                     pattern +
                         " must start with `/` or `*`; write only a path, such "
                         "as `/a/`");
        return;
    }
    const std::string meant = lint::meant_path(text).value_or('/' + text);
    if (meant == "/") {
        reader.error(place, "bad-path",
                     pattern +
                         " is a host, but rules match only paths; "
                         "write a path, or `/` for the whole site");
        return;
    }
    reader.error(place, "bad-path",
                 pattern + " must start with `/` or `*`; did you mean " +
                     cited(lint::is_file_ending(text)
                               ? "{extension: " + text.substr(1) + '}'
                               : meant) +
                     '?');
}

// Whether `text` is a valid pattern of robots.txt.
bool is_pattern(const Reader& reader, const Place& place,
                const std::string& text) {
    if (text.front() != '/' && text.front() != '*') {
        tell_bad_start(reader, place, text);
        return false;
    }
    if (const std::string list = listed(lint::several_paths(text));
        !list.empty()) {
        reader.error(place, "bad-path",
                     "pattern " + cited(text) +
                         " has several paths; write a list, as in " +
                         cited(list));
        return false;
    }
    const std::size_t at = text.find_first_of(" #");
    if (at != std::string::npos) {
        reader.error(
            place, "bad-path",
            "pattern " + cited(text) + " contains a " +
                (text[at] == '#'
                     ? "`#`, which starts a comment in robots.txt; write `%23`"
                     : "space, which no URL has; write `%20`"));
        return false;
    }
    return true;
}

void read_pattern(const Reader& reader, const Value& item, bool allow,
                  std::vector<RuleLine>& rules) {
    const auto text = reader.text(item);
    if (text && text->empty()) {
        const std::string key = allow ? "allow" : "disallow";
        reader.warning(
            item.place(), "empty-path",
            "an empty path makes no rule: " + cited(key + ": \"\"") +
                (allow ? " opens nothing; write `/` to open the whole site"
                       : " closes nothing; write `/` to close the whole site") +
                ", or `[]` for no rules");
        return;
    }
    if (text && is_pattern(reader, item.place(), *text)) {
        const auto stays = [](unsigned char octet) { return octet < 0x80; };
        rules.push_back({allow, percent_encoded(*text, stays), item.place()});
    }
}

void read_shorthand(const Reader& reader, const Value& item, bool allow,
                    std::vector<RuleLine>& rules) {
    if (item.node->size != 2) {
        reader.error(
            item.place(), "bad-path",
            "a rule needs exactly one of `directory`, `exact`, `prefix`, "
            "`query` and `extension`; write one item for each");
        return;
    }
    Shorthand shorthand;
    read_map(reader, item, "a rule", kShorthands, shorthand);
    for (std::string& pattern : shorthand.patterns) {
        rules.push_back(
            {allow, std::move(pattern), item.place(), shorthand.prefix});
    }
}

}  // namespace

void read_path_rules(const Reader& reader, const Value& value, bool allow,
                     std::vector<RuleLine>& rules) {
    for (const Value& item : reader.one_or_more(value)) {
        if (item.node->kind == YamlNode::Kind::map) {
            read_shorthand(reader, item, allow, rules);
        } else {
            read_pattern(reader, item, allow, rules);
        }
    }
}

}  // namespace robots::loader
