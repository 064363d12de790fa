// Recognises crawlers without a catalogue entry by the shape of their names.
//
// A product whose name ends in "bot", "crawler" or "spider" is a crawler if the
// text around it has one of the forms below, which show that the product is the
// sender. If there are several of these products, the first one with its own
// version ("/1.0") counts, or the first one if none has a version.
//
//     examplebot/1.0                     a version; anywhere in the header
//     examplebot                         the whole header
//     ExampleBot v1.0                    a version behind a blank
//     ExampleBot/                        a slash, and no version
//     ExampleBot (https://example.com)   an address of a page or of mail
//     (compatible; Example-Crawler)      an item of a comment
//     Mozilla/5.0 ... ExampleBot         the end of the header
//
// If the whole word is "bot", "robot", "crawler" or "spider", the word in front
// of it is the crawler's name: "Example Crawler (https://example.com)" is
// Example.
//
// Apps and devices have names that contain these words, too (Spider Solitaire,
// CUBOT). So in headers of Apple's apps no shape counts. In headers of devices
// and of other apps, only two do: a name with its own version, and an item
// behind "compatible;".

#pragma once

#include <functional>
#include <string_view>

#include "policy/crawlers/header_words.hpp"

namespace robots {

// Returns the crawler's name, a view into the header; empty if there is none.
// `is_browsers` returns whether browsers send a word; these words never name a
// crawler.
std::string_view crawler_by_shape(
    const HeaderWords& words,
    const std::function<bool(std::string_view word)>& is_browsers);

// Returns the name behind "compatible;" in a header that starts with
// "Mozilla/5.0 (compatible; ", in any version: "Dormouse" for "Mozilla/5.0
// (compatible; Dormouse/1.0)", a view into the header. Empty if the header does
// not have this form, if it names a browser's engine, a device or one of
// Apple's apps, or if browsers send the name.
std::string_view compatible_product(
    std::string_view header,
    const std::function<bool(std::string_view word)>& is_browsers);

}  // namespace robots
