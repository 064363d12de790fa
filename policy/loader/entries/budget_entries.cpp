#include "policy/loader/entries/budget_entries.hpp"

#include <algorithm>

#include "policy/loader/entries/group_subject.hpp"
#include "policy/robots_txt/product_token.hpp"

namespace robots::loader {

namespace {

constexpr std::size_t kMostBudgets = 100;

constexpr Key<GroupEntry> kBudgetKeys[] = {
    {"user_agent", read_as<&GroupEntry::user_agents, read_product_tokens>},
    {"category", read_as<&GroupEntry::categories, read_categories>},
    {"operator", read_as<&GroupEntry::operators, read_operators>},
    {"request_rate",
     read_placed<&GroupEntry::request_rates, read_request_rates>},
};

void check_rate(const Reader& reader, const Value& item,
                const GroupEntry& group) {
    if (!group.request_rates) {
        if (find_key(*item.node, "request_rate") == nullptr) {
            reader.error(item.place(), "missing-key",
                         "missing `request_rate` in a budget; write one, such "
                         "as `request_rate: 300/1m`");
        }
    } else if (group.request_rates->value.size() > 1) {
        reader.error(group.request_rates->place, "out-of-range",
                     "a budget has one rate; write two budgets");
    }
}

BudgetEntry read_budget(const Reader& reader, const YamlNode& name,
                        const Value& item) {
    BudgetEntry out;
    out.name = std::string(name.text);
    out.place = out.group.place = name.place;
    if (!is_product_token(name.text)) {
        reader.error(name.place, "bad-name",
                     "invalid name " + quoted(name.text) +
                         " of a budget; use only letters, digits, `_`, `-` "
                         "and `.`");
    }
    out.undone = reader.undoes(item);
    if (!out.undone &&
        read_map(reader, item, "a budget", kBudgetKeys, out.group)) {
        check_subject(reader, item, "budget");
        check_rate(reader, item, out.group);
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
