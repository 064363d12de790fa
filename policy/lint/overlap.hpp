// Compares the sets of targets that two patterns match.
//
// "true" is always right. The answer is "false" if the literal runs of the
// patterns alone do not prove it.

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "policy/matching/pattern.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/groups.hpp"

namespace robots::lint {

// A target that stands for all targets that `pattern` matches, with an octet of
// its own for each "*" and for an open end; empty if there are none.
std::string shape_of(const PatternView& pattern);

// Whether `outer` matches every target that a pattern of the shape
// `inner_shape` matches.
bool covers(const PatternView& outer, const std::string& inner_shape);

// Whether `pattern` matches every target: "/", "/*", "*".
bool matches_everything(const PatternView& pattern);

// The rule that closes everything in a group that allows nothing, or nullptr.
const Rule* closing_rule(const Group& group);

// Whether no target matches both.
bool disjoint(const PatternView& a, const PatternView& b);

// A short target that `pattern` matches: "/x.php" for "/*.php$". Empty: it
// matches none.
std::string example_of(const PatternView& pattern);

// Whether a "*" is followed by other octets.
bool has_inner_wildcard(const PatternView& pattern);

// Whether only the ending of a file name follows the last "*": "/*.css",
// "/core/*.js$".
bool is_kind_of_file(const PatternView& pattern);

// The rules of a document by their lengths, which decide between an allow and a
// disallow (RFC 9309 2.2.2).
class Precedence {
  public:
    explicit Precedence(const RobotsTxt& document);

    // Whether a verdict may change if a rule for `pattern` were as long as that
    // for `other`, or of any length between: whether a rule that says the
    // opposite, in whatever group, is of such a length and matches some of the
    // same paths. True where there are too many rules to look at.
    bool decides(bool allow, const PatternView& pattern,
                 const PatternView& other) const;

  private:
    void add(bool allow, const std::string& path);

    using ByLength = std::map<std::size_t, std::vector<Pattern>>;

    ByLength allows_;
    ByLength disallows_;
    bool too_many_ = false;
};

}  // namespace robots::lint
