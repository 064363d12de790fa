// Recognises crawlers without a catalogue entry by the shape of their names.
//
// A product with a name that ends in "bot", "crawler" or "spider" is a crawler
// if the text around the name has one of the forms below. These forms show that
// the product is the sender. If a header has several of these products, the
// first product with its own version ("/1.0") is chosen. If no product has a
// version, the first product is chosen.
//
//     examplebot/1.0                     with a version; anywhere in a header
//     examplebot                         the whole header
//     ExampleBot v1.0                    a version behind a blank
//     ExampleBot/                        a slash without a version
//     ExampleBot (https://example.com)   a web or mail address
//     (compatible; Example-Crawler)      an item of a comment
//     Mozilla/5.0 ... ExampleBot         the end of the header
//
// If the whole word is "bot", "robot", "crawler" or "spider", the previous word
// is the crawler's name: "Example" for "Example Crawler (https://example.com)".
//
// The names of some apps and devices also contain "spider" or "bot" (Spider
// Solitaire, CUBOT). So headers of Apple's apps never show a crawler by shape.
// Headers of devices and of other apps show a crawler only by two forms: a name
// with its own version, and an item behind "compatible;".

#pragma once

#include <functional>
#include <string_view>

#include "policy/crawlers/header_words.hpp"

namespace robots {

// Returns the crawler's name as a view into the header, or "" if the header has
// none of the forms. `is_browsers` must return true for words that browsers
// send; a crawler's name is never one of these words.
std::string_view crawler_by_shape(
    const HeaderWords& words,
    const std::function<bool(std::string_view word)>& is_browsers);

// Returns the name behind "compatible;" in a header that starts with
// "Mozilla/VERSION (compatible; ": "Dormouse" for "Mozilla/5.0 (compatible;
// Dormouse/1.0)". The name is a view into the header. Returns "" if the header
// does not have this form, if the header names a browser's engine, a device or
// an app of Apple, or if browsers send the name.
std::string_view compatible_product(
    std::string_view header,
    const std::function<bool(std::string_view word)>& is_browsers);

}  // namespace robots
