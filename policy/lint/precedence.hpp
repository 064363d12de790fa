// Whether it matters how long a rule is.

#ifndef ROBOTS_POLICY_LINT_PRECEDENCE_HPP
#define ROBOTS_POLICY_LINT_PRECEDENCE_HPP

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "policy/matching/pattern.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots::lint {

// The rules of a document by their lengths, which decide between an allow and a
// disallow (RFC 9309 2.2.2).
class Precedence {
  public:
    explicit Precedence(const RobotsTxt& document);

    // Whether another verdict may come of it if a rule for `pattern` were as
    // long as that for `other`, or any length between: whether a rule that says
    // the opposite, in whatever group, is of such a length and matches some of
    // the same paths. True where there are too many rules to look at.
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

#endif
