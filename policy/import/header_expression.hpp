// Regular expressions that are lists of texts.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

// The texts that `expression` looks for, any of which may be in a header:
// "(a|b)c" finds "ac" and "bc". "^", "$", "\b" and ".*" at the ends are taken
// off, so a header that has one of the texts may be one that the expression
// does not match. nullopt if it is not a list of texts: it has classes,
// quantifiers or look-arounds, or would be a list of more than a thousand.
std::optional<std::vector<std::string>> texts_of_expression(
    std::string_view expression);

}  // namespace robots
