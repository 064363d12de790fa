// A User-Agent header of any octets, identified with the built-in catalogue and
// some tokens that only a policy names: as a naive reading does it, and the
// same again from memory.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/crawlers/header_memory.hpp"
#include "tests/fuzz/expect.hpp"
#include "tests/oracles/naive_identify.hpp"

namespace {

std::vector<robots::Crawler> entries() {
    std::vector<robots::Crawler> list = robots::built_in_crawlers();
    for (const char* token : {"Web", "X", "AcmeFetch", "a.b", "*", "", "Safari",
                              "not-in-any-catalogue", ".net", "-"}) {
        robots::Crawler entry;
        entry.token = token;
        entry.catalogued = false;
        list.push_back(entry);
    }
    robots::Crawler texts;
    texts.token = "Texts";
    texts.match = {"++", "a b", "(x", "x.", "Spider; x", "."};
    list.push_back(texts);
    return list;
}

void expect_same(const robots::Sighting& seen, const robots::Sighting& expected,
                 const char* claim) {
    expect(seen.token == expected.token && seen.crawler == expected.crawler &&
               seen.category == expected.category &&
               seen.token.data() == expected.token.data(),
           claim);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    static const robots::Crawlers crawlers(entries(),
                                           robots::built_in_not_crawlers());
    static const robots::tests::NaiveCrawlers naive(
        crawlers.entries(), robots::built_in_not_crawlers());
    static robots::HeaderMemory memory(crawlers, 1, 16);
    // A copy that ends where the header does, so that a read past it is seen.
    const std::unique_ptr<char[]> copy(new char[size]);
    std::copy(data, data + size, copy.get());
    const std::string_view header(copy.get(), size);
    const robots::Sighting sighting = crawlers.identify(header);
    expect_same(sighting, naive.identify(header),
                "a header names whom a naive reading finds");
    expect_same(memory.identify(header), sighting,
                "a header that is new names the same");
    expect_same(memory.identify(header), sighting,
                "a header that is remembered names the same");
    return 0;
}
