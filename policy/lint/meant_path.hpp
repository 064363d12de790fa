// What somebody probably meant by a text that is not a path of robots.txt.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace robots::lint {

// Whether `path` is written as a regular expression, "^/cart/.*$". What can be
// a pattern of robots.txt is none: "/index.*", "/.*".
bool looks_like_expression(std::string_view path);

// The pattern that matches what a simple expression does: "/cart/" for
// "^/cart/.*$", "/*.php$" for "\.php$". nullopt: there is none.
std::optional<std::string> pattern_for(std::string_view expression);

// Whether `text` starts with a URL or a host and a path: "https://shop/cart/",
// "//shop/cart/", "www.example.com/cart/".
bool starts_with_authority(std::string_view text);

// The path after the URL or host: "/cart/", or "/".
std::string path_behind_authority(std::string_view text);

// Whether `text` is the ending of a kind of file: ".css".
bool is_file_ending(std::string_view text);

// The paths in "/a/, /b/" or "/a/ /b/"; none if `text` is not such a list.
std::vector<std::string> several_paths(std::string_view text);

// The pattern for any of these, and for a path without its "/": "/cart/" for
// "cart/", "/*.css$" for ".css", "/*?q=" for "?q=". nullopt: nothing is clear.
std::optional<std::string> meant_path(std::string_view text);

}  // namespace robots::lint
