// Summarises what a survey counts in one robots.txt.

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

// A crawler that has its own groups in the file, and the access and delay that
// these groups together give the crawler.
struct NamedToken {
    std::string token;  // as first written; not "*"
    robots::Access access = robots::Access::open;
    std::optional<robots::Milliseconds> crawl_delay;
};

// A line with a key that is neither User-agent nor the key of a rule.
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

// The views point into the `text` that was passed to summary_of().
struct FileSummary {
    robots::ContentKind kind = robots::ContentKind::empty;
    // The members below are set only for a robots.txt. They follow the parsing
    // rules of the largest crawlers.
    robots::RobotsTxt document;
    std::optional<robots::Access> everyone;  // of the group "*"
    std::vector<NamedToken> tokens;
    std::vector<Directive> directives;
    std::vector<KeyedLine> others;
    std::optional<std::size_t> cms;  // for cms_name()
};

// `text` has at most kMaxRobotsTxt octets. `readable` is false if the text is
// in a content coding that was not decoded. `lines` is memory for the text's
// lines, which can be reused for the next text.
FileSummary summary_of(std::string_view text, bool readable,
                       std::vector<robots::ReadLine>& lines);

}  // namespace robotsctl
