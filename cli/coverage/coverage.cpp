#include "cli/coverage/coverage.hpp"

#include <algorithm>

#include "policy/base/text.hpp"
#include "policy/verdict/deciding_line.hpp"

namespace robotsctl {

namespace {

using robots::Violation;

constexpr std::array kPaceKinds{Violation::crawl_delay, Violation::request_rate,
                                Violation::visit_time};

// Returns the key of a line. If the robots.txt is one text (`is_one_text`),
// several lines may have the same place, so the key contains `line_key`. The
// key also contains `line_key` if the place is unknown.
Coverage::Key key_of(const robots::Place& place, std::uint64_t line_key,
                     bool is_one_text) {
    return {place.file, place.line, place.column,
            is_one_text || place.line == 0 ? line_key : 0};
}

}  // namespace

CrawlerHits CoveredLine::hits() const {
    CrawlerHits out(crawlers.begin(), crawlers.end());
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : *a.first < *b.first;
    });
    return out;
}

Coverage::Coverage(const robots::Policy& policy) {
    for (const robots::Site& site : policy.sites()) {
        for (const auto& group : site.robots->groups.all()) {
            read(*group, site.robots->settings->verbatim);
        }
    }
}

CoveredLine* Coverage::line_at(const Key& key, const CoveredLine& line) {
    CoveredLine& known = lines_.try_emplace(key, line).first->second;
    known.has_others = known.has_others || known.text != line.text;
    return &known;
}

// Adds the lines of a group. Leaves out rules and a Pace that were added with
// an earlier group, because groups can share them.
void Coverage::read(const robots::Group& group, bool is_one_text) {
    const auto rules = group.rules.rules();
    if (!rules.empty() && of_rules_.count(rules.begin()) == 0) {
        for (const robots::Rule& rule : rules) {
            const Key key = key_of(rule.place, rule.key, is_one_text);
            // For "Allow: /a/index.html", the rule "Allow: /a/$" is added at
            // the same place. Requests that either rule decides about count for
            // the same line.
            const auto known = rule.by_index ? lines_.find(key) : lines_.end();
            of_rules_[&rule] =
                known != lines_.end()
                    ? &known->second
                    : line_at(key, {rule.place, rule.text(), true});
        }
    }
    const auto [of_pace, is_new] = of_paces_.try_emplace(&*group.pace);
    robots::Verdict verdict;
    verdict.group = &group;
    for (std::size_t i = 0; is_new && i < kPaceKinds.size(); ++i) {
        const Violation kind = kPaceKinds[i];
        if (has_lines(group, kind)) {
            const robots::Place place = place_of(verdict, kind);
            of_pace->second[i] =
                line_at(key_of(place, line_key(verdict, kind), is_one_text),
                        {place, line_text(verdict, kind)});
        }
    }
}

void Coverage::add(const robots::Verdict& verdict, CrawlerName crawler) {
    ++judged_;
    if (verdict.rule != nullptr) {
        count(*of_rules_.at(verdict.rule), crawler);
    } else {
        ++without_rule_;
    }
    for (std::size_t i = 0; i < kPaceKinds.size(); ++i) {
        if (verdict.violations.contains(kPaceKinds[i])) {
            count(*of_paces_.at(&*verdict.group->pace)[i], crawler);
        }
    }
}

void Coverage::count(CoveredLine& line, CrawlerName crawler) {
    ++line.requests;
    const auto known = line.crawlers.find(crawler);
    if (known != line.crawlers.end()) {
        ++known->second;
    } else if (pairs_ < kMostPairs) {
        line.crawlers.emplace(crawler, 1);
        ++pairs_;
    }
}

TestCoverage test_coverage(const robots::Loaded& loaded) {
    constexpr const char* kCode = "untested-rule";
    const robots::Policy& policy = *loaded.policy;
    Coverage coverage(policy);
    for (const robots::Rule* rule : loaded.tested_rules) {
        coverage.add(*rule);
    }
    const bool is_ignored = policy.ignores(kCode);
    TestCoverage out;
    for (const auto& [key, line] : coverage.lines()) {
        out.rules += line.is_rule ? 1 : 0;
        out.reached += line.is_rule && line.requests > 0 ? 1 : 0;
        if (line.is_rule && line.requests == 0 && !is_ignored) {
            const robots::Place& at = line.place;
            out.untested.push_back(
                {policy.files[at.file], at.line, at.column,
                 robots::Severity::advice, kCode,
                 "no test reaches " + robots::cited(line.text) +
                     "; add a path that it decides about to `tests`"});
        }
    }
    return out;
}

}  // namespace robotsctl
