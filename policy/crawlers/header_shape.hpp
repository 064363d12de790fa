// Crawlers that no catalogue has, by the shape of their names.
//
// A product that ends in "bot", "crawler" or "spider" is one if what is around
// it shows that it names the sender. Of several, the first with a version of
// its own ("/1.0") counts, else the first:
//
//     examplebot/1.0                     a version; anywhere in the header
//     examplebot                         the whole header
//     ExampleBot v1.0                    a version behind a blank
//     ExampleBot/                        a slash, and no version
//     ExampleBot (https://example.com)   an address of a page or of mail
//     (compatible; Example-Crawler)      an item of a comment
//     Mozilla/5.0 ... ExampleBot         the end of the header
//
// A word that is only "bot", "crawler" or "spider" has the word in front of it
// for its name: "Example Crawler (https://example.com)" is Example.
//
// Apps and devices have names of that kind too (Spider Solitaire, CUBOT). So no
// shape counts in headers of Apple's apps, and in those of devices and of other
// apps only a version of its own and an item behind "compatible;".

#pragma once

#include <functional>
#include <string_view>

#include "policy/crawlers/header_words.hpp"

namespace robots {

// The name of the crawler, a view into the header; empty: none. `is_browsers`
// says whether a word is one of browsers' headers: it never names a crawler.
std::string_view crawler_by_shape(
    const HeaderWords& words,
    const std::function<bool(std::string_view word)>& is_browsers);

// The name behind the "compatible;" that a header starts with, if neither a
// browser's engine nor a device is in the header, and browsers do not send it:
// "Dormouse" of "Mozilla/5.0 (compatible; Dormouse/1.0)". A view into the
// header; empty: none.
std::string_view compatible_product(
    std::string_view header,
    const std::function<bool(std::string_view word)>& is_browsers);

}  // namespace robots
