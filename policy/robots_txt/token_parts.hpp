// Finds product tokens that are part of other tokens: "Spider" is part of
// "Baiduspider".
//
// RFC 9309 compares whole tokens. But many parsers, for example Python's
// urllib.robotparser, follow a group if its token is anywhere in the crawler's
// name.

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
    std::vector<std::string> left_out;   // of a category: not published
    std::vector<std::string> published;  // named in the policy: published
    std::string example;                 // a token that contains the first
};

// A set of tokens, each with a number. Finds those that are part of another
// token. Case-insensitive.
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
    // A bit for the hash of each token's first three octets. A token is looked
    // up only at positions whose hash has its bit set, which are few.
    std::bitset<65536> starts_;
};

}  // namespace robots
