// What an answer of robots_status costs a worker: processor time of all its
// steps, and of the longest one, for 10,000 sites, each visited by some of 500
// crawlers, in a ledger of 96 MiB that is full.
//
// Prints a line for each view and format: the median of kRuns answers, in
// milliseconds; of the longest step the greatest of all runs.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "policy/robots_txt/robots_txt.hpp"
#include "policy/shared_memory/activity.hpp"
#include "policy/shared_memory/ledger.hpp"
#include "status/answer.hpp"

namespace {

using namespace robots;

constexpr std::size_t kSites = 10000;
constexpr std::size_t kCrawlers = 500;
constexpr std::size_t kVisitsOfSite = 25;
constexpr std::size_t kOctets = std::size_t{96} << 20;
// Of a zone whose eighth it is.
constexpr std::size_t kActivityOctets = kOctets / 2;
constexpr int kRuns = 15;

// Site 0 has a robots.txt of as many lines as crawlers read (500 KiB).
constexpr std::size_t kLongRules = 16000;

std::string text_of(std::size_t rules) {
    std::string text = "User-agent: *\n";
    for (std::size_t i = 0; i < rules; ++i) {
        text += "Disallow: /folder/" + std::to_string(i * 7919) + "/private\n";
    }
    return text + "Crawl-delay: 2\n";
}

std::shared_ptr<Robots> robots_of(const std::string& text) {
    auto robots = std::make_shared<Robots>();
    robots->groups = Groups(parse_robots_txt(text), {Shared<Enforcement>()});
    robots->body = Body::verbatim(text);
    robots->revision = Revision(0x0123456789abcdef);
    return robots;
}

std::unique_ptr<Policy> make_policy() {
    std::vector<Crawler> crawlers = built_in_crawlers();
    for (std::size_t i = crawlers.size(); i < kCrawlers; ++i) {
        Crawler crawler;
        crawler.token = "Measured" + std::to_string(i) + "Bot";
        crawlers.push_back(std::move(crawler));
    }
    auto policy = std::make_unique<Policy>(std::make_shared<const Crawlers>(
        std::move(crawlers), built_in_not_crawlers()));
    const auto usual = robots_of(text_of(20));
    const auto long_one = robots_of(text_of(kLongRules));
    for (std::size_t i = 0; i < kSites; ++i) {
        policy->add("site" + std::to_string(i) + ".example.com",
                    i == 0 ? long_one : usual);
    }
    return policy;
}

// Each crawler's first request to a site is about an open path, each further
// one about another rule.
void visit(Ledger& ledger, Activity& activity, const Site& site,
           const Crawler& crawler, std::size_t requests, Milliseconds now) {
    const Group* group = site.robots->groups.named("*");
    const auto& rules = group->rules.rules();
    for (std::size_t i = 0; i < requests; ++i) {
        Verdict verdict;
        verdict.judged = true;
        verdict.crawler = {crawler.token, crawler.category, &crawler};
        verdict.group = group;
        if (i != 0) {
            verdict.rule = &rules[i * 31 % rules.size()];
            verdict.violation = Violation::disallow;
            verdict.action = Action::reject;
        }
        const Milliseconds at = now + Milliseconds(1000 * i);
        Ledger::Entry entry;
        ledger.judged(site, verdict, at, entry);
        activity.judged(site, verdict, at);
        if (i != 0) {
            ViolationNote note;
            note.site = site.key;
            note.crawler = crawler.key;
            note.line = verdict.rule->key;
            note.violation = verdict.violation;
            note.path = decltype(note.path)(std::string(190, 'p'));
            activity.violated(note);
        }
    }
}

void fill(Ledger& ledger, Activity& activity, const Policy& policy) {
    const auto& crawlers = policy.crawlers().entries();
    Milliseconds now{1000};
    for (std::size_t i = 0; i < kSites; ++i) {
        const Site& site = policy.sites()[i];
        ledger.in_effect(site, now);
        ledger.answered(site.key, 200, now);
        const std::size_t visitors = i == 0 ? kCrawlers : kVisitsOfSite;
        for (std::size_t j = 0; j < visitors; ++j) {
            const std::size_t crawler = (i + 37 * j) % kCrawlers;
            visit(ledger, activity, site, crawlers[crawler], 4 + j % 7, now);
            now += Milliseconds{3};
        }
    }
    // All of them at one site, and one of them at all sites.
    for (std::size_t i = 0; i < kSites; ++i) {
        visit(ledger, activity, policy.sites()[i], crawlers[0], 6, now);
    }
}

double processor_ms() {
    std::timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 +
           static_cast<double>(time.tv_nsec) / 1e6;
}

struct Cost {
    double all = 0;
    double longest = 0;
    std::size_t steps = 0;
    std::size_t octets = 0;
};

Cost cost_of(const status::StatusSource& source, std::string_view arguments) {
    Cost cost;
    status::StatusRequest asked;
    asked.arguments = arguments;
    asked.authority = {"status.example", 80, Scheme::http};
    const auto timed = [&cost](auto step) {
        const double start = processor_ms();
        const bool done = step();
        const double took = processor_ms() - start;
        cost.all += took;
        cost.longest = std::max(cost.longest, took);
        ++cost.steps;
        return done;
    };
    std::unique_ptr<status::Answer> answer;
    timed([&] {
        answer = std::make_unique<status::Answer>(source, asked,
                                                  [](const auto&, auto&) {});
        return false;
    });
    while (!timed([&] { return answer->step(); })) {
    }
    cost.octets = answer->body().size();
    return cost;
}

void print_cost(const status::StatusSource& source, const char* name,
                const std::string& arguments) {
    std::vector<Cost> costs;
    double longest = 0;
    for (int run = 0; run < kRuns; ++run) {
        costs.push_back(cost_of(source, arguments));
        longest = std::max(longest, costs.back().longest);
    }
    std::sort(costs.begin(), costs.end(),
              [](const Cost& a, const Cost& b) { return a.all < b.all; });
    const Cost& median = costs[costs.size() / 2];
    std::printf("%-26s %8.1f %8.2f %8.2f %6zu %9zu\n", name, median.all,
                median.longest, longest, median.steps, median.octets);
}

}  // namespace

