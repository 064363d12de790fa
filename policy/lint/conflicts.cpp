// Compares the rules of one group with each other.

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/lint/families.hpp"
#include "policy/lint/meant_path.hpp"
#include "policy/lint/overlap.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/matching/target.hpp"

namespace robots::lint {

namespace {

// Rules are compared in pairs only in groups with at most this many rules.
constexpr std::size_t kMaxCompared = 1000;

struct Compared {
    const RuleLine* line;
    Pattern pattern;
    std::string shape;
    std::uint32_t layer;
};

// Whether `a` decides before `b`: the longer rule decides first; of two rules
// with the same length, the Allow rule decides first.
bool decides_before(const Compared& a, const Compared& b) {
    if (a.pattern.length() != b.pattern.length()) {
        return a.pattern.length() > b.pattern.length();
    }
    return a.line->allow && !b.line->allow;
}

std::vector<Compared> in_order(const RobotsGroup& group,
                               const GroupNotes& notes) {
    std::vector<Compared> out;
    out.reserve(group.rules.size());
    for (std::size_t i = 0; i < group.rules.size(); ++i) {
        const RuleLine& line = group.rules[i];
        Pattern pattern(line.path);
        std::string shape = shape_of(pattern);
        out.push_back(
            {&line, std::move(pattern), std::move(shape), notes.layers[i]});
    }
    std::stable_sort(out.begin(), out.end(), decides_before);
    return out;
}

// Paths of a document's sitemaps and of its rules without wildcards. Crawlers
// certainly meet these paths.
using Targets = std::vector<std::string>;

Targets targets_of(const Subject& subject) {
    std::set<std::string> out;
    for (const Written& sitemap : subject.sitemaps) {
        out.insert(normalise_target(path_behind_authority(sitemap.value)));
    }
    for (const RobotsGroup& group : subject.document.groups) {
        for (const RuleLine& rule : group.rules) {
            const Pattern pattern(rule.path);
            if (pattern.run_count() == 1 && out.size() < kMaxCompared) {
                out.insert(std::string(pattern.run(0)));
            }
        }
    }
    return {out.begin(), out.end()};
}

class GroupConflicts {
  public:
    // `targets` must be targets_of(subject).
    GroupConflicts(const Subject& subject, const RobotsGroup& group,
                   const GroupNotes& notes, const Targets& targets,
                   Reporter& report)
        : subject_(subject),
          rules_(in_order(group, notes)),
          targets_(targets),
          report_(report) {}

    void run() {
        dead_.resize(rules_.size());
        for (std::size_t i = 0; i < rules_.size(); ++i) {
            if (rules_[i].layer == kInherited) {
                continue;
            }
            dead_[i] = check_dead(i);
        }
        check_contests();
        check_case();
    }

  private:
    // Whether two rules are in the same layer, and the author wrote them as two
    // items.
    bool comparable(const Compared& a, const Compared& b) const {
        const Place& p = a.line->place;
        const Place& q = b.line->place;
        const bool one_item = p.file == q.file && p.line == q.line &&
                              p.column == q.column && !subject_.verbatim;
        return a.layer == b.layer && !one_item;
    }

    // Returns a rule in front of rules_[at] that matches everything that
    // rules_[at] matches; nullptr if no rule does. Dead rules (they never
    // decide) do not count, or "/a" and "/a*" would make each other dead.
    const Compared* taken_by(std::size_t at) const {
        for (std::size_t i = 0; i < at; ++i) {
            if (!dead_[i] && comparable(rules_[i], rules_[at]) &&
                covers(rules_[i].pattern, rules_[at].shape)) {
                return &rules_[i];
            }
        }
        return nullptr;
    }

