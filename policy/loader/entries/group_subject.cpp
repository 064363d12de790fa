#include "policy/loader/entries/group_subject.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/near_word.hpp"
#include "policy/loader/entries/crawler_entries.hpp"
#include "policy/loader/yaml/key_homes.hpp"

namespace robots::loader {

namespace {

// Returns "10/1m" for "10/m", "10r/m" or "10 req/min", which are rates in other
// programs. Returns "" if `text` is not a rate.
std::string meant_rate(std::string_view text) {
    const auto skip = [&text](const char* octets) {
        const std::size_t first = text.find_first_not_of(octets);
        const std::string_view skipped = text.substr(0, first);
        text.remove_prefix(skipped.size());
        return skipped;
    };
    const std::string requests(skip("0123456789"));
    skip(" ");
    skip("request");
    skip(" ");
    if (requests.empty() || text.empty() || text.front() != '/') {
        return "";
    }
    text.remove_prefix(1);
    skip(" ");
    for (const std::string_view unit : {"s", "sec", "second", "m", "min",
                                        "minute", "h", "hour", "d", "day"}) {
        std::string meant = requests + "/1" + unit.front();
        if (text == unit && request_rate_from(meant, Longer::is_refused)) {
            return meant;
        }
    }
    return "";
}

std::string rate_problem(std::string_view text) {
    const std::string meant = meant_rate(text);
    return "invalid rate " + cited(text) + "; write " +
           (meant.empty()
                ? "requests and a time, as in `10/1m` or `10/60`, and for a "
                  "part of the day a window in UTC, as in `10/1m 0800-1800`"
                : cited(meant));
}

// Whether `map` has `key`, or an unknown key for which the error suggests
// `key`.
bool find_key_like(const YamlNode& map, std::string_view key) {
    for (std::uint32_t i = 0; i + 1 < map.size; i += 2) {
        const std::string_view written = map.items[i].text;
        if (is_same_key(key, written) || key_meant_by(written) == key ||
            nearest(written, {key}) == key) {
            return true;
        }
    }
    return false;
}

// The keys that choose the crawlers of a group.
constexpr std::array<std::string_view, 3> kSubjects{"user_agent", "category",
                                                    "operator"};

// Reports an error unless `item` has exactly one key of kSubjects.
void check_one_subject(const Reader& reader, const Value& item,
                       const std::string& owner) {
    std::vector<std::string_view> found;
    for (const std::string_view key : kSubjects) {
        if (find_key_like(*item.node, key)) {
            found.push_back(key);
        }
    }
    if (found.size() > 1) {
        reader.error(item.place(), "bad-group",
                     "a " + owner + " cannot have both " + cited(found[0]) +
                         " and " + cited(found[1]) + "; write two " + owner +
                         "s");
    } else if (found.empty()) {
        reader.error(item.place(), "bad-group",
                     "missing `user_agent`, `category` or `operator` in a " +
                         owner + "; write one, such as `user_agent: \"*\"`");
    }
}

void check_empty_subject(const Reader& reader, const Value& item) {
    for (const std::string_view key : kSubjects) {
        const YamlNode* value = find_key(*item.node, key);
        if (value != nullptr && value->kind == YamlNode::Kind::sequence &&
            value->size == 0) {
            reader.error(
                value->place, "empty-value",
                cited(key) + " is an empty list; write at least one item");
        }
    }
}

}  // namespace

std::vector<Category> read_categories(const Reader& reader,
                                      const Value& value) {
    std::vector<Category> out;
    for (const Value& item : reader.one_or_more(value)) {
        const auto at =
            reader.choice(item, {kCategoryNames.begin(), kCategoryNames.end()},
                          "unknown-category");
        if (!at) {
            continue;
        }
        const auto category = static_cast<Category>(*at);
        if (std::find(out.begin(), out.end(), category) == out.end()) {
            out.push_back(category);
        }
    }
    return out;
}

std::vector<Text> read_operators(const Reader& reader, const Value& value) {
    std::vector<Text> out;
    std::set<std::string> seen;
    for (Text& text : reader.filled_texts(
             value, "`operator` is empty; write a name, such as `Google`")) {
        if (seen.insert(fold(text.value)).second) {
            out.push_back(std::move(text));
        }
    }
    return out;
}

void check_subject(const Reader& reader, const Value& item,
                   const std::string& owner) {
    check_one_subject(reader, item, owner);
    check_empty_subject(reader, item);
}

std::optional<std::vector<RequestRate>> read_request_rates(const Reader& reader,
                                                           const Value& value) {
    std::vector<RequestRate> rates;
    for (const Text& text : reader.texts(value)) {
        if (const auto rate =
                request_rate_from(text.value, Longer::is_refused)) {
            rates.push_back(*rate);
        } else {
            reader.error(text.place, "bad-rate", rate_problem(text.value));
        }
    }
    if (rates.size() > kMaxRequestRates) {
        reader.error(value.place(), "out-of-range",
                     "a group can have at most " +
                         std::to_string(kMaxRequestRates) + " rates");
        rates.resize(kMaxRequestRates);
    }
    return rates;
}

}  // namespace robots::loader
