// What one robots.txt says, as far as a survey counts it.

#ifndef ROBOTS_CLI_SURVEY_FILE_SUMMARY_HPP
#define ROBOTS_CLI_SURVEY_FILE_SUMMARY_HPP

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

// Views go into the text.
struct FileSummary {
    robots::ContentKind kind = robots::ContentKind::empty;
    // Only of a robots.txt, read as the largest crawlers read it:
    robots::RobotsTxt document;
    std::optional<robots::Access> everyone;  // of the group "*"
    std::optional<robots::Milliseconds> everyones_delay;
    std::vector<NamedToken> tokens;
    std::vector<Directive> directives;
    std::vector<KeyedLine> others;
    std::optional<std::size_t> cms;  // in cms_names()
};

class FileReader {
  public:
    // `text` is at most kMaxRobotsTxt octets. `readable`: false of a text in a
    // coding that was not undone.
    FileSummary read(std::string_view text, bool readable);

  private:
    std::vector<robots::ReadLine> lines_;  // keeps its memory
};

}  // namespace robotsctl

#endif
