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
                             " is for robots.txt, which does not show private "
                             "groups; remove it, or move it to a published "
                             "group");
        }
    }
    const YamlNode* category = find_key(*item.node, "category");
    if (category != nullptr) {
        reader.error(category->place, "private-group",
                     "a private group cannot be for a `category`, because an "
                     "update may add crawlers to that; write `user_agent` or "
                     "`operator`");
    }
    for (const Text& token : group.user_agents) {
        if (token.value == "*") {
            reader.error(token.place, "private-group",
                         "a private group cannot be for `*`, because unknown "
                         "crawlers can only know what robots.txt says; name "
                         "the crawlers, or remove `private`");
        }
    }
}

}  // namespace robots::loader
