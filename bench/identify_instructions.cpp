// Measures with callgrind the instructions needed to identify a header:
//
//   valgrind --tool=callgrind --toggle-collect=identify_fresh
//       identify_instructions fresh 4096
//
// collects the instructions for 4096 headers that were not seen before. With
// --toggle-collect=identify_remembered and "remembered", it collects those for
// 4096 headers that repeat 512 known ones. Prints the number of headers.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "bench/user_agents.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/crawlers/header_memory.hpp"

using Headers = std::vector<std::string>;

// Named in C's way, so that callgrind finds them.
extern "C" {

[[gnu::noinline]] int identify_fresh(const robots::Crawlers& crawlers,
                                     const Headers& headers) {
    int named = 0;
    for (const std::string& header : headers) {
        named += crawlers.identify(header) ? 1 : 0;
    }
    return named;
}

[[gnu::noinline]] int identify_remembered(robots::HeaderMemory& memory,
                                          const Headers& headers) {
    int named = 0;
    for (const std::string& header : headers) {
        named += memory.identify(header) ? 1 : 0;
    }
    return named;
}
}

namespace {

constexpr std::size_t kSeen = 512;

int remembered(const robots::Crawlers& crawlers, std::size_t count) {
    const Headers seen = bench::browser_headers(kSeen);
    robots::HeaderMemory memory(crawlers, 1);
    for (const std::string& header : seen) {
        memory.identify(header);
    }
    Headers headers;
    while (headers.size() < count) {
        headers.push_back(seen[headers.size() % kSeen]);
    }
    return identify_remembered(memory, headers);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: identify_instructions fresh|remembered COUNT\n",
                   stderr);
        return 2;
    }
    const auto count = static_cast<std::size_t>(std::atol(argv[2]));
    const robots::Crawlers crawlers(
        bench::crawlers(bench::kCatalogue + bench::kPolicyTokens),
        robots::built_in_not_crawlers());
    const int named =
        std::strcmp(argv[1], "fresh") == 0
            ? identify_fresh(crawlers, bench::browser_headers(count))
            : remembered(crawlers, count);
    std::printf("%zu headers, %d named\n", count, named);
    return 0;
}
