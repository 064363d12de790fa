// What a group with `private: true` cannot have.

#include "policy/loader/entries/group_entries.hpp"
#include "policy/loader/yaml/yaml_document.hpp"

namespace robots::loader {

namespace {

// Robots.txt has them, and nothing else does.
constexpr std::array<std::string_view, 4> kOnlyPublished{
    "comment", "content_signal", "content_usage", "license"};

}  // namespace

void check_private(const Reader& reader, const Value& item,
                   const GroupEntry& group) {
    if (!group.is_private) {
        return;
    }
    for (const std::string_view key : kOnlyPublished) {
        const YamlNode* value = find_key(*item.node, key);
        if (value != nullptr) {
            reader.error(value->place, "private-group",
                         quoted(key) +
                             " is only published, and a private group is not; "
                             "remove it, or write it in a group without "
                             "`private`");
        }
    }
    const YamlNode* category = find_key(*item.node, "category");
    if (category != nullptr) {
        reader.error(category->place, "private-group",
                     "a private group cannot be for a `category`: each release "
                     "may add crawlers to it, and private terms are agreed "
                     "with one operator; write `user_agent` or `operator`");
    }
    for (const Text& token : group.user_agents) {
        if (token.value == "*") {
            reader.error(token.place, "private-group",
                         "a private group cannot be for `*`: crawlers that "
                         "nobody names know only what robots.txt says; remove "
                         "`private`, or name the crawlers");
        }
    }
}

}  // namespace robots::loader
