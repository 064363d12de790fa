// What a load finds wrong, file by file.

#ifndef ROBOTS_POLICY_LOADER_YAML_FINDINGS_HPP
#define ROBOTS_POLICY_LOADER_YAML_FINDINGS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/base/text.hpp"

namespace robots::loader {

// At most this many findings are told; one more then says how many are left.
constexpr std::size_t kMaxFindings = 100;

// A moment in the order in which findings are told: of too many, the first are
// kept.
using Turn = std::uint64_t;

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
    bool full() const {
        return kept_errors_.size() == kMaxFindings &&
               kept_errors_.back().turn <= turn_;
    }

    // For what is found later than it is to be told: a turn in front of all
    // that is told from now on. It is taken with tell_at, for one item of a
    // list after the other, and ends with tell_last. What is found in one turn
    // is not found again in another.
    Turn reserve_turn();
    void tell_at(Turn turn, std::uint32_t item = 0) { turn_ = turn + item; }
    void tell_last() { turn_ = last_turn_; }

    // Tells the warnings of `other`, none of which was told already.
    void take_warnings(const Findings& other);

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
        Turn turn = 0;
        std::size_t times = 1;  // that it was told
    };

    // How many findings there are now that there were not.
    static std::size_t keep(std::vector<Finding>& kept, Finding finding);
    static void insert(std::vector<Finding>& kept, Finding finding);
    Diagnostic told(const Finding& finding, Severity severity) const;

    std::vector<std::string> files_;
    std::vector<Finding> kept_errors_;
    std::vector<Finding> kept_warnings_;
    std::size_t errors_ = 0;
    std::size_t warnings_ = 0;
    Turn turn_ = 0;
    Turn last_turn_ = 0;
};

// "; did you mean `word`?" for the word within two edits of `text`, or "". Only
// the first thousand words are looked at.
std::string did_you_mean(std::string_view text,
                         const std::vector<std::string_view>& words);

// "`a`, `b` and `c`"; at most twenty, the rest as "...".
std::string listing(const std::vector<std::string_view>& words);

}  // namespace robots::loader

#endif
