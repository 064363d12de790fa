#include <string>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/loader/entries/body_values.hpp"
#include "policy/loader/entries/group_entries.hpp"
#include "policy/loader/entries/use_entries.hpp"

namespace robots::loader {

namespace {

// The limit is needed because each response, even a response to a browser, is
// compared with all tags.
constexpr std::size_t kMostTags = 100;
constexpr std::size_t kMostNames = 1000;  // paths and crawlers

// The maximum size of all values together. Proxies accept only 4 KiB to 8 KiB
// for all headers of a response.
constexpr std::size_t kMostTagOctets = 4096;

void read_tag(const Reader& reader, const Value& value, XRobotsTag& tag) {
    auto text = reader.text(value);
    if (!text) {
        return;
    }
    if (text->find_first_not_of(' ') == std::string::npos) {
        reader.error(
            value.place(), "empty-value",
            "`x_robots_tag` has an empty value; write one such as `noindex`");
        return;
    }
    // The value of a header must be ASCII (RFC 9110 5.5).
    if (!is_ascii(*text)) {
        reader.error(
            value.place(), "bad-value",
            robots::cited(*text) +
                " is not ASCII, and a response header can only have ASCII");
        return;
    }
    if (*text == "none") {
        reader.warning(
            value.place(), "none-is-noindex",
            "`none` sends `noindex, nofollow`; write these words, or for no "
            "header `x_robots_tag: null`");
    }
    const std::string_view unknown = unknown_robots_directive(*text);
    if (*text == "off" || *text == "false") {
        reader.warning(value.place(), "unknown-robots-directive",
                       robots::cited(*text) +
                           " is sent as it is, and crawlers ignore it; for no "
                           "header write `x_robots_tag: null`");
    } else if (!unknown.empty()) {
        reader.warning(
            value.place(), "unknown-robots-directive",
            "unknown directive " + robots::cited(unknown) +
                ": no crawler documents it, so they ignore it; write one such "
                "as `noindex`, `nofollow`, `noarchive` or `max-snippet: 50`");
    }
    tag.value = std::move(*text);
}

const Key<XRobotsTag> kTagKeys[] = {
    {"path",
     [](const Reader& reader, const Value& value, XRobotsTag& tag) {
         for (const std::string& path : read_use_paths(reader, value)) {
             tag.paths.emplace_back(path);
         }
     }},
    {"user_agent",
     [](const Reader& reader, const Value& value, XRobotsTag& tag) {
         for (const Text& token : read_product_tokens(reader, value)) {
             if (token.value == "*") {
                 reader.error(
                     token.place, "bad-token",
                     "`user_agent` cannot be `*` here; remove it, and "
                     "`x_robots_tag` goes to everybody, browsers included");
             }
             tag.crawlers.push_back(token.value);
         }
     }},
    {"value", read_tag},
};

void check_tag_keys(const Reader& reader, const Value& item) {
    if (find_key(*item.node, "value") == nullptr) {
        reader.error(item.place(), "missing-key",
                     "missing `value` in an item of `x_robots_tag`; "
                     "write one such as `noindex`");
    }
    const YamlNode* value = find_key(*item.node, "user_agent");
    const bool nobody =
        value != nullptr &&
        ((value->kind == YamlNode::Kind::sequence && value->size == 0) ||
         (value->kind == YamlNode::Kind::scalar && value->text.empty()));
    if (nobody) {
        reader.error(value->place, "empty-value",
                     "`user_agent` is empty; remove it to match all");
    }
}

bool are_few(const std::vector<XRobotsTag>& tags) {
    std::size_t names = 0;
    std::size_t octets = 0;
    for (const XRobotsTag& tag : tags) {
        names += tag.paths.size() + tag.crawlers.size();
        octets += tag.value.size();
    }
    return tags.size() <= kMostTags && names <= kMostNames &&
           octets <= kMostTagOctets;
}

}  // namespace

std::vector<XRobotsTag> read_x_robots_tags(const Reader& reader,
                                           const Value& value) {
    std::vector<XRobotsTag> out;
    for (const Value& item : reader.one_or_more(value)) {
        XRobotsTag tag;
        if (item.node->kind != YamlNode::Kind::map) {
            read_tag(reader, item, tag);
        } else {
            read_map(reader, item, "an item of `x_robots_tag`", kTagKeys, tag);
            check_tag_keys(reader, item);
        }
        if (!tag.value.empty()) {
            out.push_back(std::move(tag));
        }
    }
    if (!are_few(out)) {
        reader.error(
            value.place(), "too-many-tags",
            "`x_robots_tag` has more than " + std::to_string(kMostTags) +
                " items, " + std::to_string(kMostNames) +
                " paths and crawlers, or " + std::to_string(kMostTagOctets) +
                " bytes of values, and every response checks all of them; join "
                "values with commas, and paths with patterns");
        out.clear();
    }
    return out;
}

}  // namespace robots::loader
