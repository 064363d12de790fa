// A User-Agent header of any octets, identified with the built-in catalogue and
// some tokens that only a policy names.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "crawlers.hpp"
#include "expect.hpp"
#include "header_words.hpp"
#include "product_token.hpp"

namespace {

robots::Crawlers make_crawlers() {
    std::vector<robots::Crawler> entries = robots::built_in_crawlers();
    for (const char* token : {"Web", "X", "AcmeFetch", "a.b", "*", "", "Safari",
                              "not-in-any-catalogue"}) {
        robots::Crawler entry;
        entry.token = token;
        entry.catalogued = false;
        entries.push_back(entry);
    }
    return robots::Crawlers(entries, robots::built_in_not_crawlers());
}

// Whether `header` holds `text`, without regard to case.
bool holds(std::string_view header, std::string_view text) {
    return std::search(header.begin(), header.end(), text.begin(), text.end(),
                       [](char a, char b) {
                           return robots::fold(a) == robots::fold(b);
                       }) != header.end();
}

void check_named(const robots::Crawlers& crawlers, std::string_view header,
                 const robots::Sighting& sighting) {
    const robots::Crawler& crawler = *sighting.crawler;
    expect(sighting.token == crawler.token, "the token is the catalogue's");
    expect(sighting.category == crawler.category,
           "the category is the catalogue's");
    expect(crawlers.find(sighting.token) == &crawler, "the token is known");
    expect(crawler.in_user_agent, "the token may stand in a header");
    const bool is_there =
        crawler.match.empty()
            ? holds(header, crawler.token)
            : std::any_of(
                  crawler.match.begin(), crawler.match.end(),
                  [header](const auto& text) { return holds(header, text); });
    expect(is_there, "what names the crawler stands in the header");
}

void check_shape(const robots::Crawlers& crawlers, std::string_view header,
                 std::string_view token) {
    const char* begin = header.data();
    expect(token.data() >= begin &&
               token.data() + token.size() <= begin + header.size(),
           "a token known by its shape is a part of the header");
    expect(robots::leading_product_token(token) == token,
           "it is a product token");
    expect(token.size() <= robots::kMaxProduct, "it is short");
    expect(!crawlers.is_browser_word(token), "it is no browser's word");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    static const robots::Crawlers crawlers = make_crawlers();
    // A copy that ends where the header does, so that a read past it is seen.
    const std::unique_ptr<char[]> copy(new char[size]);
    std::copy(data, data + size, copy.get());
    const std::string_view header(copy.get(), size);
    const robots::Sighting sighting = crawlers.identify(header);
    if (!sighting) {
        expect(sighting.crawler == nullptr, "no crawler without a token");
    } else if (sighting.crawler != nullptr) {
        check_named(crawlers, header, sighting);
    } else {
        check_shape(crawlers, header, sighting.token);
    }
    return 0;
}
