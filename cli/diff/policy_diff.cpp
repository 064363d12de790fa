#include "cli/diff/policy_diff.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/diff/recognition.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/site/host.hpp"

namespace robotsctl {

namespace {

using robots::Robots;
using robots::Site;
using HostClaim = robots::Policy::HostClaim;

std::string claim_text(const HostClaim& claim) {
    std::string out;
    if (claim.scheme) {
        out += std::string(to_string(*claim.scheme)) + "://";
    }
    out += claim.host;
    if (claim.port) {
        out += ':' + std::to_string(*claim.port);
    }
    return out;
}

// The ports for which either policy claims one host, and whether a claim on
// this host has a scheme.
struct ClaimedParts {
    std::set<std::uint16_t> ports;
    bool have_schemes = false;
};

std::map<std::string, ClaimedParts> parts_of_hosts(
    const robots::Policy& before, const robots::Policy& after) {
    std::map<std::string, ClaimedParts> out;
    for (const robots::Policy* policy : {&before, &after}) {
        for (const HostClaim& claim : policy->claims()) {
            ClaimedParts& parts = out[claim.host];
            if (claim.port) {
                parts.ports.insert(*claim.port);
            }
            parts.have_schemes = parts.have_schemes || claim.scheme.has_value();
        }
    }
    return out;
}

// Returns the claims on a host that can lead to different sites: one for each
// port in `parts`, and one without a port for all other ports. If `parts` has
// schemes, there are two of each claim, one for each scheme.
std::vector<HostClaim> claims_of(const std::string& host,
                                 const ClaimedParts& parts) {
    std::vector<std::optional<robots::Scheme>> schemes{std::nullopt};
    if (parts.have_schemes) {
        schemes = {robots::Scheme::http, robots::Scheme::https};
    }
    std::vector<HostClaim> out;
    for (const auto& scheme : schemes) {
        out.push_back({host, std::nullopt, scheme});
        for (const std::uint16_t port : parts.ports) {
            out.push_back({host, port, scheme});
        }
    }
    return out;
}

// Returns an authority that the claim matches. If the claim has no port, the
// authority has a port that is not in `parts`. The "*" of a wildcard stays in
// the host, because only the wildcard matches a label "*".
robots::Authority authority_of(const HostClaim& claim,
                               const ClaimedParts& parts) {
    const bool https = claim.port ? *claim.port == 443 : false;
    const robots::Scheme scheme = claim.scheme.value_or(
        https ? robots::Scheme::https : robots::Scheme::http);
    std::uint16_t port = claim.port.value_or(robots::default_port(scheme));
    for (std::uint16_t other = 1; !claim.port && parts.ports.count(port) != 0;
         ++other) {
        port = other;
    }
    return {claim.host, port, scheme};
}

// The two sites that are compared.
struct Sides {
    Profile before;
    Profile after;
};

// A crawler that may have its own rules, and the result of
// recognition_changes() for it.
struct NamedCrawler {
    std::string token;
    LineChanges recognition;
};

// Returns how the recognition of a crawler changes on the compared sites.
LineChanges recognition_on(const Sides& sides, const NamedCrawler& crawler) {
    const LineChanges& lines = crawler.recognition;
    if (lines.empty()) {
        return {};
    }
    const bool was_known = sides.before.knows(crawler.token);
    const bool is_known = sides.after.knows(crawler.token);
    if (was_known == is_known && (!is_known || lines.removed == lines.added)) {
        return {};
    }
    return changes(was_known ? lines.removed : SpelledLines{},
                   is_known ? lines.added : SpelledLines{});
}

// Returns the changes for each of `crawlers`, and for all other crawlers.
std::vector<CrawlerChange> crawler_changes(
    Sides& sides, const std::vector<NamedCrawler>& crawlers) {
    const auto groups_of = [&sides](const std::string& token) {
        return std::pair(sides.before.group(token), sides.after.group(token));
    };
    const auto budgets_of = [&sides](const std::string& token) {
        return std::pair(sides.before.budgets(token),
                         sides.after.budgets(token));
    };
    const auto all_others = groups_of("*");
    const auto budgets_of_all = budgets_of("*");
    std::map<LineChanges, std::vector<std::string>> alike;
    const auto note = [&](const NamedCrawler& crawler) {
        const std::string& token = crawler.token;
        const auto [before, after] = groups_of(token);
        LineChanges lines =
            changes(sides.before.of(before), sides.after.of(after));
        const auto [old_budgets, new_budgets] = budgets_of(token);
        for (LineChanges more : {changes(old_budgets, new_budgets),
                                 recognition_on(sides, crawler)}) {
            lines.removed.merge(more.removed);
            lines.added.merge(more.added);
        }
        if (!lines.empty()) {
            alike[std::move(lines)].push_back(token);
        }
    };
    note({"*", {}});
    for (const NamedCrawler& each : crawlers) {
        if (!recognition_on(sides, each).empty() ||
            groups_of(each.token) != all_others ||
            budgets_of(each.token) != budgets_of_all) {
            note(each);
        }
    }
    std::vector<CrawlerChange> out;
    out.reserve(alike.size());
    for (auto& [lines, tokens] : alike) {
        out.push_back({std::move(tokens), lines});
    }
    std::sort(out.begin(), out.end(),
              [](const CrawlerChange& a, const CrawlerChange& b) {
                  return a.crawlers < b.crawlers;
              });
    return out;
}

SpelledLines lines_in(const std::string& text) {
    SpelledLines out;
    for (const std::string& line : robots::split_lines(text)) {
        const std::string_view trimmed = robots::trim(line, " \t\r");
        if (!trimmed.empty()) {
            out.emplace(trimmed);
        }
    }
    return out;
}

// Removes lines from `lines` that have the same meaning as a line in `known`.
// If `change` has changes that crawlers can notice, these may be the reason why
// lines about crawlers differ. In this case, also removes all lines about
// crawlers (is_about_crawlers()).
void remove_known(const SpelledLines& known, const SiteChange& change,
                  SpelledLines& lines) {
    for (auto it = lines.begin(); it != lines.end();) {
        const bool is_part =
            known.count(spelled_text(*it)) != 0 ||
            (change.means_something() && is_about_crawlers(*it));
        it = is_part ? lines.erase(it) : std::next(it);
    }
}

// Returns the lines that differ in the text and that `change` does not explain.
TextChange text_change(const Sides& sides, const SiteChange& change) {
    LineChanges known = change.lines;
    for (const CrawlerChange& crawlers : change.crawlers) {
        known.removed.insert(crawlers.lines.removed.begin(),
                             crawlers.lines.removed.end());
        known.added.insert(crawlers.lines.added.begin(),
                           crawlers.lines.added.end());
    }
    const std::string& before = sides.before.text();
    const std::string& after = sides.after.text();
    TextChange out;
    out.lines = changes(lines_in(before), lines_in(after));
    out.order =
        out.lines.empty() && !change.means_something() && before != after;
    remove_known(known.removed, change, out.lines.removed);
    remove_known(known.added, change, out.lines.added);
    return out;
}

// Returns the crawlers that may have their own rules: the crawlers of the
// catalogue, and the crawlers that a group mentions.
std::vector<NamedCrawler> crawlers_with_rules(const robots::Policy& before,
                                              const robots::Policy& after) {
    std::map<std::string, std::string> by_folded;
    for (const robots::Policy* policy : {&before, &after}) {
        for (const robots::Crawler& crawler : policy->crawlers().entries()) {
            by_folded.emplace(robots::fold(crawler.token), crawler.token);
        }
    }
    std::vector<NamedCrawler> out;
    out.reserve(by_folded.size());
    for (const auto& [folded, token] : by_folded) {
        out.push_back({token, recognition_changes(before.crawlers(),
                                                  after.crawlers(), token)});
    }
    return out;
}

}  // namespace

std::vector<SiteChange> diff_policies(const robots::Policy& before,
                                      const robots::Policy& after, bool text) {
    std::map<std::pair<const Site*, const Site*>, std::set<std::string>> hosts;
    const std::pair defaults(before.default_site(), after.default_site());
    for (const auto& [host, parts] : parts_of_hosts(before, after)) {
        for (const HostClaim& claim : claims_of(host, parts)) {
            const robots::Authority authority = authority_of(claim, parts);
            const std::pair sites(before.find(authority),
                                  after.find(authority));
            if (sites != defaults) {
                hosts[sites].insert(claim_text(claim));
            }
        }
    }
    hosts[defaults].insert("default");
    const std::vector<NamedCrawler> crawlers =
        crawlers_with_rules(before, after);
    const auto robots_of = [](const Site* site) -> const Robots* {
        return site == nullptr ? nullptr : site->robots.get();
    };
    // If several sites share a robots.txt, it is compared only once.
    std::map<std::pair<const Robots*, const Robots*>, SiteChange> compared;
    std::vector<SiteChange> out;
    for (auto& [sites, names] : hosts) {
        const std::pair pair(robots_of(sites.first), robots_of(sites.second));
        const auto [at, is_new] = compared.try_emplace(pair);
        if (is_new) {
            Sides sides{{pair.first, before.crawlers()},
                        {pair.second, after.crawlers()}};
            at->second.crawlers = crawler_changes(sides, crawlers);
            at->second.lines =
                changes(sides.before.of_site(), sides.after.of_site());
            if (text) {
                at->second.text = text_change(sides, at->second);
            }
        }
        SiteChange change = at->second;
        if (!change.means_something() && change.text.empty()) {
            continue;
        }
        change.hosts.assign(names.begin(), names.end());
        change.before = sites.first ? sites.first->name : "";
        change.after = sites.second ? sites.second->name : "";
        out.push_back(std::move(change));
    }
    std::sort(out.begin(), out.end(),
              [](const SiteChange& a, const SiteChange& b) {
                  return a.hosts < b.hosts;
              });
    return out;
}

}  // namespace robotsctl
