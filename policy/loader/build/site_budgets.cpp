#include "policy/loader/build/site_budgets.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "policy/base/ascii.hpp"
#include "policy/loader/build/document.hpp"
#include "policy/robots_txt/product_token.hpp"

namespace robots::loader {

namespace {

void sort_once(std::vector<std::uint64_t>& keys) {
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

// Adds to `chosen` the keys of all crawlers that fall back to a chosen crawler,
// because a group for a crawler also applies to all crawlers that fall back to
// it.
void add_followers(const Crawlers& crawlers,
                   std::vector<std::uint64_t>& chosen) {
    for (std::size_t before = 0; before != chosen.size();) {
        before = chosen.size();
        for (const Crawler& each : crawlers.entries()) {
            if (!each.falls_back_to.empty() &&
                std::binary_search(
                    chosen.begin(),
                    chosen.begin() + static_cast<std::ptrdiff_t>(before),
                    token_key(each.falls_back_to))) {
                chosen.push_back(each.key);
            }
        }
        sort_once(chosen);
    }
}

// Returns the key of a budget. Names are case-sensitive: `AI` is not `ai`.
std::uint64_t key_of(std::string_view name) {
    return XXH3_64bits(name.data(), name.size());
}

}  // namespace

Budget BudgetCompiler::make(const BudgetEntry& entry) {
    Budget out;
    out.name = entry.name;
    out.key = key_of(entry.name);
    out.of_all_sites = entry.of_all_sites;
    out.place = entry.place;
    if (entry.group.request_rates &&
        !entry.group.request_rates->value.empty()) {
        out.grants = entry.group.request_rates->value.front();
    }
    // Upstream time that was charged may count for a week. It is stored under a
    // key made from the figures of `upstream_time`. So if the admin changes
    // these figures, the charged time no longer counts.
    if (entry.upstream_time) {
        out.grants = entry.upstream_time->value;
        out.key = key_of(out.text());
    }
    check_operators(entry.group, catalogue_, findings_);
    for (const Text& token : entry.group.user_agents) {
        out.everyone |= token.value == "*";
        out.crawlers.push_back(token_key(token.value));
    }
    catalogue_.for_each_of(entry.group, [&out](const auto& tokens) {
        for (const std::string& token : tokens) {
            out.crawlers.push_back(token_key(token));
        }
    });
    sort_once(out.crawlers);
    if (!entry.group.user_agents.empty()) {
        add_followers(crawlers_, out.crawlers);
    }
    return out;
}

const std::shared_ptr<const Budget>& BudgetCompiler::compiled(
    const BudgetEntry& entry) {
    auto& known =
        compiled_[{entry.place.file, entry.place.line, entry.place.column}];
    if (known == nullptr) {
        known = std::make_shared<const Budget>(make(entry));
    }
    return known;
}

// Returns false, and reports an error, if `entry` is in an included file and
// changes or removes a budget that the main file has for all sites.
bool BudgetCompiler::check_override(const BudgetEntry& entry) {
    const bool is_theirs = std::none_of(
        of_all_sites_.begin(), of_all_sites_.end(),
        [&entry](const BudgetEntry& each) { return each.name == entry.name; });
    if (entry.place.file == main_ || is_theirs) {
        return true;
    }
    findings_.error(entry.place, "below-floor",
                    "the main file has the budget " + cited(entry.name) +
                        " for all sites, and an included file cannot change "
                        "it; choose another name");
    return false;
}

void BudgetCompiler::check_count(const Budgets& budgets) {
    if (budgets.size() <= kMaxBudgets) {
        return;
    }
    std::vector<std::uint64_t> keys{0};  // 0: a crawler that no budget names
    for (const auto& budget : budgets) {
        keys.insert(keys.end(), budget->crawlers.begin(),
                    budget->crawlers.end());
    }
    sort_once(keys);
    Crawler crawler;
    for (const std::uint64_t key : keys) {
        crawler.key = key;
        const auto count = std::count_if(
            budgets.begin(), budgets.end(), [&crawler](const auto& each) {
                return each->chooses({"", Category::other, &crawler});
            });
        if (count > static_cast<std::ptrdiff_t>(kMaxBudgets)) {
            findings_.error(budgets.back()->place, "out-of-range",
                            "more than " + std::to_string(kMaxBudgets) +
                                " budgets choose the same crawler; choose each "
                                "crawler in fewer budgets");
            return;
        }
    }
}

Budgets BudgetCompiler::compile(const std::vector<BudgetEntry>& own) {
    Budgets out;
    for (const BudgetEntry& entry : own) {
        if (!check_override(entry)) {
            return out;
        }
    }
    const auto count =
        std::count_if(own.begin(), own.end(),
                      [](const BudgetEntry& each) { return !each.undone; });
    if (count > static_cast<std::ptrdiff_t>(kMostBudgets)) {
        findings_.error(own.back().place, "out-of-range",
                        "a site and its templates have more than " +
                            std::to_string(kMostBudgets) +
                            " budgets; write fewer");
        return out;
    }
    for (const BudgetEntry& entry : merge_budget_entries(of_all_sites_, own)) {
        if (!entry.undone) {
            out.push_back(compiled(entry));
        }
    }
    check_count(out);
    return out;
}

}  // namespace robots::loader
