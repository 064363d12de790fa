// The input of the linter: one robots.txt, and facts that the text of the
// robots.txt does not show.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/lint/codes.hpp"
#include "policy/robots_txt/pace_lines.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/robots_txt/token_parts.hpp"
#include "policy/site/groups.hpp"

namespace robots::lint {

using Written = Placed<std::string>;

// The layer of a rule that its group inherits from another group.
constexpr std::uint32_t kInherited = 0;

// A group for a category or an operator that would bind a crawler, if the
// crawler did not have a group of its own.
struct TakenFrom {
    std::string token;            // the crawler's token
    EnforcementOverride enforce;  // of the group that would bind the crawler
};

// Facts about one group that its lines do not show.
struct GroupNotes {
    std::vector<Written> named;  // tokens that the author wrote in the group
    bool inherits = false;
    bool own_delay = false;           // the crawl-delay is not inherited
    EnforcementOverride own_enforce;  // the part that is not inherited
    // The layer of each rule: kInherited for a rule of another group, 1 for a
    // rule of a template, 2 for a rule of a site or template that builds on
    // this template, and so on. Only rules in the same layer are compared,
    // because a site may override its template.
    std::vector<std::uint32_t> layers;
    Place use_at;  // of the first key about the use of content
    PartTokens parts;
    // Set if a token of `named` also belongs to a group for a category or an
    // operator, and that group has an action stricter than `log`. Describes the
    // first of these tokens.
    std::optional<TakenFrom> taken_from;
    CodeSet ignored;  // codes that the author ignores
};

// A robots.txt, and notes on each of its groups.
struct Document {
    RobotsTxt text;
    std::vector<GroupNotes> notes;
};

// A robots.txt that is served as it is.
struct Verbatim {
    std::string_view text;
    std::uint32_t file = 0;
    // The place of all lines, if the text is in a policy.
    std::optional<Place> inline_at{};

    Place place_of(std::uint32_t line) const {
        return inline_at.value_or(Place{file, line, 1});
    }
};

// What the linter checks. `groups` and `known` must outlive the subject.
struct Subject {
    Subject(std::shared_ptr<const Document> what, const Groups& groups,
            const Crawlers& known)
        : owner(std::move(what)),
          document(owner->text),
          notes(owner->notes),
          compiled(groups),
          crawlers(known) {}

    std::shared_ptr<const Document> owner;  // owns the next two members
    const RobotsTxt& document;
    const std::vector<GroupNotes>& notes;  // of each group of the document
    const Groups& compiled;                // compiled from `document`
    const Crawlers& crawlers;
    bool verbatim = false;  // the author wrote a robots.txt, not YAML
    // Only for a verbatim text: the values of its User-agent lines, and its
    // lines about pace that are invalid or ask for too long a time.
    std::vector<Written> agent_lines{};
    std::vector<OddPaceLine> odd_pace{};
    Verbatim text{};

    // Facts about the site. The sitemaps are as the site publishes them.
    std::vector<Written> sitemaps{};
    std::vector<std::string> hosts{};  // canonical; wildcards keep their "*."
    bool is_default = false;
    bool expectation_stated = false;
    bool suspended = false;
    bool licensed = false;  // the policy sets a licence and its server
    bool priced = false;    // the site, its template or a group has a price
    bool published = true;  // false: the application has its own robots.txt
    std::size_t lines = 0;
    Place place{};  // of the robots.txt in the policy
};

}  // namespace robots::lint
