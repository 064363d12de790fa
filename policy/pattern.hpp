// One path pattern of an Allow or Disallow line (RFC 9309 2.2.2 and 2.2.3).
//
// Matching is linear in the target for each literal run of the pattern and
// needs neither recursion nor memory: every run between two "*" is searched
// leftmost, which is enough since a run can only be found earlier or later, not
// differently.

#ifndef ROBOTS_POLICY_PATTERN_HPP
#define ROBOTS_POLICY_PATTERN_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

class Pattern {
  public:
    // `path` as the line has it, blanks around it removed. "*" matches any run
    // of octets, a final "$" the end of the target; "$" elsewhere is literal,
    // and so are "%2A" and "%24". Other percent-encoding is normalised.
    explicit Pattern(std::string_view path);

    // Whether the pattern matches a prefix of `target` (all of it with a final
    // "$"). `target` is normalised by RequestTarget. A pattern that starts with
    // neither "/" nor "*" matches nothing.
    bool matches(std::string_view target) const;

    // Precedence: octets of the normalised pattern, "*" and "$" included.
    std::size_t length() const { return text_.size(); }

    // The normalised pattern.
    const std::string& text() const { return text_; }

    // The literal runs between the "*", as they are compared: of a pattern
    // without "*" one, of one that matches nothing none. Only the first and the
    // last may be empty.
    const std::vector<std::string>& runs() const { return runs_; }

    // Whether a final "$" ties the last run to the target's end.
    bool anchored() const { return anchored_; }

  private:
    std::string text_;
    std::vector<std::string> runs_;
    bool anchored_ = false;
};

}  // namespace robots

#endif
