// One path pattern of an Allow or Disallow line (RFC 9309 2.2.2 and 2.2.3).
//
// Matching is linear in the target for each literal run of the pattern and
// needs neither recursion nor memory: every run between two "*" is searched
// leftmost, which is enough since a run can only be found earlier or later, not
// differently.
//
// A compiled pattern is one piece of memory, so that those of many rules can
// lie in one too. Pattern is to PatternView what std::string is to
// std::string_view, and no view may outlive it.

#ifndef ROBOTS_POLICY_MATCHING_PATTERN_HPP
#define ROBOTS_POLICY_MATCHING_PATTERN_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

class PatternView {
  public:
    // Whether the pattern matches a prefix of `target` (all of it with a final
    // "$"). `target` is normalised by RequestTarget. A pattern that starts with
    // neither "/" nor "*" matches nothing.
    bool matches(std::string_view target) const;

    // The same for a pattern with "*" whose run `i` lies at target[at]: whether
    // the other runs fit around it there. `at` is at most target.size().
    bool matches_around(std::size_t i, std::size_t at,
                        std::string_view target) const;

    // Precedence: octets of the normalised pattern, "*" and "$" included.
    std::size_t length() const { return size_; }

    // The normalised pattern.
    std::string_view text() const { return {text_, size_}; }

    // The literal runs between the "*", as they are compared: of a pattern
    // without "*" one, of one that matches nothing none. Only the first and the
    // last may be empty.
    std::size_t run_count() const { return runs_; }
    std::string_view run(std::size_t i) const;
    std::vector<std::string> runs() const;

    // Whether a final "$" ties the last run to the target's end.
    bool anchored() const { return anchored_; }

    // Octets that a copy takes, a multiple of four.
    std::size_t memory_size() const;

    // The same pattern with its octets at `memory`, which is aligned for
    // std::uint32_t and has memory_size() octets.
    PatternView copied_to(char* memory) const;

  protected:
    struct Run {
        std::uint32_t start;  // from text_
        std::uint32_t size;
        std::uint32_t pair;  // of its two octets that targets have least often
    };

    PatternView() : runs_(0), described_(0), anchored_(0) {}

    const Run& run_at(std::size_t i) const;
    // In front of the text: the runs, unless the one run is the text, less a
    // final "$".
    std::size_t described_runs() const { return described_ ? runs_ : 0; }

    bool has_run_at(std::size_t i, std::size_t at,
                    std::string_view target) const;
    const char* find(const Run& run, const char* from, const char* end) const;
    bool matches_behind(std::size_t i, const char* from, const char* end) const;
    const char* find_all(std::size_t first, std::size_t last, const char* from,
                         const char* end) const;

    const char* text_ = nullptr;
    std::uint32_t size_ = 0;
    std::uint32_t runs_ : 30;  // no file is large enough for more
    std::uint32_t described_ : 1;
    std::uint32_t anchored_ : 1;
};

class Pattern : public PatternView {
  public:
    // `path` as the line has it, blanks around it removed. "*" matches any run
    // of octets, a final "$" the end of the target; "$" elsewhere is literal,
    // and so are "%2A" and "%24". Other percent-encoding is normalised.
    explicit Pattern(std::string_view path);

  private:
    std::vector<Run> describe(std::string& octets, bool literal) const;
    void keep(const std::string& octets, const std::vector<Run>& runs);

    std::shared_ptr<const char[]> memory_;
};

}  // namespace robots

#endif
