// Measures with callgrind the instructions needed to record a request in the
// compliance ledger and in the latest activity:
//
//   valgrind --tool=callgrind --toggle-collect=take_down
//       ledger_instructions 4096
//
// collects the instructions for 4096 judged requests of known crawlers on 16
// sites; a rule decides about each. Prints how many were counted.

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "policy/robots_txt/robots_txt.hpp"
#include "policy/shared_memory/activity.hpp"
#include "policy/shared_memory/ledger.hpp"

namespace {

constexpr std::size_t kSites = 16;
constexpr std::size_t kOctets = std::size_t{1} << 20;

std::unique_ptr<robots::Policy> make_policy() {
    auto policy = std::make_unique<robots::Policy>(
        std::make_shared<const robots::Crawlers>(
            robots::built_in_crawlers(), robots::built_in_not_crawlers()));
    const auto document = robots::parse_robots_txt(
        "User-agent: *\nDisallow: /private/\nDisallow: /search?\n"
        "Allow: /private/but/this/one/is/open\nCrawl-delay: 2\n");
    auto served = std::make_shared<robots::Robots>();
    served->groups =
        robots::Groups(document, {robots::Shared<robots::Enforcement>()});
    for (std::size_t i = 0; i < kSites; ++i) {
        policy->add("site" + std::to_string(i) + ".example", served);
    }
    return policy;
}

struct Judged {
    const robots::Site* site;
    robots::Verdict verdict;
};

std::vector<Judged> make_requests(const robots::Policy& policy,
                                  std::size_t count) {
    const auto& crawlers = policy.crawlers().entries();
    const robots::Group* group =
        policy.sites().front().robots->groups.named("*");
    std::vector<Judged> requests;
    for (std::size_t i = 0; i < count; ++i) {
        const auto& rules = group->rules.rules();
        const robots::Crawler& crawler = crawlers[i % 8];
        robots::Verdict verdict;
        verdict.judged = true;
        verdict.crawler = {crawler.token, crawler.category, &crawler};
        verdict.group = group;
        verdict.rule = &rules[i % rules.size()];
        if (!verdict.rule->allow) {
            verdict.violation = robots::Violation::disallow;
            verdict.action = robots::Action::log;
        }
        requests.push_back({&policy.sites()[i % kSites], verdict});
    }
    return requests;
}

}  // namespace

// Named in C's way, so that callgrind finds it.
extern "C" {

[[gnu::noinline]] void take_down(robots::Ledger& ledger,
                                 robots::Activity& activity,
                                 const std::vector<Judged>& requests,
                                 std::int64_t now) {
    for (const Judged& each : requests) {
        robots::Ledger::Entry entry;
        ledger.judged(*each.site, each.verdict, robots::Milliseconds(now),
                      entry);
        activity.judged(*each.site, each.verdict, robots::Milliseconds(now++));
    }
}

// So that the first sight of each crawler is not measured.
[[gnu::noinline]] void warm_up(robots::Ledger& ledger,
                               robots::Activity& activity,
                               const std::vector<Judged>& requests) {
    for (const Judged& each : requests) {
        robots::Ledger::Entry entry;
        ledger.judged(*each.site, each.verdict, robots::Milliseconds(1), entry);
        activity.judged(*each.site, each.verdict, robots::Milliseconds(1));
    }
}
}

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: ledger_instructions COUNT\n", stderr);
        return 2;
    }
    const auto count = static_cast<std::size_t>(std::atol(argv[1]));
    const auto policy = make_policy();
    const std::vector<Judged> requests = make_requests(*policy, count);
    void* memory = std::aligned_alloc(robots::Ledger::kAlignment, 2 * kOctets);
    std::fill_n(static_cast<char*>(memory), 2 * kOctets, '\0');
    robots::Ledger ledger(memory, kOctets);
    robots::Activity activity(static_cast<char*>(memory) + kOctets, kOctets);
    warm_up(ledger, activity, requests);
    take_down(ledger, activity, requests, 1000);
    std::printf(
        "%llu counted\n",
        static_cast<unsigned long long>(
            ledger.requests(robots::Violation::disallow,
                            {robots::Action::log}) +
            ledger.requests(robots::Violation::none, {robots::Action::pass})));
    std::free(memory);
    return 0;
}
