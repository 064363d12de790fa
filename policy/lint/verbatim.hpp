// Lints a robots.txt that its author wrote, line by line.

#ifndef ROBOTS_POLICY_LINT_VERBATIM_HPP
#define ROBOTS_POLICY_LINT_VERBATIM_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/lint/lint.hpp"
#include "policy/lint/subject.hpp"

namespace robots::lint {

// A text as the linter reads it.
class VerbatimText {
  public:
    // `text` outlives this. `file` goes into the places; with `inline_at`,
    // everything has that place instead.
    explicit VerbatimText(std::string_view text, std::uint32_t file = 0,
                          const std::optional<Place>& inline_at = {});

    // What to lint. `compiled` is of the same text, and `enforcement` applies
    // to all of its groups. All of them outlive the subject.
    Subject subject(const Groups& compiled, const Crawlers& crawlers,
                    const Enforcement& enforcement) const;

  private:
    void move_to(const Place& place);

    Verbatim text_;
    RobotsTxt document_;
    std::vector<Written> sitemaps_;
    std::vector<Written> agents_;
    std::vector<OddPaceLine> odd_pace_;
};

// All findings about a robots.txt of a site that nothing else is known of.
// Nothing is enforced. Places have the file 0.
Findings lint_robots_txt(std::string_view text, const Crawlers& crawlers);

}  // namespace robots::lint

#endif
