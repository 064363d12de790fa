// Guesses which path was meant by a text that is not a path of robots.txt.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace robots::lint {

// Whether `path` is written as a regular expression, "^/cart/.*$". False for
// texts that may be patterns of robots.txt: "/index.*", "/.*".
bool looks_like_expression(std::string_view path);

// Returns the pattern that matches the same paths as a simple expression:
// "/cart/" for "^/cart/.*$", "/*.php$" for "\.php$". nullopt if no pattern
// matches exactly these paths.
std::optional<std::string> pattern_for(std::string_view expression);

// Whether `text` starts with a URL or a host and a path: "https://shop/cart/",
// "//shop/cart/", "www.example.com/cart/".
bool starts_with_authority(std::string_view text);

// Returns the path after the scheme and host: "/cart/", or "/".
std::string path_behind_authority(std::string_view text);

// Whether `text` is a file name extension: ".css".
bool is_file_ending(std::string_view text);

// Returns the paths in "/a/, /b/" or "/a/ /b/"; empty if `text` is not a list
// of this form.
std::vector<std::string> several_paths(std::string_view text);

// Returns the pattern that was probably meant by an expression, a URL, a file
// name extension, or a path without its "/": "/cart/" for "cart/", "/*.css$"
// for ".css", "/*?q=" for "?q=". nullopt if the meaning is not clear.
std::optional<std::string> meant_path(std::string_view text);

}  // namespace robots::lint
