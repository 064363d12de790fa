#include "cli/explain/use_of_path.hpp"

#include <algorithm>

#include "policy/base/ascii.hpp"
#include "policy/robots_txt/content_preferences.hpp"
#include "policy/verdict/deciding_rule.hpp"

namespace robotsctl {

namespace {

// The maximum number of cached texts. A limit is needed, because a batch may
// have any number of hosts.
constexpr std::size_t kMostSites = 1000;

robots::Pattern pattern_of(const std::string& path) {
    return robots::Pattern(path.empty() ? "/" : path);
}

void add_licenses(const std::vector<robots::OtherLine>& lines,
                  std::vector<std::string>& out) {
    for (const auto& [field, value] : lines) {
        if (robots::equal_folded(field, "license")) {
            out.push_back(value);
        }
    }
}

template <class Entry>
std::string text_for(const std::vector<Entry>& all,
                     const robots::TaggedResponse& response) {
    const Entry* best = longest_match(all, response);
    return best == nullptr ? "" : best->text;
}

}  // namespace

UseOfPath PublishedUses::of(const robots::Robots& robots,
                            const UseAsked& asked) {
    UseOfPath out;
    if (robots::SentTarget(asked.target, asked.slashes).is_robots_txt()) {
        return out;
    }
    const robots::TaggedResponse response(asked.target, asked.slashes,
                                          asked.crawler, crawlers_);
    if (const robots::UseHeaders* headers =
            longest_match(robots.settings->use_headers, response)) {
        out.content_usage_header = headers->content_usage;
        out.tdm_reservation = headers->tdm_reservation;
    }
    if (!asked.judged) {
        return out;
    }
    Published& site = published(robots, asked.authority);
    if (!site.says_something) {
        return out;
    }
    const OfGroup& group =
        of_group(site, site.groups.select(asked.crawler, crawlers_));
    out.licenses = group.licenses;
    if (asked.allowed) {
        out.content_usage = text_for(group.usage, response);
        out.content_signal = text_for(group.signals, response);
    }
    return out;
}

PublishedUses::Published& PublishedUses::published(
    const robots::Robots& robots, const robots::Authority& authority) {
    if (sites_.size() >= kMostSites) {
        sites_.clear();
    }
    const bool depends = robots.body.has_slots();
    const auto [it, added] = sites_.try_emplace(
        {&robots,
         depends ? robots::Body(std::string(1, slot_mark(robots::Slot::origin)))
                       .render(authority)
                 : ""});
    Published& site = it->second;
    if (added) {
        site.text = robots::parse_robots_txt(robots.body.render(authority));
        site.says_something = !site.text.other.empty();
        for (robots::RobotsGroup& group : site.text.groups) {
            group.rules.clear();
            site.says_something = site.says_something || !group.other.empty();
        }
        site.groups = robots::Groups(
            site.text, std::vector<robots::Shared<robots::Enforcement>>(
                           site.text.groups.size()));
    }
    return site;
}

const PublishedUses::OfGroup& PublishedUses::of_group(
    Published& site, const robots::Group* group) {
    const auto [it, added] = site.read.try_emplace(group);
    OfGroup& out = it->second;
    if (!added) {
        return out;
    }
    robots::UseOfContent use;
    for (const robots::RobotsGroup& written : site.text.groups) {
        if (group != nullptr && names(written, group->name)) {
            for (const auto& [field, value] : written.other) {
                use.add(field, value);
            }
            add_licenses(written.other, out.licenses);
        }
    }
    for (const auto& line : use.all_usage()) {
        out.usage.push_back({pattern_of(line.path), preferences_of(line)});
    }
    for (const robots::ContentSignalLine& line : use.all_signals()) {
        robots::ContentSignalLine signals = line;
        signals.path.clear();
        out.signals.push_back({pattern_of(line.path), text_of(signals)});
    }
    if (out.licenses.empty()) {
        add_licenses(site.text.other, out.licenses);
    }
    return out;
}

}  // namespace robotsctl
