// Ways to find any of many tokens in a header, as peers of robots::Crawlers.
//
// They are asked less: whether one of the tokens stands anywhere in the header,
// without regard to case. Crawlers looks at boundaries and URLs besides, says
// which of the tokens is the longest, and where there is none, looks for the
// shapes of crawlers.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

class TokenMatcher {
  public:
    TokenMatcher() = default;
    virtual ~TokenMatcher() = default;

    TokenMatcher(const TokenMatcher&) = delete;
    TokenMatcher& operator=(const TokenMatcher&) = delete;

    // `header` is followed by a NUL, as in a std::string.
    virtual bool finds(std::string_view header) = 0;
};

using Tokens = std::vector<std::string>;

// All throw std::runtime_error where the library refuses the tokens.

// PCRE2's JIT on alternations, as nginx's `map ~*` and `if ~*` do it: of 1,000
// tokens each, since a compiled pattern has at most 64 KiB.
std::unique_ptr<TokenMatcher> pcre2_jit(const Tokens& tokens);

// RE2 on one alternation, with memory enough for its automaton.
std::unique_ptr<TokenMatcher> re2(const Tokens& tokens);

// Hyperscan on as many literals.
std::unique_ptr<TokenMatcher> hyperscan(const Tokens& tokens);

// The automaton of Aho and Corasick, with a table entry for each state and
// class of octets: one step an octet, and no other test.
std::unique_ptr<TokenMatcher> aho_corasick(const Tokens& tokens);

// strcasestr() with one token after the other.
std::unique_ptr<TokenMatcher> one_by_one(const Tokens& tokens);

}  // namespace bench
