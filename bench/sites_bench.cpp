// Measures how long it takes to find the site of a request's host: by number of
// hosts, compared with the standard library's maps.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "policy/site/policy.hpp"

namespace {

constexpr std::size_t kCounts[] = {10, 1000, 100'000, 1'000'000};
constexpr std::size_t kAsked = 4096;

std::string host(std::size_t number) {
    return "customer-" + std::to_string(number) + ".shops.example";
}

std::vector<std::string> hosts(std::size_t count) {
    std::vector<std::string> out(count);
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = host(i);
    }
    return out;
}

// Hosts from all over the list, and with `misses`, ones that nobody claims.
std::vector<std::string> asked(std::size_t count, bool misses) {
    std::mt19937 random(9309);
    std::vector<std::string> out(kAsked);
    for (std::string& each : out) {
        each = host(random() % count + (misses ? count : 0));
    }
    return out;
}

std::unique_ptr<robots::Policy> policy(const std::vector<std::string>& names) {
    auto out = std::make_unique<robots::Policy>(
        std::make_shared<const robots::Crawlers>(std::vector<robots::Crawler>{},
                                                 std::vector<std::string>{}));
    const robots::Site& site = out->add("site", nullptr);
    for (const std::string& name : names) {
        out->claim(site, {name, {}, {}});
    }
    return out;
}

void ours(benchmark::State& state, std::size_t count, bool misses) {
    const auto sites = policy(hosts(count));
    const auto requests = asked(count, misses);
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            sites->find({requests[i++ % kAsked], 443, robots::Scheme::https}));
    }
}

template <typename Map>
void map(benchmark::State& state, std::size_t count) {
    Map sites;
    for (std::string& name : hosts(count)) {
        sites.emplace(std::move(name), nullptr);
    }
    const auto requests = asked(count, false);
    std::size_t i = 0;
    for (auto _ : state) {
        // A request's host is a view, which neither map looks up without
        // making a string of it.
        const std::string_view name = requests[i++ % kAsked];
        benchmark::DoNotOptimize(sites.find(std::string(name)));
    }
}

struct Way {
    const char* name;
    std::function<void(benchmark::State&, std::size_t)> run;
};

}  // namespace

int main(int argc, char** argv) {
    using benchmark::State;
    using Site = const robots::Site*;
    const Way ways[] = {
        {"ours", [](State& state, std::size_t n) { ours(state, n, false); }},
        {"ours_miss",
         [](State& state, std::size_t n) { ours(state, n, true); }},
        {"unordered_map", map<std::unordered_map<std::string, Site>>},
        {"map", map<std::map<std::string, Site>>},
    };
    for (const Way& way : ways) {
        for (const std::size_t count : kCounts) {
            const std::string name =
                std::string("sites/") + way.name + '/' + std::to_string(count);
            benchmark::RegisterBenchmark(
                name.c_str(),
                [run = way.run, count](State& state) { run(state, count); });
        }
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
