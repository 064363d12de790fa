// What one robots.txt says, as far as a survey counts it.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/time.hpp"
#include "policy/robots_txt/access.hpp"
#include "policy/robots_txt/content_kind.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robotsctl {

// A crawler that groups name, and what all of them together give it.
struct NamedToken {
    std::string token;  // as first written; not "*"
    robots::Access access = robots::Access::open;
    std::optional<robots::Milliseconds> crawl_delay;
};

// A line with a key that is neither of a group's rules nor a User-agent.
struct KeyedLine {
    std::uint32_t line = 0;
    std::string_view key;  // as written
    std::string_view value;
};

// Lines with one key, spelt in lower case: "disallow", "content-signal".
struct Directive {
    std::string name;
    std::uint64_t lines = 0;
};

// Views point into the text.
struct FileSummary {
    robots::ContentKind kind = robots::ContentKind::empty;
    // Only of a robots.txt, read as the largest crawlers read it:
    robots::RobotsTxt document;
    std::optional<robots::Access> everyone;  // of the group "*"
    std::vector<NamedToken> tokens;
    std::vector<Directive> directives;
    std::vector<KeyedLine> others;
    std::optional<std::size_t> cms;  // for cms_name()
};

// `text` is at most kMaxRobotsTxt octets. `readable` is false if the text is in
// a coding that was not undone. `lines` is memory for its lines, which the next
// text may have.
FileSummary summary_of(std::string_view text, bool readable,
                       std::vector<robots::ReadLine>& lines);

}  // namespace robotsctl
