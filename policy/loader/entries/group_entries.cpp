#include "policy/loader/entries/group_entries.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/near_word.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/loader/entries/body_values.hpp"
#include "policy/loader/entries/crawler_entries.hpp"
#include "policy/loader/entries/enforce_entry.hpp"
#include "policy/loader/entries/group_subject.hpp"
#include "policy/loader/entries/path_rules.hpp"
#include "policy/loader/entries/refusal_entry.hpp"
#include "policy/loader/entries/use_entries.hpp"
#include "policy/loader/yaml/key_homes.hpp"
#include "policy/robots_txt/product_token.hpp"

namespace robots::loader {

namespace {

constexpr Milliseconds kLeastDelay{1};
constexpr std::size_t kMostGroups = 20000;  // 500 KiB have room for fewer

bool is_token_or_wildcard(std::string_view text) {
    return text == "*" || is_product_token(text);
}

// Returns "[GPTBot, ClaudeBot]" for "GPTBot, ClaudeBot", or "" if `text` is not
// a list.
std::string listed_tokens(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end =
            std::min(text.find_first_of(",;|", at), text.size());
        const std::string_view token =
            trim(std::string_view(text).substr(at, end - at));
        if (!is_token_or_wildcard(token)) {
            return "";
        }
        out += (out.empty() ? "[" : ", ") + std::string(token);
        at = end + 1;
    }
    return out + ']';
}

// Returns a hint for a text that is not a product token.
std::string token_hint(const std::string& text) {
    if (text.find_first_of(",;|") != std::string::npos) {
        if (const std::string list = listed_tokens(text); !list.empty()) {
            return "; write a list, as in " + cited(list);
        }
    }
    const std::string_view token = leading_product_token(text);
    // If `text` is a whole header, suggests the token of its crawler, because
    // the first word of most headers is "Mozilla".
    if (text.find_first_of(" /") != std::string::npos) {
        static const Crawlers known(built_in_crawlers(),
                                    built_in_not_crawlers());
        if (const Sighting sighting = known.identify(text)) {
            return "; did you mean " + cited(sighting.token) + '?';
        }
        if (known.is_browser_word(token)) {
            return ": this is a header of a browser, or of a crawler that is "
                   "not in the catalogue; write the crawler's name, as its "
                   "operator documents it";
        }
    }
    return token.empty() ? std::string("; write the crawler's name, or `*`")
                         : "; did you mean " + cited(token) +
                               "? Use only letters, digits, `_`, `-` and `.`";
}

// Returns whether `text` is "*" or a product token. Reports an error if not.
bool check_token(const Reader& reader, const Text& text) {
    if (is_token_or_wildcard(text.value)) {
        return true;
    }
    reader.error(
        text.place, "bad-token",
        "invalid product token " + cited(text.value) +
            (reader.findings().full(text.place) ? "" : token_hint(text.value)));
    return false;
}

std::optional<std::vector<std::string>> read_group_comment(const Reader& reader,
                                                           const Value& value) {
    const auto text = reader.text(value, PerRequest::allowed, Lines::many);
    return text ? std::optional(split_lines(*text)) : std::nullopt;
}

std::optional<Milliseconds> read_crawl_delay(const Reader& reader,
                                             const Value& value) {
    return reader.duration(value, kLeastDelay, kLongestPace);
}

std::optional<std::vector<DayWindow>> read_visit_times(const Reader& reader,
                                                       const Value& value) {
    std::vector<DayWindow> windows;
    for (const Text& text : reader.texts(value)) {
        if (const auto window = day_window_from(text.value)) {
            windows.push_back(*window);
        } else {
            reader.error(text.place, "bad-window",
                         "invalid time window " + cited(text.value) +
                             "; write two times in UTC, as in `0600-0845`");
        }
    }
    return windows;
}

std::optional<Text> read_inherit(const Reader& reader, const Value& value) {
    auto token = reader.text(value);
    if (!token) {
        return std::nullopt;
    }
    Text text{std::move(*token), value.place()};
    return check_token(reader, text) ? std::optional(std::move(text))
                                     : std::nullopt;
}

bool read_flag(const Reader& reader, const Value& value) {
    return reader.boolean(value).value_or(false);
}

template <bool allow>
void read_rules(const Reader& reader, const Value& value, GroupEntry& group) {
    read_path_rules(reader, value, allow, group.rules);
}

// Removes from base.rules the rules of the key `allow` if `allow` is true, and
// otherwise the rules of the key `disallow`.
template <bool allow>
void remove_rules(GroupEntry& base) {
    std::vector<RuleLine> kept;
    std::vector<std::size_t> layers;
    auto layer = base.layers.begin();
    for (std::size_t i = 0; i <= base.rules.size(); ++i) {
        for (; layer != base.layers.end() && *layer == i; ++layer) {
            layers.push_back(kept.size());
        }
        if (i < base.rules.size() && base.rules[i].allow != allow) {
            kept.push_back(std::move(base.rules[i]));
        }
    }
    base.rules = std::move(kept);
    base.layers = std::move(layers);
}

void add_rules(GroupEntry& base, const GroupEntry& own) {
    base.layers.push_back(base.rules.size());
    base.rules.insert(base.rules.end(), own.rules.begin(), own.rules.end());
}

void read_signals(const Reader& reader, const Value& value, GroupEntry& group) {
    group.content_signal = read_content_signals(reader, value);
    take_first(group.use_at, value.place());
}

void read_usage(const Reader& reader, const Value& value, GroupEntry& group) {
    group.content_usage = read_content_usage(reader, value);
    take_first(group.use_at, value.place());
}

void add_signals(GroupEntry& base, const GroupEntry& own) {
    lay_signals_over(base.content_signal, own.content_signal);
}

void read_refusal(const Reader& reader, const Value& value, GroupEntry& group) {
    read_short_refusal(reader, value, group.enforce);
}

void undo_refusal(GroupEntry& base) {
    base.enforce.status = {};
    base.enforce.price = {};
}

// Groups are merged only if their crawlers and `private` are equal, so these
// keys need no `inherited`.
constexpr Key<GroupEntry> kGroupKeys[] = {
    {"user_agent", read_as<&GroupEntry::user_agents, read_product_tokens>},
    {"category", read_as<&GroupEntry::categories, read_categories>},
    {"operator", read_as<&GroupEntry::operators, read_operators>, {}, {1}},
    {"inherit", read_as<&GroupEntry::inherit, read_inherit>,
     replaces<&GroupEntry::inherit>},
    {"replace", read_as<&GroupEntry::replace, read_flag>},
    {"private", read_as<&GroupEntry::is_private, read_flag>, {}, {1}},
    {"allow", read_rules<true>, {add_rules, remove_rules<true>}},
    {"disallow", read_rules<false>, {nullptr, remove_rules<false>}},
    {"crawl_delay", read_placed<&GroupEntry::crawl_delay, read_crawl_delay>,
     replaces<&GroupEntry::crawl_delay>},
    {"request_rate",
     read_placed<&GroupEntry::request_rates, read_request_rates>,
     replaces<&GroupEntry::request_rates>},
    {"visit_time", read_placed<&GroupEntry::visit_times, read_visit_times>,
     replaces<&GroupEntry::visit_times>},
    {"comment", read_as<&GroupEntry::comment, read_group_comment>,
     replaces<&GroupEntry::comment>},
    {"license",
     read_as<&GroupEntry::license, read_line_texts>,
     replaces<&GroupEntry::license>,
     {1}},
    {"content_signal",
     read_signals,
     {add_signals, clear<&GroupEntry::content_signal>}},
    {"content_usage", read_usage, replaces<&GroupEntry::content_usage>},
    {"enforce", read_enforce_of<GroupEntry>, enforces<&GroupEntry::enforce>},
    {"refusal", read_refusal, {nullptr, undo_refusal}, {1}},
    {"lint",
     read_as<&GroupEntry::ignored, read_lint>,
     joins<&GroupEntry::ignored>,
     {1}},
};

// Keys that have an effect only in robots.txt.
constexpr std::array<std::string_view, 4> kOnlyPublished{
    "comment", "content_signal", "content_usage", "license"};

// Reports errors if a private group has keys of kOnlyPublished, or is for a
// category or "*". `item` must be the map of the group.
void check_private(const Reader& reader, const Value& item,
                   const GroupEntry& group) {
    if (!group.is_private) {
        return;
    }
    for (const std::string_view key : kOnlyPublished) {
        const YamlNode* value = find_key(*item.node, key);
        if (value != nullptr) {
            reader.error(value->place, "private-group",
                         cited(key) +
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

}  // namespace

std::vector<std::string_view> group_keys() {
    return names_of(kGroupKeys);
}

void lay_over(GroupEntry& base, const GroupEntry& own) {
    lay_over(base, own, kGroupKeys);
}

void undo(GroupEntry& base, const GroupEntry& own) {
    undo(base, own, kGroupKeys);
}

std::vector<Text> read_product_tokens(const Reader& reader,
                                      const Value& value) {
    std::vector<Text> out;
    std::set<std::string> seen;
    for (Text& text : reader.texts(value)) {
        if (check_token(reader, text) && seen.insert(fold(text.value)).second) {
            out.push_back(std::move(text));
        }
    }
    return out;
}

std::vector<GroupEntry> read_group_entries(const Reader& reader,
                                           const Value& value) {
    std::vector<GroupEntry> out;
    const std::vector<Value> items = reader.list(value);
    if (items.size() > kMostGroups) {
        reader.error(
            items[kMostGroups].place(), "too-many-groups",
            "more than 20,000 groups do not fit into a robots.txt; name "
            "crawlers with the same rules in one group, as a list");
        return out;
    }
    for (const Value& item : items) {
        GroupEntry group;
        group.place = item.place();
        if (!read_map(reader, item, "a group", kGroupKeys, group)) {
            continue;
        }
        check_subject(reader, item, "group");
        check_private(reader, item, group);
        if (group.names_anybody()) {
            out.push_back(std::move(group));
        }
    }
    replace_in_front(out);
    return out;
}

}  // namespace robots::loader
