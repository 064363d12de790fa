// The input of the linter: one robots.txt, and what its text does not show.

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

// The layer of a rule that its group inherits from another.
constexpr std::uint32_t kInherited = 0;

// The group of a category or an operator that would be for a crawler, if no
// other group named it.
struct TakenFrom {
    std::string token;            // of the crawler
    EnforcementOverride enforce;  // what that group says
};

// What the author wrote about one group that its lines do not show.
struct GroupNotes {
    std::vector<Written> named;  // tokens that the author wrote, not a category
    bool inherits = false;
    bool own_delay = false;           // its crawl-delay is not inherited
    EnforcementOverride own_enforce;  // what the group itself says
    // For each rule, the body that has it: kInherited if another group has it,
    // 1 for a template, 2 for the body that builds on it, and so on. Only rules
    // of one layer are compared: a site may override its template.
    std::vector<std::uint32_t> layers;
    Place use_at;  // of its first key about the use of content
    PartTokens parts;
    // For the first of `named` that has one with an action of its own.
    std::optional<TakenFrom> taken_from;
    CodeSet ignored;  // what the group's author does not want to read
};

// A robots.txt, and what its lines do not show of each of its groups.
struct Document {
    RobotsTxt text;
    std::vector<GroupNotes> notes;
};

// A text that is served as it is.
struct Verbatim {
    std::string_view text;
    std::uint32_t file = 0;
    // If the text is in a policy, the place of all of it.
    std::optional<Place> inline_at{};

    Place place_of(std::uint32_t line) const {
        return inline_at.value_or(Place{file, line, 1});
    }
};

// `compiled` and `crawlers` outlive it.
struct Subject {
    Subject(std::shared_ptr<const Document> what, const Groups& groups,
            const Crawlers& known)
        : owner(std::move(what)),
          document(owner->text),
          notes(owner->notes),
          compiled(groups),
          crawlers(known) {}

    std::shared_ptr<const Document> owner;  // of the next two
    const RobotsTxt& document;
    const std::vector<GroupNotes>& notes;  // of each of the document's groups
    const Groups& compiled;                // of the same document
    const Crawlers& crawlers;
    bool verbatim = false;  // its author wrote robots.txt, not a policy
    // In a verbatim text, the values of its User-agent lines, and its pace
    // lines that are invalid or too long.
    std::vector<Written> agent_lines{};
    std::vector<OddPaceLine> odd_pace{};
    Verbatim text{};

    // About the site. Sitemaps are as they are rendered for it.
    std::vector<Written> sitemaps{};
    std::vector<std::string> hosts{};  // canonical; wildcards keep their "*."
    bool is_default = false;
    bool expectation_stated = false;
    bool suspended = false;
    bool licensed = false;  // a licence and its server are named
    bool priced = false;    // the site, its template or a group has a price
    bool published = true;  // false: the application has its own robots.txt
    std::size_t lines = 0;
    Place place{};  // of the body
};

}  // namespace robots::lint
