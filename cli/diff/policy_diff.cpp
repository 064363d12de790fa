#include "cli/diff/policy_diff.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/loader/build/policy_entry.hpp"

namespace robotsctl {

namespace {

using robots::Crawlers;
using robots::Robots;
using robots::Sighting;
using robots::Site;

std::string host_of(const HostClaim& claim) {
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

// A request that the claim matches. For a wildcard, "*" is the label in front:
// no site has that name.
robots::Authority authority_of(const HostClaim& claim) {
    const bool https = claim.port ? *claim.port == 443 : false;
    const robots::Scheme scheme = claim.scheme.value_or(
        https ? robots::Scheme::https : robots::Scheme::http);
    return {claim.host, claim.port.value_or(robots::default_port(scheme)),
            scheme};
}

Sighting sighting_of(const std::string& token, const Crawlers& crawlers) {
    const robots::Crawler* known = crawlers.find(token);
    return known == nullptr ? Sighting{token, robots::Category::other, nullptr}
                            : Sighting{known->token, known->category, known};
}

// Compares what two robots.txt ask of each crawler.
class Comparison {
  public:
    Comparison(const Robots* before, const Crawlers& before_crawlers,
               const Robots* after, const Crawlers& after_crawlers)
        : before_(before),
          after_(after),
          before_crawlers_(before_crawlers),
          after_crawlers_(after_crawlers) {}

    LineChanges of_site() const {
        return changes(before_.of_site(), after_.of_site());
    }

    // Of the lines that differ, those that are not among `change`.
    TextChange of_text(const SiteChange& change) const {
        LineChanges known = change.lines;
        for (const CrawlerChange& crawlers : change.crawlers) {
            known.removed.insert(crawlers.lines.removed.begin(),
                                 crawlers.lines.removed.end());
            known.added.insert(crawlers.lines.added.begin(),
                               crawlers.lines.added.end());
        }
        TextChange out;
        out.lines = changes(lines_in(before_.text()), lines_in(after_.text()));
        const bool same = out.lines.empty();
        remove_known(known.removed, change, out.lines.removed);
        remove_known(known.added, change, out.lines.added);
        out.order = same && !change.means_something() &&
                    before_.text() != after_.text();
        return out;
    }

    std::vector<CrawlerChange> of_crawlers() {
        std::map<LineChanges, std::vector<std::string>> alike;
        const Pair all_others{named(before_, "*"), named(after_, "*")};
        note(all_others, "*", alike);
        for (const std::string& token : tokens()) {
            const Pair pair{
                select(before_, before_crawlers_, token),
                select(after_, after_crawlers_, token),
            };
            if (pair != all_others) {
                note(pair, token, alike);
            }
        }
        std::vector<CrawlerChange> out;
        out.reserve(alike.size());
        for (auto& [lines, crawlers] : alike) {
            out.push_back({std::move(crawlers), lines});
        }
        std::sort(out.begin(), out.end(),
                  [](const CrawlerChange& a, const CrawlerChange& b) {
                      return a.crawlers < b.crawlers;
                  });
        return out;
    }

  private:
    using Pair = std::pair<const robots::Group*, const robots::Group*>;

    static bool binds(const Profile& side) {
        return side.robots() != nullptr && !side.robots()->settings->suspend;
    }

    static const robots::Group* named(const Profile& side,
                                      const std::string& token) {
        return binds(side) ? side.robots()->groups.named(token) : nullptr;
    }

    static const robots::Group* select(const Profile& side,
                                       const Crawlers& crawlers,
                                       const std::string& token) {
        return binds(side) ? side.robots()->groups.select(
                                 sighting_of(token, crawlers), crawlers)
                           : nullptr;
    }

    static Lines lines_in(const std::string& text) {
        Lines out;
        for (const std::string& line : robots::split_lines(text)) {
            const std::string_view trimmed = robots::trim(line, " \t\r");
            if (!trimmed.empty()) {
                out.emplace(trimmed);
            }
        }
        return out;
    }

    // Takes lines off `lines` that say what one of `known` says, and those that
    // may have to do with `change`.
    static void remove_known(const Lines& known, const SiteChange& change,
                             Lines& lines) {
        for (auto it = lines.begin(); it != lines.end();) {
            const bool is_part =
                known.count(spelled_text(*it)) != 0 ||
                (change.means_something() && is_about_crawlers(*it));
            it = is_part ? lines.erase(it) : std::next(it);
        }
    }

    void note(const Pair& pair, const std::string& token,
              std::map<LineChanges, std::vector<std::string>>& alike) {
        LineChanges lines =
            changes(before_.of(pair.first), after_.of(pair.second));
        if (!lines.empty()) {
            alike[std::move(lines)].push_back(token);
        }
    }

    // The crawlers that may have rules of their own: those of the catalogue,
    // and those that a group names.
    std::vector<std::string> tokens() const {
        std::map<std::string, std::string> out;
        for (const Crawlers* crawlers : {&before_crawlers_, &after_crawlers_}) {
            for (const robots::Crawler& crawler : crawlers->entries()) {
                out.emplace(robots::fold(crawler.token), crawler.token);
            }
        }
        std::vector<std::string> tokens;
        tokens.reserve(out.size());
        for (auto& [folded, token] : out) {
            tokens.push_back(std::move(token));
        }
        return tokens;
    }

    Profile before_;
    Profile after_;
    const Crawlers& before_crawlers_;
    const Crawlers& after_crawlers_;
};

// Compares pairs of sites. Sites that share a robots.txt are compared once.
class Comparisons {
  public:
    Comparisons(const Crawlers& before, const Crawlers& after, bool text)
        : before_(before), after_(after), text_(text) {}

    const SiteChange& of(const Site* before, const Site* after) {
        const Robots* old_robots = before ? before->robots.get() : nullptr;
        const Robots* new_robots = after ? after->robots.get() : nullptr;
        const auto [it, added] =
            done_.try_emplace(std::pair{old_robots, new_robots});
        if (added) {
            Comparison comparison(old_robots, before_, new_robots, after_);
            it->second.crawlers = comparison.of_crawlers();
            it->second.lines = comparison.of_site();
            if (text_) {
                it->second.text = comparison.of_text(it->second);
            }
        }
        return it->second;
    }

  private:
    const Crawlers& before_;
    const Crawlers& after_;
    bool text_;
    std::map<std::pair<const Robots*, const Robots*>, SiteChange> done_;
};

}  // namespace

std::vector<HostClaim> claims_in(const std::string& file,
                                 const robots::Variables& variables,
                                 const robots::PolicyRoots& roots) {
    using namespace robots::loader;
    std::vector<HostClaim> out;
    Findings findings;
    PolicyFiles files(findings, roots);
    if (!files.read_main(file)) {
        return out;
    }
    const PolicyFile& main = *files.all().front();
    const VariableSet set =
        read_variables(main.document.root(), main.index, variables, findings);
    const Reader reader(findings, set);
    SiteLists sites(read_policy(reader, files).site_lists);
    while (const auto site = sites.next(reader, files)) {
        for (const robots::SiteClaim& claim : claims_of(*site)) {
            out.push_back({std::string(claim.host), claim.port, claim.scheme});
        }
    }
    return out;
}

std::vector<SiteChange> diff_policies(const robots::Policy& before,
                                      const robots::Policy& after,
                                      const std::vector<HostClaim>& claims,
                                      bool text) {
    std::map<std::pair<const Site*, const Site*>, std::set<std::string>> hosts;
    for (const HostClaim& claim : claims) {
        const robots::Authority authority = authority_of(claim);
        hosts[{before.find(authority), after.find(authority)}].insert(
            host_of(claim));
    }
    hosts[{before.default_site(), after.default_site()}].insert("default");
    Comparisons comparisons(before.crawlers(), after.crawlers(), text);
    std::vector<SiteChange> out;
    for (auto& [sites, names] : hosts) {
        SiteChange change = comparisons.of(sites.first, sites.second);
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
