#include "policy/loader/build/read_back.hpp"

#include <set>
#include <vector>

#include "policy/robots_txt/reads_as.hpp"

namespace robots::loader {

namespace {

using LineSet = std::set<std::string>;

// Returns the lines that a crawler must read from `group`. The result is a set,
// because a repeated line has no effect.
LineSet lines_to_see(const Group& group) {
    LineSet lines;
    for (const Rule& rule : group.rules.rules()) {
        lines.insert(rule.text());
    }
    for (const RequestRate& rate : group.pace->request_rates) {
        lines.insert("Request-rate: " + rate.text());
    }
    for (const DayWindow& window : group.pace->visit_times) {
        lines.insert("Visit-time: " + window.text());
    }
    return lines;
}

bool reads_the_same(const Group& meant, const Group& read) {
    return meant.pace->crawl_delay == read.pace->crawl_delay &&
           lines_to_see(meant) == lines_to_see(read);
}

std::optional<std::string> find_misreading(std::string_view text,
                                           const Groups& groups,
                                           Reading reading) {
    const RobotsTxt document = parse_robots_txt(text, reading);
    const std::vector<Shared<Enforcement>> enforcement(document.groups.size());
    const Groups read(document, enforcement);
    if (read.all().size() != groups.all().size()) {
        return "crawlers would misread this robots.txt: it has " +
               std::to_string(groups.all().size()) +
               " groups, and they would see " +
               std::to_string(read.all().size());
    }
    for (const auto& group : groups.all()) {
        const Group* other = read.named(group->name);
        if (other == nullptr || !reads_the_same(*group, *other)) {
            return "crawlers would misread the group for `" + group->name + '`';
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

// If the text parses to `document`, its groups are equal to `groups`, which
// were made from `document`. Then the slower comparison is not needed.
std::optional<std::string> find_misreading(std::string_view text,
                                           const RobotsTxt& document,
                                           const Groups& groups) {
    return reads_as(text, document) ? std::nullopt
                                    : find_misreading(text, groups);
}

std::optional<std::string> find_misreading(std::string_view text,
                                           const Groups& groups) {
    auto difference = find_misreading(text, groups, Reading::strict);
    return difference ? difference
                      : find_misreading(text, groups, Reading::lenient);
}

}  // namespace robots::loader