    // Returns a rule behind rules_[at] that makes rules_[at] redundant; nullptr
    // if no rule does. The returned rule matches everything that rules_[at]
    // matches, and has the same effect. No rule between the two has the
    // opposite effect.
    const Compared* repeated_by(std::size_t at) const {
        const Compared& rule = rules_[at];
        for (std::size_t i = at + 1; i < rules_.size(); ++i) {
            const Compared& other = rules_[i];
            if (other.line->allow != rule.line->allow) {
                if (!disjoint(other.pattern, rule.pattern)) {
                    return nullptr;
                }
            } else if (comparable(other, rule) &&
                       covers(other.pattern, rule.shape) &&
                       !same_length_and_targets(rule, other)) {
                return &other;
            }
        }
        return nullptr;
    }

    // Whether both patterns have the same length, and `a` matches everything
    // that `b` matches. Then taken_by() finds that `a` makes `b` dead.
    static bool same_length_and_targets(const Compared& a, const Compared& b) {
        return a.pattern.length() == b.pattern.length() &&
               covers(a.pattern, b.shape);
    }

    bool check_dead(std::size_t at) {
        const Compared& rule = rules_[at];
        // Many crawlers read an Allow for an index file as two rules.
        if (rule.line->allow && implied_by_index(rule.line->path)) {
            return false;
        }
        if (const Compared* other = taken_by(at)) {
            if (other->line->allow != rule.line->allow &&
                other->pattern.length() == rule.pattern.length()) {
                tell_tie(rule, *other, Fix{});
            } else {
                tell_dead(rule, *other);
            }
            return true;
        }
        const Compared* other = repeated_by(at);
        if (other != nullptr) {
            tell_dead(rule, *other);
        }
        return other != nullptr;
    }

    // Returns the text and the line of the rule `named`: "`Allow: /a` on line
    // 7". Leaves out the line if `found`, the rule of the finding, is on that
    // line.
    static std::string with_line(const Compared& named, const Compared& found) {
        const std::uint32_t line = named.line->place.line;
        return cited(*named.line) + (line == found.line->place.line
                                         ? std::string()
                                         : " on line " + std::to_string(line));
    }

    void tell_dead(const Compared& rule, const Compared& other) {
        const bool same = rule.line->allow == other.line->allow;
        report_.tell(rule.line->place, Code::dead_rule,
                     same ? Severity::advice : Severity::warning,
                     cited(*rule.line) +
                         (same ? " is redundant: " : " has no effect: ") +
                         with_line(other, rule) +
                         (same ? " already covers it"
                               : " overrides it wherever it matches") +
                         (same ? "; remove it"
                               : "; remove the one that you do not mean"),
                     Fix{});
    }

    void tell_tie(const Compared& disallow, const Compared& allow,
                  std::optional<Fix> fix = std::nullopt) {
        report_.tell(
            disallow.line->place, Code::allow_disallow_tie,
            cited(*disallow.line) + " and " + with_line(allow, disallow) +
                " have the same length: where both match, the allow wins, but "
                "crawlers that use the first match may disagree; remove one, "
                "or make the one you mean longer",
            std::move(fix));
    }

    // Reports two rules that contradict each other on some targets but not on
    // all, if both match one of targets_.
    void check_contests() {
        std::set<std::pair<std::size_t, std::size_t>> told;
        for (const std::string& target : targets_) {
            const auto [winner, loser] = contest_for(target);
            if (loser != rules_.size() && told.emplace(winner, loser).second) {
                check_contest(rules_[winner], rules_[loser], target);
            }
        }
    }

    // Returns the index of the rule that decides about `target`, and the index
    // of the first opposite rule behind it. An index is rules_.size() if no
    // rule fits.
    std::pair<std::size_t, std::size_t> contest_for(
        const std::string& target) const {
        const auto next = [&](std::size_t from, const auto& fits) {
            while (
                from < rules_.size() &&
                !(fits(rules_[from]) && rules_[from].pattern.matches(target))) {
                ++from;
            }
            return from;
        };
        const std::size_t winner =
            next(0, [](const Compared&) { return true; });
        if (winner == rules_.size()) {
            return {winner, winner};
        }
        const bool allow = rules_[winner].line->allow;
        return {winner, next(winner + 1, [allow](const Compared& rule) {
                    return rule.line->allow != allow;
                })};
    }

