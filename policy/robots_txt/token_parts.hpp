// Product tokens that are part of others, as "Spider" is of "Baiduspider".
//
// RFC 9309 compares whole tokens. But many readers, such as Python's
// urllib.robotparser, take a group for theirs if its token is anywhere in their
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

// The tokens of one group that are part of tokens of crawlers that the group is
// not for.
struct PartTokens {
    std::vector<std::string> left_out;   // not published: a category has them
    std::vector<std::string> published;  // its author named them
    std::string example;                 // what the first of them is part of
};

// Tokens, each with a number, to look for in others. Upper and lower case are
// the same.
class TokenParts {
  public:
    // A token that is there keeps its number. "*" is part of nothing.
    void add(std::string_view token, std::size_t number);

    // The numbers of the tokens that are part of `token`, itself left out.
    std::vector<std::size_t> of(std::string_view token) const;

  private:
    std::map<std::string, std::size_t, std::less<>> numbers_;
    // The first octets of tokens. Few places in other tokens have the same
    // octets.
    std::bitset<65536> starts_;
};

}  // namespace robots
