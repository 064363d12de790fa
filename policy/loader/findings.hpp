// What a load finds wrong, file by file.

#ifndef ROBOTS_POLICY_LOADER_FINDINGS_HPP
#define ROBOTS_POLICY_LOADER_FINDINGS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostic.hpp"

namespace robots::loader {

// At most this many findings are told; one more then says how many are left.
constexpr std::size_t kMaxFindings = 100;

class Findings {
  public:
    // Names a file; the result is its Place::file.
    std::uint32_t add_file(std::string name);
    const std::vector<std::string>& files() const { return files_; }

    // The same finding at the same place is told once.
    void error(const Place& place, std::string_view code, std::string text);
    void warning(const Place& place, std::string_view code, std::string text);

    std::size_t errors() const { return errors_; }

    // Whether no further error will be told, so that none needs a good text.
    bool full() const { return kept_errors_.size() == kMaxFindings; }

    // "policy.yaml:12:7"
    std::string where(const Place& place) const;

    // All findings, errors before warnings where there are too many, in the
    // order of files, lines and columns.
    Diagnostics diagnostics() const;

  private:
    struct Finding {
        Place place;
        std::string_view code;  // codes are literals
        std::string text;
    };

    static bool keep(std::vector<Finding>& kept, Finding finding);
    Diagnostic told(const Finding& finding, Severity severity) const;

    std::vector<std::string> files_;
    std::vector<Finding> kept_errors_;
    std::vector<Finding> kept_warnings_;
    std::size_t errors_ = 0;
    std::size_t warnings_ = 0;
};

// "`text`": how findings quote what a file says, cut short where it is long.
std::string quoted(std::string_view text);

// ", did you mean `word`?" for the word within two edits of `text`, or "". Only
// the first thousand words are looked at.
std::string did_you_mean(std::string_view text,
                         const std::vector<std::string_view>& words);

// "`a`, `b` and `c`"; at most twenty, the rest as "...".
std::string listing(const std::vector<std::string_view>& words);

}  // namespace robots::loader

#endif
