// A fixture with one site, its robots.txt and crawlers, for tests of judge().

#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/verdict/judge.hpp"
#include "tests/unit/policy/printers.hpp"

namespace robots {

// Keeps budgets in a map instead of shared memory.
class MapBudgets : public BudgetStore {
  public:
    explicit MapBudgets(const Keys& keys = public_keys()) : BudgetStore(keys) {}

    Charge charge(std::uint64_t key, Milliseconds now,
                  const Rate& rate) noexcept override {
        ++charges;
        const Charge result = quote(key, now, rate);
        if (result.granted) {
            states[key] = result.tat;
        }
        return result;
    }

    Charge quote(std::uint64_t key, Milliseconds now,
                 const Rate& rate) noexcept override {
        const auto it = states.find(key);
        return robots::charge(it == states.end() ? Milliseconds{0} : it->second,
                              now, rate);
    }

    void give_back(const Spent& spent, Milliseconds now) noexcept override {
        Milliseconds& tat = states[spent.key];
        tat = given_back(tat, spent, now);
    }

    void remember(std::uint64_t key, Milliseconds until,
                  Milliseconds) noexcept override {
        states[key] = until;
    }

    void leave_pass(std::uint64_t key, Milliseconds until,
                    Milliseconds) noexcept override {
        passes[key] = until;
    }

    bool has_passes(Milliseconds) noexcept override { return !passes.empty(); }

    bool take_pass(std::uint64_t key, Milliseconds now,
                   Milliseconds within) noexcept override {
        const auto it = passes.find(key);
        if (it == passes.end() || it->second <= now ||
            it->second - now > within) {
            return false;
        }
        passes.erase(it);
        return true;
    }

    std::map<std::uint64_t, Milliseconds> states;
    std::map<std::uint64_t, Milliseconds> passes;
    int charges = 0;
};

inline Crawler known_crawler(const char* token, Category category,
                             const char* falls_back_to = "",
                             Obeys wildcard = Obeys::undocumented) {
    Crawler entry;
    entry.token = token;
    entry.category = category;
    entry.falls_back_to = falls_back_to;
    entry.wildcard = wildcard;
    return entry;
}

inline std::shared_ptr<const Crawlers> usual_crawlers() {
    return std::make_shared<const Crawlers>(
        std::vector<Crawler>{
            known_crawler("ABot", Category::search),
            known_crawler("BBot", Category::seo),
            known_crawler("Googlebot", Category::search),
            known_crawler("Googlebot-Image", Category::search, "Googlebot"),
            known_crawler("AdsBot-Google", Category::ads, "", Obeys::no),
            known_crawler("curl", Category::library),
        },
        std::vector<std::string>{"Mozilla", "Safari"});
}

class JudgeTest : public ::testing::Test {
  protected:
    explicit JudgeTest(
        std::shared_ptr<const Crawlers> crawlers = usual_crawlers())
        : policy(std::move(crawlers)) {}

    // Returns settings of a group in which every action is `all`.
    static Enforcement enforce(Action all) {
        EnforcementOverride level;
        level.set_all(all);
        Enforcement settled = level.over({});
        settled.burst = 0;
        settled.tolerance = 0;
        settled.grace = std::chrono::seconds{0};
        return settled;
    }

    // Returns the same settings with `action` for one kind of violation.
    static Enforcement enforce(Action all, Violation violation, Action action) {
        Enforcement settled = enforce(all);
        settled.action[static_cast<std::size_t>(violation)] = action;
        return settled;
    }

    // Sets up a site with the robots.txt `text`, all groups of which have
    // `settings`.
    const Site* serve(std::string_view text, const Enforcement& settings,
                      const std::string& name = "example.com") {
        const RobotsTxt document = parse_robots_txt(text);
        auto compiled = std::make_shared<Robots>();
        compiled->groups = Groups(
            document,
            std::vector<Shared<Enforcement>>(document.groups.size(), settings));
        robots = compiled;
        policy.claim(policy.add(name, compiled), {name, {}, {}});
        site = policy.find({name, 80, Scheme::http});
        return site;
    }

    // Judges a request that comes `ms` after the first possible one.
    Verdict ask(std::string_view target, std::string_view user_agent = "ABot/1",
                int ms = 0) {
        request.target = target;
        const Verdict verdict =
            judge(policy, site, policy.crawlers().identify(user_agent), request,
                  Milliseconds{1000000 + ms}, budgets, cap);
        asked += std::string(target) + " at " + std::to_string(ms) +
                 " ms: " + ::testing::PrintToString(verdict) + '\n';
        return verdict;
    }

    // Makes a failed test print the verdicts on all its requests.
    void TearDown() override {
        if (HasFailure()) {
            ADD_FAILURE() << "The verdicts were:\n" << asked;
        }
    }

    Policy policy;
    std::shared_ptr<Robots> robots;
    const Site* site = nullptr;
    Request request;
    Action cap = Action::reject;
    MapBudgets budgets;
    std::string asked;  // a line for each ask()
};

}  // namespace robots