    void check_contest(const Compared& rule, const Compared& other,
                       const std::string& target) {
        if (!comparable(rule, other) || rule.layer == kInherited ||
            covers(rule.pattern, other.shape) ||
            covers(other.pattern, rule.shape)) {
            return;
        }
        if (rule.pattern.length() == other.pattern.length()) {
            tell_tie(other, rule);
        } else if (surprising(rule.pattern, other.pattern)) {
            tell_overlap(rule, other, target);
        }
    }

    // Whether an author may not expect the overlap of two patterns. A rule for
    // a kind of file ("/*.css$") is meant for all folders, so its overlap with
    // a rule for a folder is expected.
    static bool surprising(const Pattern& a, const Pattern& b) {
        return has_inner_wildcard(a) && has_inner_wildcard(b) &&
               is_kind_of_file(a) == is_kind_of_file(b);
    }

    void tell_overlap(const Compared& winner, const Compared& loser,
                      const std::string& target) {
        const bool winner_first =
            winner.line->place.line < loser.line->place.line;
        report_.tell((winner_first ? loser : winner).line->place,
                     Code::overlapping_wildcards,
                     cited(*winner.line) + " and " + cited(*loser.line) +
                         " both match " + cited(target) +
                         ", and the first decides only because it is longer; "
                         "write a rule for exactly what you mean, such as " +
                         cited(RuleLine{winner.line->allow, target, {}}));
    }

    void check_case() {
        for (const Compared& rule : rules_) {
            // The search always succeeds, because `rule` equals itself.
            const Compared& other = *std::find_if(
                rules_.begin(), rules_.end(), [&rule](const Compared& each) {
                    return equal_folded(each.pattern.text(),
                                        rule.pattern.text());
                });
            if (rule.layer == kInherited || rule.layer != other.layer ||
                other.pattern.text() == rule.pattern.text()) {
                continue;
            }
            report_.tell(rule.line->place, Code::case_twins,
                         cited(*rule.line) + " and " + with_line(other, rule) +
                             " differ only in upper and lower case; crawlers "
                             "treat each spelling as another path, and other "
                             "spellings match neither; redirect to one "
                             "spelling, and keep only its rule");
        }
    }

    const Subject& subject_;
    std::vector<Compared> rules_;
    const Targets& targets_;
    std::vector<bool> dead_;  // for each of rules_; set by run()
    Reporter& report_;
};

// Returns for each group whether another group with rules has one of the tokens
// of the group. Crawlers merge these two groups, so neither can be judged
// alone.
std::vector<bool> merged_groups(const RobotsTxt& document) {
    std::vector<bool> merged(document.groups.size());
    if (merged.size() < 2) {
        return merged;
    }
    std::unordered_map<std::string, std::size_t> first;
    for (std::size_t i = 0; i < document.groups.size(); ++i) {
        if (document.groups[i].rules.empty()) {
            continue;
        }
        for (const std::string& token : document.groups[i].user_agents) {
            const auto [it, added] = first.try_emplace(fold(token), i);
            if (!added && it->second != i) {
                merged[i] = merged[it->second] = true;
            }
        }
    }
    return merged;
}

}  // namespace

void lint_conflicts(const Subject& subject, Reporter& report) {
    const std::vector<bool> merged = merged_groups(subject.document);
    const Targets targets = targets_of(subject);
    for (std::size_t i = 0; i < merged.size(); ++i) {
        const RobotsGroup& group = subject.document.groups[i];
        report.enter(subject.notes[i]);
        if (!merged[i] && group.rules.size() > 1 &&
            group.rules.size() <= kMaxCompared) {
            GroupConflicts(subject, group, subject.notes[i], targets, report)
                .run();
        }
    }
}

}  // namespace robots::lint
