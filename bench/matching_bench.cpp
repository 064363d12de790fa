// Measures how long it takes to find the rule that decides about a target: by
// number of rules, compared with other matchers, and in the worst cases.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/path_matchers.hpp"
#include "bench/rules.hpp"

namespace {

constexpr std::size_t kCounts[] = {10, 100, 1000, 5000, 20000};

// So many that no processor learns the way through them by heart.
constexpr std::size_t kTargets = 8192;
// Of these all must answer as the linear matcher.
constexpr std::size_t kProbes = 256;

using Lines = std::vector<bench::Line>;
using Targets = std::vector<std::string>;
using Make = std::unique_ptr<bench::PathMatcher> (*)(const Lines& lines);

// Throws where the matcher errs.
void probe(bench::PathMatcher& matcher, const Lines& lines,
           const Targets& targets) {
    const auto linear = bench::linear(lines);
    for (std::size_t i = 0; i < targets.size() && i < kProbes; ++i) {
        if (matcher.decide(targets[i]) != linear->decide(targets[i])) {
            throw std::runtime_error("wrong about " + targets[i]);
        }
    }
}

void match(benchmark::State& state, const Lines& lines, const Targets& targets,
           Make make) {
    try {
        const auto matcher = make(lines);
        probe(*matcher, lines, targets);
        std::size_t i = 0;
        for (auto _ : state) {
            benchmark::DoNotOptimize(
                matcher->decide(targets[i++ % targets.size()]));
        }
    } catch (const std::exception& refused) {
        state.SkipWithError(refused.what());
    }
}

void add(const std::string& name, Lines lines, Targets targets, Make make) {
    benchmark::RegisterBenchmark(
        ("matching/" + name).c_str(),
        [lines = std::move(lines), targets = std::move(targets), make](
            benchmark::State& state) { match(state, lines, targets, make); });
}

void add_shops() {
    const std::pair<const char*, Make> ways[] = {
        {"ours", bench::ours},           {"linear", bench::linear},
        {"reparsing", bench::reparsing}, {"pcre2_jit", bench::pcre2_jit},
        {"re2_set", bench::re2_set},
    };
    for (const std::size_t count : kCounts) {
        const Lines lines = bench::shop_lines(count);
        const Targets targets = bench::shop_targets(lines, kTargets);
        for (const auto& [name, make] : ways) {
            add(name + ('/' + std::to_string(count)), lines, targets, make);
        }
    }
}

std::string octets(std::size_t count) {
    return '/' + std::string(count - 1, 'a');
}

// Lines, each with its number between two texts.
Lines numbered(int count, const std::string& front, const std::string& back) {
    Lines lines;
    for (int i = 1000; i < 1000 + count; ++i) {
        lines.push_back({false, front + std::to_string(i) + back});
    }
    return lines;
}

void add_worst() {
    // Rules that all begin with "*".
    add("worst/thousand_stars", numbered(1000, "*a*a*a*a*b", ""),
        {octets(2048)}, bench::ours);
    add("worst/thousand_stars_shop", numbered(1000, "*-", "*page="),
        bench::shop_targets({}, kTargets), bench::ours);
    // A target that has the key of each rule, and is closed by none.
    std::string all_keys = "/";
    for (int i = 1000; i < 1250; ++i) {
        all_keys += "k" + std::to_string(i) + '/';
    }
    all_keys.resize(8192, 'q');
    add("worst/keys_of_250", numbered(250, "*k", "/*z*z*z*z*y"), {all_keys},
        bench::ours);
    // Rules without a key, of which each is searched to the target's end.
    Lines brief;
    for (int i = 0; i < 250; ++i) {
        const std::string letters{static_cast<char>('b' + i % 20),
                                  static_cast<char>('b' + i / 20)};
        brief.push_back({false, "*a" + letters + "*a"});
    }
    add("worst/short_250", brief, {octets(8192)}, bench::ours);
    const Lines shop = bench::shop_lines(5000);
    std::string long_target = "/";
    for (const std::string& target : bench::shop_targets(shop, 200)) {
        long_target += target;
    }
    add("worst/target_of_8k", shop, {long_target.substr(0, 8192)}, bench::ours);
}

}  // namespace

int main(int argc, char** argv) {
    add_shops();
    add_worst();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
