// Other ways to find one of many tokens in a header, to compare
// robots::Crawlers with.
//
// They do less: they find whether one of the tokens is anywhere in the header,
// ignoring case. Crawlers also checks boundaries and URLs, returns the longest
// of the tokens and, if there is none, looks for the shapes of crawlers.

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

// All throw std::runtime_error if the library refuses the tokens.

// Matches alternations with PCRE2's JIT, as nginx's `map ~*` and `if ~*` do.
// Each has 1,000 tokens, since a compiled pattern has at most 64 KiB.
std::unique_ptr<TokenMatcher> pcre2_jit(const Tokens& tokens);

// Matches one alternation with RE2, with enough memory for its automaton.
std::unique_ptr<TokenMatcher> re2(const Tokens& tokens);

// Matches the tokens as literals with Hyperscan.
std::unique_ptr<TokenMatcher> hyperscan(const Tokens& tokens);

// Runs the automaton of Aho and Corasick, with a table entry for each state and
// class of octets: one step per octet, without any other test.
std::unique_ptr<TokenMatcher> aho_corasick(const Tokens& tokens);

// Calls strcasestr() for one token after the other.
std::unique_ptr<TokenMatcher> one_by_one(const Tokens& tokens);

}  // namespace bench
