#include "loader/proof.hpp"

#include <vector>

#include "robots_txt.hpp"

namespace robots::loader {

namespace {

bool same_rules(const RuleSet& a, const RuleSet& b) {
    if (a.rules().size() != b.rules().size()) {
        return false;
    }
    for (std::size_t i = 0; i < a.rules().size(); ++i) {
        if (a.rules()[i].text() != b.rules()[i].text()) {
            return false;
        }
    }
    return true;
}

}  // namespace

Authority sample_authority() {
    // Four labels of 63, 63, 63 and 61 octets: the longest host name.
    static const std::string host =
        std::string(63, 'a') + '.' + std::string(63, 'b') + '.' +
        std::string(63, 'c') + '.' + std::string(61, 'd');
    return {host, 65535, Scheme::https};
}

std::optional<std::string> find_misreading(const Body& body,
                                           const Groups& groups) {
    const RobotsTxt read =
        parse_robots_txt(body.render(sample_authority()), Reading::strict);
    const std::vector<Enforcement> enforcement(read.groups.size());
    const Groups reread(read, enforcement);
    if (reread.all().size() != groups.all().size()) {
        return "the robots.txt of this body would not be read as it is meant: "
               "it has " +
               std::to_string(groups.all().size()) +
               " groups, and crawlers would see " +
               std::to_string(reread.all().size());
    }
    for (const auto& group : groups.all()) {
        const Group* other = reread.named(group->name);
        if (other == nullptr || !same_rules(group->rules, other->rules) ||
            group->crawl_delay != other->crawl_delay ||
            group->request_rates != other->request_rates ||
            group->visit_times != other->visit_times) {
            return "the group of `" + group->name +
                   "` would not be read as it is meant";
        }
    }
    return std::nullopt;
}

}  // namespace robots::loader
