#include "loader/proof.hpp"

#include <algorithm>
#include <vector>

#include "robots_txt_line.hpp"

namespace robots::loader {

namespace {

// The rules that a reader should see of `rules`, as lines, sorted.
std::vector<std::string> lines_to_see(const RuleSet& rules, Reading reading) {
    std::vector<std::string> lines;
    for (const Rule& rule : rules.rules()) {
        lines.push_back(rule.text());
        const auto implied = implied_by_index(rule.pattern.text());
        if (reading == Reading::lenient && rule.allow && implied) {
            lines.push_back("Allow: " + *implied);
        }
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

bool reads_the_same(const Group& meant, const Group& read, Reading reading) {
    return lines_to_see(meant.rules, reading) ==
               lines_to_see(read.rules, Reading::strict) &&
           meant.pace->crawl_delay == read.pace->crawl_delay &&
           meant.pace->request_rates == read.pace->request_rates &&
           meant.pace->visit_times == read.pace->visit_times;
}

std::optional<std::string> find_misreading(std::string_view text,
                                           const Groups& groups,
                                           Reading reading) {
    const RobotsTxt document = parse_robots_txt(text, reading);
    const std::vector<Shared<Enforcement>> enforcement(document.groups.size());
    const Groups read(document, enforcement);
    if (read.all().size() != groups.all().size()) {
        return "the robots.txt of this body would not be read as it is meant: "
               "it has " +
               std::to_string(groups.all().size()) +
               " groups, and crawlers would see " +
               std::to_string(read.all().size());
    }
    for (const auto& group : groups.all()) {
        const Group* other = read.named(group->name);
        if (other == nullptr || !reads_the_same(*group, *other, reading)) {
            return "the group of `" + group->name +
                   "` would not be read as it is meant";
        }
    }
    return std::nullopt;
}

}  // namespace

Authority sample_authority() {
    // Four labels of 63, 63, 63 and 61 octets: the longest host name.
    static const std::string host =
        std::string(63, 'a') + '.' + std::string(63, 'b') + '.' +
        std::string(63, 'c') + '.' + std::string(61, 'd');
    return {host, 65535, Scheme::https};
}

// What reads as the document makes the groups that the document made.
std::optional<std::string> find_misreading(std::string_view text,
                                           const RobotsTxt& document,
                                           const Groups& groups) {
    if (reads_as(text, document)) {
        return std::nullopt;
    }
    auto difference = find_misreading(text, groups, Reading::strict);
    return difference ? difference
                      : find_misreading(text, groups, Reading::lenient);
}

}  // namespace robots::loader
