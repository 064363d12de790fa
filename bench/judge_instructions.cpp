// Measures with callgrind the instructions needed to judge a request:
//
//   valgrind --tool=callgrind --toggle-collect=judge_requests
//       judge_instructions charged 4096
//
// collects the instructions for judging 4096 requests. With "charged" they are
// charged to a budget for a Crawl-delay, with "rates" to three budgets, with
// "free" to none. Prints how many were refused.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "bench/budget_stores.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/shared_memory/budget_table.hpp"
#include "policy/verdict/judge.hpp"

namespace {

struct Way {
    const char* name;
    const char* pace;
};

constexpr std::array<Way, 3> kWays{
    {{"free", ""},
     {"charged", "Crawl-delay: 1\n"},
     {"rates", "Crawl-delay: 1\nRequest-rate: 60/1m\nRequest-rate: 900/1h\n"}}};

const Way* way_named(const char* name) {
    for (const Way& way : kWays) {
        if (std::strcmp(way.name, name) == 0) {
            return &way;
        }
    }
    return nullptr;
}

std::unique_ptr<robots::Policy> make_policy(const Way& way) {
    auto policy = std::make_unique<robots::Policy>(
        std::make_shared<const robots::Crawlers>(
            robots::built_in_crawlers(), robots::built_in_not_crawlers()));
    const auto document = robots::parse_robots_txt(
        std::string("User-agent: *\nDisallow: /private/\nDisallow: /search?\n"
                    "Disallow: /*.pdf$\nAllow: /private/open/\n") +
        way.pace);
    robots::EnforcementOverride all;
    all.set_all(robots::Action::reject);
    auto served = std::make_shared<robots::Robots>();
    served->groups = robots::Groups(
        document, {robots::Shared<robots::Enforcement>(all.over({}))});
    policy->add("site.example", served);
    return policy;
}

}  // namespace

// Named in C's way, so that callgrind finds it.
extern "C" [[gnu::noinline]] int judge_requests(
    const robots::Policy& policy, const std::vector<std::string>& targets,
    robots::BudgetStore& budgets, int count) {
    const robots::Site& site = policy.sites().front();
    const auto& crawlers = policy.crawlers().entries();
    int refused = 0;
    for (int i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const robots::Crawler& crawler = crawlers[at % 8];
        robots::Request request;
        request.target = targets[at % targets.size()];
        const robots::Verdict verdict = robots::judge(
            policy, &site, {crawler.token, crawler.category, &crawler}, request,
            robots::Milliseconds{1000000 + 500 * i}, budgets,
            robots::Action::reject);
        refused += verdict.action == robots::Action::reject ? 1 : 0;
    }
    return refused;
}

int main(int argc, char** argv) {
    const Way* const way = argc == 3 ? way_named(argv[1]) : nullptr;
    if (way == nullptr) {
        std::fputs("usage: judge_instructions free|charged|rates COUNT\n",
                   stderr);
        return 2;
    }
    const auto policy = make_policy(*way);
    const std::size_t octets = robots::BudgetTable::octets_for(128);
    const bench::SharedMemory memory(octets);
    robots::BudgetTable::Counter evicted{0};
    robots::BudgetTable budgets(memory.address(), octets, evicted);
    const std::vector<std::string> targets{
        "/",      "/shop/shoes?size=42", "/articles/2026/11/a-title",
        "/about", "/private/open/page",  "/articles/archive.html"};
    const int refused =
        judge_requests(*policy, targets, budgets, std::atoi(argv[2]));
    std::printf("%s requests, %d refused\n", argv[2], refused);
    return 0;
}
