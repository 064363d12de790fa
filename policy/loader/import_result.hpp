// The groups that an import writes, and what they hold.

#ifndef ROBOTS_POLICY_LOADER_IMPORT_RESULT_HPP
#define ROBOTS_POLICY_LOADER_IMPORT_RESULT_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// One group of the policy. Its product tokens are in no other one.
struct ImportGroup {
    std::vector<std::string> user_agents;
    bool replace = false;            // no import needs it, nor `inherit`
    std::string inherit;             // a token, or empty
    std::vector<std::string> allow;  // patterns, normalised, each once
    std::vector<std::string> disallow;
    std::optional<Milliseconds> crawl_delay;
    Place crawl_delay_at;
    std::vector<RequestRate> request_rates;  // kMaxRequestRates at most
    std::vector<DayWindow> visit_times;
    std::vector<std::string> comments;
    ContentSignals signals;
    std::map<std::string, std::string> usage;  // preferences by path
};

// The text of a rule as RuleLine has it, as a policy says it. nullopt if it
// matches nothing, or is longer than what crawlers read of a line.
std::optional<std::string> imported_path(std::string_view path);

class ImportResult {
  public:
    // Of a document whose groups were merged: each token is in one of them.
    explicit ImportResult(const RobotsTxt& merged);

    const std::vector<ImportGroup>& groups() const { return groups_; }

    // The group of a token, or nullopt.
    std::optional<std::size_t> group_of(std::string_view token) const;

    // Whether a group has a line, as line_key() names it.
    bool has(std::size_t group, const std::string& line) const {
        return lines_[group].count(line) != 0;
    }

    // Whether it says all that a Content-Signal or Content-Usage line does.
    bool says(std::size_t group, const ContentSignals& signals) const;
    bool says(std::size_t group, const ContentUsageLine& usage) const;

    static std::string line_key(bool allow, std::string_view path);
    static std::string line_key(const RequestRate& rate);
    static std::string line_key(const DayWindow& window);

    // The groups as the policy publishes them.
    RobotsTxt document() const;

  private:
    void add(const RobotsGroup& from);
    static void add_use_of_content(const RobotsGroup& from, ImportGroup& group);

    std::vector<ImportGroup> groups_;
    std::vector<std::unordered_set<std::string>> lines_;     // of each group
    std::unordered_map<std::string, std::size_t> by_token_;  // folded
};

}  // namespace robots

#endif
