#include "policy/loader/build/document.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/loader/build/use_of_group.hpp"
#include "policy/robots_txt/mentions.hpp"

namespace robots::loader {

namespace {

template <class Item>
void append(std::vector<Item>& to, const std::vector<Item>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

using GroupEntries = std::vector<const GroupEntry*>;

// Gives each group the rules of the group that it inherits from.
class Inheritance {
  public:
    Inheritance(const GroupEntries& entries, std::vector<RobotsGroup>& groups,
                Findings& findings)
        : entries_(entries),
          groups_(groups),
          findings_(findings),
          state_(groups.size(), State::open) {
        const bool some = std::any_of(
            entries.begin(), entries.end(),
            [](const GroupEntry* entry) { return entry->inherit.has_value(); });
        for (std::size_t i = 0; some && i < groups.size(); ++i) {
            for (const std::string& token : groups[i].user_agents) {
                by_token_[fold(token)].push_back(i);
            }
        }
    }

    bool run() {
        bool fine = true;
        for (std::size_t i = 0; i < groups_.size() && !too_large_; ++i) {
            fine = settle(i) && fine;
        }
        return fine;
    }

  private:
    enum class State { open, busy, settled, failed };

    // Settles group `first` and, before it, all that it inherits from, step by
    // step: a chain may be as long as a document has groups.
    bool settle(std::size_t first) {
        std::vector<std::size_t> pending{first};
        while (!pending.empty()) {
            const std::size_t at = pending.back();
            if (state_[at] == State::settled || state_[at] == State::failed) {
                pending.pop_back();
                continue;
            }
            const bool fine = step(at, pending);
            if (!fine) {
                for (const std::size_t failed : pending) {
                    state_[failed] = State::failed;
                }
                return false;
            }
        }
        return state_[first] == State::settled;
    }

    // One step of settle: takes over the rules of what is settled, or puts what
    // is not on top of `pending`.
    bool step(std::size_t at, std::vector<std::size_t>& pending) {
        if (!entries_[at]->inherit) {
            state_[at] = State::settled;
            return account(at, {});
        }
        const Text& from = *entries_[at]->inherit;
        const auto it = by_token_.find(fold(from.value));
        if (it == by_token_.end()) {
            findings_.error(from.place, "unknown-group",
                            "unknown group " + quoted(from.value) +
                                " in `inherit`; no group here is for it");
            return false;
        }
        bool ready = true;
        for (const std::size_t source : it->second) {
            if (source == at || (state_[source] == State::busy)) {
                findings_.error(from.place, "inherit-cycle",
                                "this group inherits from itself, directly or "
                                "through others; remove one `inherit`");
                return false;
            }
            if (state_[source] == State::failed) {
                return false;
            }
            if (state_[source] == State::open) {
                pending.push_back(source);
                ready = false;
            }
        }
        state_[at] = ready ? State::settled : State::busy;
        if (!ready) {
            return true;
        }
        if (!account(at, it->second)) {
            return false;
        }
        take_over(at, it->second);
        return true;
    }

    void take_over(std::size_t at, const std::vector<std::size_t>& sources) {
        RobotsGroup& group = groups_[at];
        RobotsGroup base;
        for (const std::size_t source : sources) {
            append(base.rules, groups_[source].rules);
            add_pace(base, groups_[source]);
        }
        append(base.rules, group.rules);
        group.rules = std::move(base.rules);
        if (!group.crawl_delay) {
            group.crawl_delay = base.crawl_delay;
            group.pace_places.crawl_delay = base.pace_places.crawl_delay;
        }
        if (!entries_[at]->request_rates) {
            group.request_rates = std::move(base.request_rates);
            group.pace_places.request_rates = base.pace_places.request_rates;
        }
        if (!entries_[at]->visit_times) {
            group.visit_times = std::move(base.visit_times);
            group.pace_places.visit_times = base.pace_places.visit_times;
        }
    }

    // The octets that what a group says takes in a robots.txt at least.
    static std::size_t octets_of(const RobotsGroup& group, bool rates,
                                 bool windows) {
        constexpr std::string_view kRate = "Request-rate: 1/1\n";
        constexpr std::string_view kWindow = "Visit-time: 0000-2400\n";
        std::size_t octets = 0;
        for (const RuleLine& rule : group.rules) {
            octets += rule.path.size() + std::string_view("Allow: \n").size();
        }
        octets += rates ? group.request_rates.size() * kRate.size() : 0;
        octets += windows ? group.visit_times.size() * kWindow.size() : 0;
        return octets;
    }

    // Inherited lines multiply, so their sum is bounded before they are copied.
    bool account(std::size_t at, const std::vector<std::size_t>& sources) {
        octets_ += octets_of(groups_[at], true, true);
        for (const std::size_t source : sources) {
            octets_ += octets_of(groups_[source], !entries_[at]->request_rates,
                                 !entries_[at]->visit_times);
        }
        if (octets_ <= kMaxRobotsTxt) {
            return true;
        }
        too_large_ = true;
        findings_.error(groups_[at].place, "body-too-large",
                        "this group's rules make robots.txt larger than 500 "
                        "KiB, and crawlers read no further");
        return false;
    }

    const GroupEntries& entries_;
    std::vector<RobotsGroup>& groups_;
    Findings& findings_;
    std::vector<State> state_;
    std::map<std::string, std::vector<std::size_t>> by_token_;
    std::size_t octets_ = 0;
    bool too_large_ = false;
};

using Tokens = std::set<std::string>;  // folded

// The crawlers of a group's categories or operators that no group names itself.
void add_catalogued(const GroupEntry& entry, const CatalogueTokens& catalogue,
                    const Tokens& named, RobotsGroup& group) {
    catalogue.for_each_of(entry, [&](const auto& tokens) {
        for (const std::string& token : tokens) {
            if (named.count(fold(token)) == 0) {
                group.user_agents.push_back(token);
            }
        }
    });
    if (entry.categories.size() + entry.operators.size() > 1) {
        std::sort(group.user_agents.begin(), group.user_agents.end(),
                  [](const std::string& a, const std::string& b) {
                      return fold(a) < fold(b);
                  });
    }
}

void take_pace(const GroupEntry& entry, RobotsGroup& group) {
    if (entry.crawl_delay) {
        group.crawl_delay = entry.crawl_delay->value;
        group.pace_places.crawl_delay = entry.crawl_delay->place;
    }
    if (entry.request_rates) {
        group.request_rates = entry.request_rates->value;
        group.pace_places.request_rates = entry.request_rates->place;
    }
    if (entry.visit_times) {
        group.visit_times = entry.visit_times->value;
        group.pace_places.visit_times = entry.visit_times->place;
    }
}

RobotsGroup group_of(const BodyEntry& body, const GroupEntry& entry,
                     const CatalogueTokens& catalogue, const Tokens& named) {
    RobotsGroup group;
    group.place = entry.place;
    for (const Text& token : entry.user_agents) {
        group.user_agents.push_back(token.value);
    }
    add_catalogued(entry, catalogue, named, group);
    group.rules = entry.rules;
    take_pace(entry, group);
    group.comments = entry.comment.value_or(std::vector<std::string>{});
    add_use(body, entry, group);
    return group;
}

void add_lines(const std::optional<std::vector<Text>>& texts, const char* key,
               RobotsTxt& document) {
    if (texts) {
        for (const Text& text : *texts) {
            document.other.emplace_back(key, text.value);
        }
    }
}

// Whether the catalogue has all operators that a group names; if not, that is
// an error.
bool check_operators(const GroupEntry& entry, const CatalogueTokens& catalogue,
                     Findings& findings) {
    bool fine = true;
    for (const Text& name : entry.operators) {
        if (catalogue.of_operator(name.value) != nullptr) {
            continue;
        }
        fine = false;
        const std::string hint = catalogue.operator_like(name.value);
        findings.error(name.place, "unknown-operator",
                       "unknown operator " + quoted(name.value) +
                           (hint.empty() ? "; `robotsctl crawlers` lists the "
                                           "operators of the catalogue"
                                         : hint));
    }
    return fine;
}

lint::GroupNotes notes_of(const GroupEntry& entry) {
    lint::GroupNotes notes;
    notes.named = entry.user_agents;
    notes.inherits = entry.inherit.has_value();
    notes.own_delay = entry.crawl_delay.has_value();
    notes.own_enforce = entry.enforce;
    notes.use_at = entry.use_at;
    notes.ignored = entry.ignored;
    return notes;
}

// The layer of each of the `count` rules of a group, of which the last are
// those that `entry` has itself.
std::vector<std::uint32_t> layers_of(const GroupEntry& entry,
                                     std::size_t count) {
    const std::size_t inherited = count - entry.rules.size();
    std::vector<std::uint32_t> out(count, lint::kInherited);
    for (std::size_t i = inherited; i < count; ++i) {
        const auto below = std::count_if(
            entry.layers.begin(), entry.layers.end(),
            [&](std::size_t start) { return start <= i - inherited; });
        out[i] = lint::kInherited + 1 + static_cast<std::uint32_t>(below);
    }
    return out;
}

// Names in all groups of a document together. Thousands of groups for a
// category of hundreds would multiply them.
constexpr std::size_t kMostAgents = 250000;

// The groups that are for somebody: a category may have no crawler, or only
// such as other groups name.
GroupEntries add_groups(const BodyEntry& body, const CatalogueTokens& catalogue,
                        Document& document, Findings& findings) {
    Tokens named;
    for (const GroupEntry& entry : *body.groups) {
        for (const Text& token : entry.user_agents) {
            named.insert(fold(token.value));
        }
    }
    GroupEntries kept;
    std::size_t agents = 0;
    for (const GroupEntry& entry : *body.groups) {
        if (!check_operators(entry, catalogue, findings)) {
            continue;
        }
        RobotsGroup group = group_of(body, entry, catalogue, named);
        agents += group.user_agents.size();
        if (agents > kMostAgents) {
            findings.error(entry.place, "too-many-groups",
                           "the groups up to this one name more than 250,000 "
                           "crawlers in all; write one group for a category");
            document.text.groups.clear();
            return {};
        }
        lint::GroupNotes notes = notes_of(entry);
        if (!entry.categories.empty()) {
            notes.parts = leave_out_parts(catalogue, group.user_agents);
        }
        if (group.user_agents.empty()) {
            findings.warning(
                entry.place, "empty-category",
                std::string("other groups name every crawler of this ") +
                    (entry.operators.empty() ? "category" : "operator") +
                    ", so this group applies to no crawler");
            continue;
        }
        document.text.groups.push_back(std::move(group));
        document.notes.push_back(std::move(notes));
        kept.push_back(&entry);
    }
    find_published_parts(catalogue, document);
    find_taken_tokens(catalogue, kept, document);
    return kept;
}

}  // namespace

std::optional<Document> compose(const BodyEntry& body,
                                const CatalogueTokens& catalogue,
                                Findings& findings) {
    if (auto others = group_for_others(body)) {
        BodyEntry with_others = body;
        std::vector<GroupEntry> groups = *body.groups;
        groups.push_back(std::move(*others));
        with_others.groups = std::move(groups);
        return compose(with_others, catalogue, findings);
    }
    Document document;
    document.text.header = body.comment.value_or(std::vector<std::string>{});
    const std::size_t errors = findings.errors();
    const GroupEntries entries =
        add_groups(body, catalogue, document, findings);
    Inheritance inheritance(entries, document.text.groups, findings);
    if (!inheritance.run() || findings.errors() != errors) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        document.notes[i].layers =
            layers_of(*entries[i], document.text.groups[i].rules.size());
    }
    add_lines(body.license, "License", document.text);
    add_lines(body.sitemap, "Sitemap", document.text);
    add_lines(body.clean_param, "Clean-param", document.text);
    append(document.text.other, body.lines.value_or(std::vector<OtherLine>{}));
    return document;
}

std::vector<Shared<Enforcement>> enforcement_of(
    const Document& document, const EnforcementOverride& level,
    EnforcementPool& pool) {
    std::vector<Shared<Enforcement>> out;
    std::string key;
    for (const lint::GroupNotes& notes : document.notes) {
        const Enforcement settled =
            notes.own_enforce.on_top_of(level).over(Enforcement{});
        key.clear();
        append_fingerprint(key, settled);
        out.push_back(pool.at(key, [&settled] { return settled; }));
    }
    return out;
}

}  // namespace robots::loader
