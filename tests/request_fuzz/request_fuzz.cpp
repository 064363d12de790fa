// Whole requests that mean ill, over HTTP/1 and HTTP/2, to a real nginx.
//
// Environment: FUZZ_SECONDS, how long (default: the seeds alone); FUZZ_SEED,
// the number of the first case (default 1); FUZZ_FINDINGS, a folder for cases
// that were answered wrongly (default: build); FUZZ_CASES, a folder of cases to
// try in place of the seeds.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "tests/request_fuzz/driver.hpp"

namespace request_fuzz {
namespace {

using integration::environment;

TEST(RequestFuzz, SeedsAreAnsweredRightly) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(environment(
             "FUZZ_CASES",
             integration::source_folder() + "/tests/request_fuzz/seeds"))) {
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    ASSERT_FALSE(files.empty());
    Driver driver;
    for (const auto& file : files) {
        const Case one = case_from(integration::read_file(file.string()));
        EXPECT_EQ(text(case_from(text(one))), text(one)) << file;
        EXPECT_EQ(driver.run(one), "") << file;
    }
    EXPECT_GT(driver.judged(), 0u);
    EXPECT_GT(driver.refused(), 0u);
}

TEST(RequestFuzz, GeneratedCasesAreAnsweredRightly) {
    const long seconds = std::stol(environment("FUZZ_SECONDS", "0"));
    if (seconds == 0) {
        GTEST_SKIP() << "FUZZ_SECONDS is not set";
    }
    const std::uint64_t first = std::stoull(environment("FUZZ_SEED", "1"));
    std::uint64_t seed = first;
    Driver driver;
    const integration::Stopwatch watch;
    for (; watch.elapsed() < std::chrono::seconds(seconds); ++seed) {
        const Case one = generate(seed);
        const std::string wrong = driver.run(one);
        if (!wrong.empty()) {
            const std::string file = environment("FUZZ_FINDINGS", "build") +
                                     "/request-" + std::to_string(seed) +
                                     ".case";
            std::ofstream(file) << "# " << wrong << "\n" << text(one);
            FAIL() << "FUZZ_SEED=" << seed << ": " << wrong << "\n"
                   << file << "\n"
                   << text(one);
        }
    }
    std::cout << seed - first << " connections, " << driver.requests()
              << " requests, " << driver.judged() << " judged, "
              << driver.refused() << " refused\n";
    EXPECT_GT(driver.refused(), 0u);
}

}  // namespace
}  // namespace request_fuzz
