#include "policy/loader/entries/budget_entries.hpp"

#include <algorithm>

#include "policy/loader/entries/group_subject.hpp"
#include "policy/loader/yaml/numbers.hpp"
#include "policy/robots_txt/product_token.hpp"

namespace robots::loader {

namespace {

// Parses "10s/1m 0800-1800". The part after the "/" is as in a request rate.
std::optional<UpstreamTime> upstream_time_from(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) {
        return std::nullopt;
    }
    const auto time = parse_duration(text.substr(0, slash));
    const auto per = request_rate_from('1' + std::string(text.substr(slash)));
    if (!time || !per || *time < Milliseconds{1} || *time > kLongestPace) {
        return std::nullopt;
    }
    return UpstreamTime{*time, per->period, per->window};
}

std::optional<UpstreamTime> read_upstream_time(const Reader& reader,
                                               const Value& value) {
    const auto text = reader.text(value);
    const auto out = upstream_time_from(text.value_or(""));
    if (!out && text) {
        reader.error(
            value.place(), "bad-rate",
            "invalid time " + cited(*text) +
                " of upstreams; write how long they may work in what "
                "time, at most `7d`, as in `10s/1m`, and for a part "
                "of the day a window in UTC, as in `10s/1m 0800-1800`");
    }
    return out;
}

template <auto read>
void in_group(const Reader& reader, const Value& value, BudgetEntry& entry) {
    read(reader, value, entry.group);
}

constexpr Key<BudgetEntry> kBudgetKeys[] = {
    {"user_agent",
     in_group<read_as<&GroupEntry::user_agents, read_product_tokens>>},
    {"category", in_group<read_as<&GroupEntry::categories, read_categories>>},
    {"operator", in_group<read_as<&GroupEntry::operators, read_operators>>},
    {"request_rate",
     in_group<read_placed<&GroupEntry::request_rates, read_request_rates>>},
    {"upstream_time",
     read_placed<&BudgetEntry::upstream_time, read_upstream_time>},
};

void check_rate(const Reader& reader, const Value& item,
                const BudgetEntry& budget) {
    const YamlNode* rate = find_key(*item.node, "request_rate");
    const bool has_rate = rate != nullptr;
    const bool has_time = find_key(*item.node, "upstream_time") != nullptr;
    if (!has_rate && !has_time) {
        reader.error(item.place(), "missing-key",
                     "missing `request_rate` or `upstream_time` in a budget; "
                     "write one, such as `request_rate: 300/1m`");
    }
    if (has_rate && rate->kind == YamlNode::Kind::sequence && rate->size == 0) {
        reader.error(rate->place, "empty-value",
                     "`request_rate` is an empty list; write one rate, such as "
                     "`300/1m`");
    }
    const auto& rates = budget.group.request_rates;
    if ((has_rate && has_time) || (rates && rates->value.size() > 1)) {
        reader.error(rates ? rates->place : item.place(), "out-of-range",
                     "a budget has one rate or one `upstream_time`; write two "
                     "budgets");
    }
}

BudgetEntry read_budget(const Reader& reader, const YamlNode& name,
                        const Value& item) {
    BudgetEntry out;
    out.name = std::string(name.text);
    out.place = out.group.place = name.place;
    if (!is_product_token(name.text)) {
        reader.error(name.place, "bad-name",
                     "invalid name " + cited(name.text) +
                         " of a budget; use only letters, digits, `_`, `-` "
                         "and `.`");
    }
    out.undone = reader.undoes(item);
    if (!out.undone && read_map(reader, item, "a budget", kBudgetKeys, out)) {
        check_subject(reader, item, "budget");
        check_rate(reader, item, out);
    }
    return out;
}

auto find(std::vector<BudgetEntry>& all, const std::string& name) {
    return std::find_if(all.begin(), all.end(), [&name](const auto& each) {
        return each.name == name;
    });
}

}  // namespace

std::vector<BudgetEntry> read_budget_entries(const Reader& reader,
                                             const Value& value) {
    std::vector<BudgetEntry> out;
    if (!reader.is_map(value)) {
        return out;
    }
    const YamlNode& map = *value.node;
    if (map.size / 2 > kMostBudgets) {
        reader.error(value.place(), "out-of-range",
                     "more than 100 budgets; write fewer");
        return out;
    }
    for (std::uint32_t i = 0; i < map.size; i += 2) {
        out.push_back(read_budget(reader, map.items[i],
                                  {map.items[i].text, &map.items[i + 1]}));
    }
    return out;
}

std::vector<BudgetEntry> merge_budget_entries(
    std::vector<BudgetEntry> base, const std::vector<BudgetEntry>& own) {
    for (const BudgetEntry& budget : own) {
        const auto it = find(base, budget.name);
        if (it != base.end()) {
            *it = budget;
        } else {
            base.push_back(budget);
        }
    }
    return base;
}

}  // namespace robots::loader
