// One path pattern of an Allow or Disallow line (RFC 9309 2.2.2 and 2.2.3).
//
// A pattern is its literal runs, what lies between the "*". Matching is linear
// in the target for each run, and needs neither recursion nor memory: each run
// is searched leftmost behind the one before it. That is enough, since a later
// place leaves less of the target for the runs that follow.
//
// A compiled pattern is one piece of memory, so that those of many rules can
// lie in one too. Pattern is to PatternView what std::string is to
// std::string_view: it owns the memory, and no view may outlive it. Most
// patterns are one run, and their memory is the text alone. A pattern with "*",
// or with "%2A" or "%24", which name the octets "*" and "$", lists its runs in
// front of the text:
//
//     "/a*b.html$"                      "/100%24*"
//     Run 0    start 0, size 2          Run 0    start 8, size 5
//     Run 1    start 3, size 6          Run 1    start 13, size 0
//     text     /a*b.html$               text     /100%24*
//     literal  (none)                   literal  /100$
//
// text_ points to the text, and `start` counts from there. The literal octets,
// which are what is compared, are put behind the text only if they differ.

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
    // Whether the pattern matches a prefix of `target`, or all of it if the
    // pattern ends in "$". `target` is normalised (normalise_target). A pattern
    // that starts with neither "/" nor "*" matches nothing.
    bool matches(std::string_view target) const;

    // The same for a pattern with "*", with its run `i` at target[at] and the
    // other runs around it. `at` is at most target.size().
    bool matches_around(std::size_t i, std::size_t at,
                        std::string_view target) const;

    // Precedence: octets of the normalised pattern, "*" and "$" included.
    std::size_t length() const { return size_; }

    // The normalised pattern.
    std::string_view text() const { return {text_, size_}; }

    // The literal runs between the "*", as they are compared. A pattern without
    // "*" has one, a pattern that matches nothing has none. Only the first and
    // the last may be empty.
    std::size_t run_count() const { return runs_; }
    std::string_view run(std::size_t i) const;
    std::vector<std::string> runs() const;

    // Whether the pattern ends in "$", so that its last run has to be the end
    // of the target.
    bool anchored() const { return anchored_; }

    // The octets that a copy takes, a multiple of four.
    std::size_t memory_size() const;

    // The same pattern with its octets at `memory`, which is aligned for
    // std::uint32_t and has memory_size() octets.
    PatternView copied_to(char* memory) const;

  protected:
    struct Run {
        std::uint32_t start;  // from text_
        std::uint32_t size;
        std::uint32_t pair;  // where in it targets have two octets least often
    };

    PatternView() : runs_(0), lists_runs_(0), anchored_(0) {}

    // The runs in front of the text. If there are none, the one run is the
    // text, less a final "$".
    std::size_t list_size() const {
        return lists_runs_ ? runs_ * sizeof(Run) : 0;
    }
    const Run& run_at(std::size_t i) const;

    bool has_run_at(std::size_t i, std::size_t at,
                    std::string_view target) const;
    const char* find(const Run& run, const char* from, const char* end) const;
    bool matches_behind(std::size_t i, const char* from, const char* end) const;
    const char* find_all(std::size_t first, std::size_t last, const char* from,
                         const char* end) const;

    const char* text_ = nullptr;
    std::uint32_t size_ = 0;
    std::uint32_t runs_ : 30;  // no file is large enough for more
    std::uint32_t lists_runs_ : 1;
    std::uint32_t anchored_ : 1;
};

class Pattern : public PatternView {
  public:
    // `path` as the line has it, without blanks around it. "*" matches any run
    // of octets, a final "$" the end of the target. "$" elsewhere is literal,
    // and so are "%2A" and "%24". Other percent-encoding is normalised.
    explicit Pattern(std::string_view path);

  private:
    std::vector<Run> list_runs(std::string& octets, bool literal) const;
    void keep(const std::string& octets, const std::vector<Run>& runs);

    std::shared_ptr<const char[]> memory_;
};

}  // namespace robots

#endif
