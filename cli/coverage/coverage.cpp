#include "cli/coverage/coverage.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "policy/base/text.hpp"
#include "policy/verdict/deciding_line.hpp"

namespace robotsctl {

namespace {

using robots::Violation;

constexpr std::array kPaceKinds{Violation::crawl_delay, Violation::request_rate,
                                Violation::visit_time};

}  // namespace

// What only the constructor needs.
struct Coverage::Made {
    // Where a line is written, and its key (line_key) if one place may have
    // several lines.
    using Key =
        std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint64_t>;

    Coverage& coverage;
    std::map<Key, Index> by_key{};
    bool is_one_text = false;  // the robots.txt at hand

    // A place that is unknown is nobody's own.
    Key key_of(const robots::Place& place, std::uint64_t line_key) const {
        return {place.file, place.line, place.column,
                is_one_text || place.line == 0 ? line_key : 0};
    }

    Index add(const Key& key, const robots::Place& place, bool is_rule,
              const std::string& text) {
        auto& lines = coverage.lines_;
        const auto [at, is_new] =
            by_key.try_emplace(key, static_cast<Index>(lines.size()));
        if (is_new) {
            lines.push_back({place, text, false, is_rule});
        } else if (text != lines[at->second].text) {
            lines[at->second].has_others = true;
        }
        return at->second;
    }

    // "Allow: /a/$" of "Allow: /a/index.html" has the place of that.
    void add(const robots::Rule& rule) {
        const Key key = key_of(rule.place, rule.key);
        const auto known = rule.by_index ? by_key.find(key) : by_key.end();
        coverage.of_rules_[&rule] =
            known != by_key.end() ? known->second
                                  : add(key, rule.place, true, rule.text());
    }

    // Groups share their rules and their pace.
    void add(const robots::Group& group) {
        const auto rules = group.rules.rules();
        if (!rules.empty() && coverage.of_rules_.count(rules.begin()) == 0) {
            for (const robots::Rule& rule : rules) {
                add(rule);
            }
        }
        const auto [of_pace, is_new] =
            coverage.of_paces_.try_emplace(&*group.pace);
        robots::Verdict verdict;
        verdict.group = &group;
        for (std::size_t i = 0; is_new && i < kPaceKinds.size(); ++i) {
            const Violation kind = kPaceKinds[i];
            if (has_lines(group, kind)) {
                const robots::Place place = place_of(verdict, kind);
                of_pace->second[i] =
                    add(key_of(place, line_key(verdict, kind)), place, false,
                        line_text(verdict, kind));
            }
        }
    }

    // Puts the lines in the order of `by_key`.
    void sort() {
        std::vector<Index> to(coverage.lines_.size());
        std::vector<CoveredLine> sorted;
        sorted.reserve(to.size());
        for (const auto& [key, index] : by_key) {
            to[index] = static_cast<Index>(sorted.size());
            sorted.push_back(std::move(coverage.lines_[index]));
        }
        coverage.lines_ = std::move(sorted);
        for (auto& [rule, line] : coverage.of_rules_) {
            line = to[line];
        }
        for (auto& [pace, lines] : coverage.of_paces_) {
            for (Index& line : lines) {
                line = line < to.size() ? to[line] : 0;
            }
        }
    }
};

Coverage::Coverage(const robots::Policy& policy) {
    Made made{*this};
    for (const robots::Site& site : policy.sites()) {
        made.is_one_text = site.robots->settings->verbatim;
        for (const auto& group : site.robots->groups.all()) {
            made.add(*group);
        }
    }
    made.sort();
    crawlers_.resize(lines_.size());
}

void Coverage::add(const robots::Verdict& verdict, CrawlerName crawler) {
    ++judged_;
    if (verdict.rule != nullptr) {
        count(of_rules_.at(verdict.rule), crawler);
    } else {
        ++without_rule_;
    }
    for (std::size_t i = 0; i < kPaceKinds.size(); ++i) {
        if (verdict.violations.contains(kPaceKinds[i])) {
            count(of_paces_.at(&*verdict.group->pace)[i], crawler);
        }
    }
}

void Coverage::count(Index line, CrawlerName crawler) {
    ++lines_[line].requests;
    auto& hits = crawlers_[line];
    const auto known = hits.find(crawler);
    if (known != hits.end()) {
        ++known->second;
    } else if (pairs_ < kMostPairs) {
        hits.emplace(crawler, 1);
        ++pairs_;
    }
}

std::vector<CrawlerHits> Coverage::crawlers() const {
    std::vector<CrawlerHits> out;
    out.reserve(crawlers_.size());
    for (const auto& each : crawlers_) {
        CrawlerHits& hits = out.emplace_back(each.begin(), each.end());
        std::sort(hits.begin(), hits.end(), [](const auto& a, const auto& b) {
            return a.second != b.second ? a.second > b.second
                                        : *a.first < *b.first;
        });
    }
    return out;
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
    for (const CoveredLine& line : coverage.lines()) {
        out.rules += line.is_rule ? 1 : 0;
        out.reached += line.is_rule && line.requests > 0 ? 1 : 0;
        if (line.is_rule && line.requests == 0 && !is_ignored) {
            const robots::Place& at = line.place;
            out.untested.push_back(
                {policy.files[at.file], at.line, at.column,
                 robots::Severity::advice, kCode,
                 "no test reaches " + robots::quoted(line.text) +
                     "; add a path that it decides about to `tests`"});
        }
    }
    return out;
}

}  // namespace robotsctl
