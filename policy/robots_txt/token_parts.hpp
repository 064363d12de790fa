// Finds product tokens that are part of others, as "Spider" is of
// "Baiduspider".
//
// RFC 9309 compares whole tokens. But many readers, such as Python's
// urllib.robotparser, follow a group if its token is anywhere in their name.

#pragma once

#include <bitset>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

// The tokens of one group that are part of other crawlers' tokens, to which the
// group does not apply.
struct PartTokens {
    std::vector<std::string> left_out;   // not published: a category has them
    std::vector<std::string> published;  // the group's author named them
    std::string example;                 // the first is part of it
};

// A set of tokens, each with a number, to be found in other tokens.
// Case-insensitive.
class TokenParts {
  public:
    // Adds a token; if the token is there already, it keeps its number. "*" is
    // never part of another token.
    void add(std::string_view token, std::size_t number);

    // Returns the numbers of all tokens that are part of `token`, except
    // `token` itself.
    std::vector<std::size_t> of(std::string_view token) const;

  private:
    std::map<std::string, std::size_t, std::less<>> numbers_;
    // A set of hashes of the tokens' first three octets. Few places in other
    // tokens have the same octets, so few need a look-up.
    std::bitset<65536> starts_;
};

}  // namespace robots
