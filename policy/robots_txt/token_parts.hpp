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

// The tokens of one group that are part of other crawlers' tokens. The group
// does not contain these other tokens.
struct PartTokens {
    std::vector<std::string> left_out;   // from a category: not published
    std::vector<std::string> published;  // listed in the policy: published
    std::string example;  // a token that contains the first token above
};

// A set of tokens, each with a number. Finds the tokens of the set that are
// part of another token. Case-insensitive.
class TokenParts {
  public:
    // Adds a token. A token that was added before keeps its number. "*" is
    // never part of another token.
    void add(std::string_view token, std::size_t number);

    // Returns the numbers of all tokens that are part of `token`, except
    // `token` itself.
    std::vector<std::size_t> of(std::string_view token) const;

  private:
    std::map<std::string, std::size_t, std::less<>> numbers_;
    // For each token, the bit at the hash of its first three octets is set.
    // of() looks up tokens only at the few positions of a text where the bit is
    // set.
    std::bitset<65536> starts_;
};

}  // namespace robots
