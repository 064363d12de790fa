// Measures how long it takes to identify the crawler of a User-Agent header: by
// number of tokens, compared with other matchers.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/token_matchers.hpp"
#include "bench/user_agents.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/crawlers/header_memory.hpp"

namespace {

constexpr std::size_t kFresh = 4096;
constexpr std::size_t kSeen = 512;

// The figure that targets are set for, and a row of others for the plot.
constexpr std::size_t kAll = bench::kCatalogue + bench::kPolicyTokens;
constexpr std::size_t kCounts[] = {10, 100, 1000, kAll, 10000};

const std::vector<std::string>& headers() {
    static const auto all = bench::browser_headers(kFresh);
    return all;
}

std::unique_ptr<robots::Crawlers> crawlers(std::size_t tokens) {
    return std::make_unique<robots::Crawlers>(bench::crawlers(tokens),
                                              robots::built_in_not_crawlers());
}

void ours_fresh(benchmark::State& state, std::size_t tokens) {
    const auto known = crawlers(tokens);
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(known->identify(headers()[i++ % kFresh]));
    }
}

// As a worker does it: with a look into the memory, and a place in it after.
// Writing a new number into the header is part of the time.
void ours_fresh_remembered(benchmark::State& state, std::size_t tokens) {
    constexpr std::size_t kDigits = 8;
    const auto known = crawlers(tokens);
    robots::HeaderMemory memory(*known, 1);
    auto changing = headers();
    std::size_t i = 0;
    for (auto _ : state) {
        std::string& header = changing[i % kFresh];
        std::size_t number = i++;
        for (std::size_t digit = 1; digit <= kDigits; ++digit) {
            header[header.size() - digit] = static_cast<char>('0' + number % 8);
            number /= 8;
        }
        benchmark::DoNotOptimize(memory.identify(header));
    }
}

void ours_seen(benchmark::State& state, std::size_t tokens) {
    const auto known = crawlers(tokens);
    robots::HeaderMemory memory(*known, 1);
    for (std::size_t i = 0; i < 4 * kSeen; ++i) {
        memory.identify(headers()[i % kSeen]);
    }
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(memory.identify(headers()[i++ % kSeen]));
    }
}

using Make =
    std::unique_ptr<bench::TokenMatcher> (*)(const bench::Tokens& tokens);

void peer(benchmark::State& state, std::size_t tokens, Make make) {
    std::unique_ptr<bench::TokenMatcher> matcher;
    try {
        matcher = make(bench::texts(bench::crawlers(tokens)));
    } catch (const std::runtime_error& error) {
        state.SkipWithError(error.what());
        return;
    }
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(matcher->finds(headers()[i++ % kFresh]));
    }
}

struct Way {
    const char* name;
    std::function<void(benchmark::State&, std::size_t)> run;
};

Way peer_way(const char* name, Make make) {
    return {name, [make](benchmark::State& state, std::size_t tokens) {
                peer(state, tokens, make);
            }};
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<Way> ways{
        {"ours_fresh", ours_fresh},
        {"ours_fresh_remembered", ours_fresh_remembered},
        {"ours_seen", ours_seen},
        peer_way("pcre2_jit", bench::pcre2_jit),
        peer_way("re2", bench::re2),
        peer_way("hyperscan", bench::hyperscan),
        peer_way("aho_corasick", bench::aho_corasick),
        peer_way("one_by_one", bench::one_by_one),
    };
    for (const Way& way : ways) {
        for (const std::size_t tokens : kCounts) {
            const std::string name = std::string("identify/") + way.name + '/' +
                                     std::to_string(tokens);
            benchmark::RegisterBenchmark(
                name.c_str(), [run = way.run, tokens](benchmark::State& state) {
                    run(state, tokens);
                });
        }
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
