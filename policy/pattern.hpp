// One path pattern of an Allow or Disallow line (RFC 9309 2.2.2 and 2.2.3).
//
// Matching is linear in the target for each literal run of the pattern and
// needs neither recursion nor memory: every run between two "*" is searched
// leftmost, which is enough since a run can only be found earlier or later, not
// differently.

#ifndef ROBOTS_POLICY_PATTERN_HPP
#define ROBOTS_POLICY_PATTERN_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
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

    // The same for a pattern with "*" whose run `i` lies at target[at]: whether
    // the other runs fit around it there. `at` is at most target.size().
    bool matches_around(std::size_t i, std::size_t at,
                        std::string_view target) const;

    // Precedence: octets of the normalised pattern, "*" and "$" included.
    std::size_t length() const { return text_.size(); }

    // The normalised pattern.
    const std::string& text() const { return text_; }

    // The literal runs between the "*", as they are compared: of a pattern
    // without "*" one, of one that matches nothing none. Only the first and the
    // last may be empty. run() is a view into this pattern.
    std::size_t run_count() const;
    std::string_view run(std::size_t i) const;
    std::vector<std::string> runs() const;

    // Whether a final "$" ties the last run to the target's end.
    bool anchored() const { return anchored_; }

  private:
    struct Run {
        std::uint32_t start;  // in Runs::octets
        std::uint32_t size;
        std::uint32_t pair;  // of its two octets that targets have least often
    };
    struct Runs {
        std::string octets;
        std::vector<Run> all;

        void add(std::string_view written);
    };

    bool has_run_at(std::size_t i, std::size_t at,
                    std::string_view target) const;
    const char* find(const Run& run, const char* from, const char* end) const;
    bool matches_behind(std::size_t i, const char* from, const char* end) const;
    const char* find_all(std::size_t first, std::size_t last, const char* from,
                         const char* end) const;

    std::string text_;
    // nullptr where the one run is text_, less a final "$", and where there is
    // none. Most patterns are so, and take no more than their text.
    std::shared_ptr<const Runs> runs_;
    bool has_runs_ = false;
    bool anchored_ = false;
};

}  // namespace robots

#endif
