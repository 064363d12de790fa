// Crawlers that have to prove who they are, and can only do so by DNS.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "policy/lint/families.hpp"
#include "policy/robots_txt/mentions.hpp"

namespace robots::lint {

namespace {

Action action_of(const Group& group) {
    return group.enforcement->action_for(Violation::unverifiable);
}

bool acts_on_unproven(const Group& group) {
    return action_of(group) >= Action::throttle;
}

bool only_dns_verifies(const Crawler& crawler) {
    return !crawler.rdns.empty() && crawler.ranges.empty() &&
           crawler.keys.empty() && crawler.in_user_agent;
}

// By the first group of the document that a compiled one is made of.
struct Bound {
    const Group* group = nullptr;
    std::vector<std::string> crawlers;
};
using BoundByGroup = std::map<std::size_t, Bound>;

BoundByGroup bound_by_group(const Subject& subject) {
    BoundByGroup out;
    for (const Crawler& crawler : subject.crawlers.entries()) {
        const Group* group =
            only_dns_verifies(crawler)
                ? subject.compiled.select(
                      {crawler.token, crawler.category, &crawler},
                      subject.crawlers)
                : nullptr;
        if (group == nullptr || !acts_on_unproven(*group)) {
            continue;
        }
        const auto& written = subject.document.groups;
        const auto first = std::find_if(
            written.begin(), written.end(), [group](const RobotsGroup& each) {
                return names_token(each, group->name);
            });
        if (first != written.end()) {
            Bound& bound =
                out[static_cast<std::size_t>(first - written.begin())];
            bound.group = group;
            bound.crawlers.push_back(crawler.token);
        }
    }
    return out;
}

// "`YandexBot`, `Baiduspider` and 3 more".
std::string names_of(const std::vector<std::string>& crawlers) {
    constexpr std::size_t kShown = 3;
    std::string out;
    for (std::size_t i = 0; i < std::min(crawlers.size(), kShown); ++i) {
        out += (i == 0 ? "" : ", ") + quoted(crawlers[i]);
    }
    return crawlers.size() <= kShown
               ? out
               : out + " and " + std::to_string(crawlers.size() - kShown) +
                     " more";
}

}  // namespace

void lint_proof(const Subject& subject, Report& report) {
    const auto all = subject.compiled.all();
    if (subject.suspended ||
        std::none_of(all.begin(), all.end(), [](const auto& group) {
            return acts_on_unproven(*group);
        })) {
        return;
    }
    for (const auto& [index, bound] : bound_by_group(subject)) {
        report.enter(subject.notes[index]);
        report.tell(
            subject.document.groups[index].place, Code::unverifiable_by_dns,
            std::string(action_of(*bound.group) == Action::reject
                            ? "`unverifiable: reject` refuses "
                            : "`unverifiable: throttle` slows down ") +
                names_of(bound.crawlers) +
                " while DNS does not answer, since nothing but reverse names "
                "verifies them; write `enforce: {unverifiable: log}` in a "
                "group for them, or give them `ranges` under `crawlers`");
    }
    report.leave();
}

}  // namespace robots::lint
