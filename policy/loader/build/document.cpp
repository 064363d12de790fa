#include "policy/loader/build/document.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/loader/build/inheritance.hpp"
#include "policy/robots_txt/mentions.hpp"

namespace robots::loader {

namespace {

template <class Item>
void append(std::vector<Item>& to, const std::vector<Item>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

using Tokens = std::set<std::string>;  // folded tokens

// Adds the tokens of the categories or operators of `entry` to `group`, except
// the tokens in `named`. For a published group, `named` must have the tokens
// that published groups name. For a private group, it must have the tokens that
// private groups name.
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
        sort_folded(group.user_agents);
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

RobotsGroup group_of(const GroupEntry& entry, const CatalogueTokens& catalogue,
                     const Tokens& named) {
    RobotsGroup group;
    group.place = entry.place;
    group.is_private = entry.is_private;
    for (const Text& token : entry.user_agents) {
        group.user_agents.push_back(token.value);
    }
    add_catalogued(entry, catalogue, named, group);
    group.rules = entry.rules;
    take_pace(entry, group);
    group.comments = entry.comment.value_or(std::vector<std::string>{});
    return group;
}

void add_lines(const std::optional<std::vector<Text>>& texts, const char* key,
               std::vector<OtherLine>& lines) {
    if (texts) {
        for (const Text& text : *texts) {
            lines.emplace_back(key, text.value);
        }
    }
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

// Returns the layer of each of the `count` rules of a group. A layer is a body
// that rules come from. The inherited rules are first, and the rules of `entry`
// are last.
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

bool says_in(const BodyEntry& body, Dialect dialect) {
    return body.dialects()[static_cast<std::size_t>(dialect)];
}

bool is_for_all(const GroupEntry& group) {
    return std::any_of(group.user_agents.begin(), group.user_agents.end(),
                       [](const Text& token) { return token.value == "*"; });
}

template <class Line>
std::vector<OtherLine> lines_of(const std::vector<Line>& said) {
    UseOfContent use;
    for (const Line& line : said) {
        use.add(line);
    }
    return use.lines();
}

// Makes the lines for the `usage` of a body, once for all groups of the body.
class UseOfGroups {
  public:
    explicit UseOfGroups(const BodyEntry& body) {
        if (says_in(body, Dialect::content_signal)) {
            signals_ = lines_of(signals_of(body.usage->value));
        }
        if (says_in(body, Dialect::content_usage)) {
            usage_ = lines_of(usage_of(body.usage->value));
        }
    }

    // Adds the lines about the use of content to `group`: one line for each
    // path and dialect, and the lines for licenses. If `entry` has
    // `content_signal` or `content_usage`, adds the lines of this key instead
    // of the lines that the `usage` of the body has in the same dialect.
    void add_to(RobotsGroup& group, const GroupEntry& entry) const {
        group.has_site_signals = entry.content_signal.empty();
        group.has_site_usage = !entry.content_usage;
        group.other =
            group.has_site_signals ? signals_ : lines_of(entry.content_signal);
        append(group.other,
               group.has_site_usage ? usage_ : lines_of(*entry.content_usage));
        add_lines(entry.license, "License", group.other);
    }

  private:
    std::vector<OtherLine> signals_;
    std::vector<OtherLine> usage_;
};

// Returns a group for "*" if `body` has `usage` in a dialect of robots.txt and
// has no group for "*". Without this group, crawlers that no group names would
// not read the `usage`.
std::optional<GroupEntry> group_for_others(const BodyEntry& body) {
    const bool says = says_in(body, Dialect::content_signal) ||
                      says_in(body, Dialect::content_usage);
    if (!says ||
        std::any_of(body.groups->begin(), body.groups->end(), is_for_all)) {
        return std::nullopt;
    }
    GroupEntry group;
    group.place = body.usage->place;
    group.user_agents.push_back({"*", body.usage->place});
    return group;
}

// The maximum number of tokens in all groups of a document together. Thousands
// of groups for a category with hundreds of crawlers would exceed it.
constexpr std::size_t kMostAgents = 250000;

// The maximum size of all lines about the use of content. The lines for the
// `usage` of a site are repeated in each group. Only an eighth of this size
// fits into a robots.txt.
constexpr std::size_t kMostUse = 8 * kMaxRobotsTxt;

std::size_t octets_of(const std::vector<OtherLine>& lines) {
    std::size_t octets = 0;
    for (const auto& [field, value] : lines) {
        octets += field.size() + value.size();
    }
    return octets;
}

// Adds either the private or the published groups to `document`. Leaves out a
// group without crawlers: its category may have no crawler, or other groups may
// have the tokens of all crawlers of the category. Counts tokens in `agents`.
// Returns false if the groups name too many crawlers, or if their lines are too
// large.
bool add_groups(const BodyEntry& body, bool is_private,
                const CatalogueTokens& catalogue, Document& document,
                GroupEntries& kept, std::size_t& agents, Findings& findings) {
    Tokens named;
    for (const GroupEntry& entry : *body.groups) {
        for (const Text& token : entry.user_agents) {
            if (entry.is_private == is_private) {
                named.insert(fold(token.value));
            }
        }
    }
    const UseOfGroups use(body);
    std::size_t octets = 0;
    for (const GroupEntry& entry : *body.groups) {
        if (entry.is_private != is_private ||
            !check_operators(entry, catalogue, findings)) {
            continue;
        }
        RobotsGroup group = group_of(entry, catalogue, named);
        agents += group.user_agents.size();
        if (agents > kMostAgents) {
            findings.error(entry.place, "too-many-groups",
                           "the groups up to this one name more than 250,000 "
                           "crawlers in all; write one group for a category");
            return false;
        }
        if (!is_private) {
            use.add_to(group, entry);
        }
        octets += octets_of(group.other);
        if (octets > kMostUse) {
            findings.error(entry.place, "body-too-large",
                           "what the groups up to this one say of the use of "
                           "content takes more than 4 MB; write fewer paths in "
                           "`usage`, or fewer groups");
            return false;
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
    return true;
}

// Makes both views from `all`, in which the first `published` groups are
// published and the other groups are private. For the published view, removes
// the private groups. For the enforced view, removes the tokens of the private
// groups from the published groups.
Documents views_of(Document all, std::size_t published) {
    if (published == all.notes.size()) {
        const auto both = std::make_shared<const Document>(std::move(all));
        return {both, both};
    }
    Tokens own;
    auto& groups = all.text.groups;
    for (std::size_t i = published; i < groups.size(); ++i) {
        for (const std::string& token : groups[i].user_agents) {
            own.insert(fold(token));
        }
    }
    Document shown = all;
    shown.text.groups.resize(published);
    shown.notes.resize(published);
    for (std::size_t i = 0; i < published; ++i) {
        auto& taken_from = shown.notes[i].taken_from;
        if (taken_from && own.count(fold(taken_from->token)) != 0) {
            taken_from.reset();  // the private group enforces it
        }
        auto& agents = groups[i].user_agents;
        agents.erase(std::remove_if(agents.begin(), agents.end(),
                                    [&own](const std::string& token) {
                                        return own.count(fold(token)) != 0;
                                    }),
                     agents.end());
    }
    return {std::make_shared<const Document>(std::move(shown)),
            std::make_shared<const Document>(std::move(all))};
}

}  // namespace

std::optional<Documents> compose(const BodyEntry& body,
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
    GroupEntries entries;
    std::size_t agents = 0;
    if (!add_groups(body, false, catalogue, document, entries, agents,
                    findings)) {
        return std::nullopt;
    }
    const std::size_t published = entries.size();
    find_published_parts(catalogue, document);
    if (!add_groups(body, true, catalogue, document, entries, agents,
                    findings)) {
        return std::nullopt;
    }
    find_taken_tokens(catalogue, entries, document);
    if (!take_over_inherited(entries, document.text.groups, findings) ||
        findings.errors() != errors) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        document.notes[i].layers =
            layers_of(*entries[i], document.text.groups[i].rules.size());
    }
    add_lines(body.license, "License", document.text.other);
    add_lines(body.sitemap, "Sitemap", document.text.other);
    add_lines(body.clean_param, "Clean-param", document.text.other);
    append(document.text.other, body.lines.value_or(std::vector<OtherLine>{}));
    return views_of(std::move(document), published);
}

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
                       "unknown operator " + cited(name.value) +
                           (hint.empty() ? "; `robotsctl crawlers` lists the "
                                           "operators of the catalogue"
                                         : hint));
    }
    return fine;
}

std::vector<Shared<Enforcement>> enforcement_of(
    const Document& document, const EnforcementOverride& level,
    EnforcementPool& pool) {
    std::vector<Shared<Enforcement>> out;
    std::string key;
    for (const lint::GroupNotes& notes : document.notes) {
        Enforcement settled =
            notes.own_enforce.on_top_of(level).over(Enforcement{});
        key.clear();
        append_fingerprint(key, settled);
        out.push_back(pool.at(key, [&settled] { return std::move(settled); }));
    }
    return out;
}

}  // namespace robots::loader
