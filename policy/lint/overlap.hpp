// Compares the sets of targets that two patterns match.
//
// covers() and disjoint() look only at the literal runs of patterns: the texts
// between "*". "true" is always right; "false" can also mean that these runs do
// not prove "true".

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "policy/matching/pattern.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/groups.hpp"

namespace robots::lint {

// Returns a target that represents all targets that `pattern` matches, with a
// special octet for each "*" and for an end without "$"; empty if `pattern`
// matches no target.
std::string shape_of(const PatternView& pattern);

// Whether `outer` matches every target that a pattern of the shape
// `inner_shape` matches.
bool covers(const PatternView& outer, const std::string& inner_shape);

// Whether `pattern` matches every target: "/", "/*", "*".
bool matches_everything(const PatternView& pattern);

// Returns a rule of `group` that closes everything; nullptr if the group has an
// Allow rule, or no rule that closes everything.
const Rule* closing_rule(const Group& group);

// Whether no target matches both patterns.
bool disjoint(const PatternView& a, const PatternView& b);

// Returns a short target that `pattern` matches: "/x.php" for "/*.php$"; empty
// if `pattern` matches no target.
std::string example_of(const PatternView& pattern);

// Whether a "*" is followed by other octets.
bool has_inner_wildcard(const PatternView& pattern);

// Whether the text behind the last "*" is a file name extension: "/*.css",
// "/core/*.js$".
bool is_kind_of_file(const PatternView& pattern);

// The rules of a document, indexed by their length, because the longest rule
// that matches decides (RFC 9309 2.2.2).
class Precedence {
  public:
    explicit Precedence(const RobotsTxt& document);

    // Whether a verdict may change if a rule for `pattern` is replaced by a
    // rule for `other`. `allow` says whether both are Allow rules. A verdict
    // may change if an opposite rule of any group matches a target that one of
    // the two patterns matches, and the length of the opposite rule is between
    // the lengths of the patterns (inclusive). Also true if the document has
    // too many rules to compare.
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