int main() {
    const std::unique_ptr<void, decltype(&std::free)> memory(
        std::aligned_alloc(Ledger::kAlignment, kOctets + kActivityOctets),
        &std::free);
    auto* start = static_cast<unsigned char*>(memory.get());
    std::memset(start, 0, kOctets + kActivityOctets);
    Ledger ledger(start, kOctets);
    Activity activity(start + kOctets, kActivityOctets);
    const auto made = make_policy();
    const Policy& policy = *made;
    fill(ledger, activity, policy);

    status::StatusSource source{policy, ledger, activity, {}};
    source.now = Milliseconds{86400000};
    source.epoch = std::chrono::seconds(1800000000);
    source.server.now = 1800086400;
    source.server.policy_file = "policy.yaml";
    source.server.sites = kSites;
    source.server.crawlers = policy.crawlers().entries().size();

    std::printf("%-26s %8s %8s %8s %6s %9s\n", "", "all", "longest", "ever",
                "steps", "octets");
    const std::string& token = policy.crawlers().entries()[0].token;
    const std::pair<const char*, std::string> views[] = {
        {"overview", ""},
        {"500 sites", "view=sites&sites=3"},
        {"violations", "view=violations"},
        {"crawler on all sites", "crawler=" + token},
        {"site of all crawlers", "site=site1.example.com"},
        {"site, 500 KiB robots.txt", "site=site0.example.com"}};
    for (const auto& [name, arguments] : views) {
        print_cost(source, name, arguments + "&format=json");
    }
    print_cost(source, "page", "");
    print_cost(source, "prometheus", "format=prometheus");
}
