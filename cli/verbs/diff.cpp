// robotsctl diff: what changes between two policies, and for which crawlers.

#include <algorithm>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "cli/diff/policy_diff.hpp"
#include "cli/log/log_merge.hpp"
#include "cli/log/log_options.hpp"
#include "cli/options/policy_option.hpp"
#include "cli/output/json.hpp"
#include "cli/output/table.hpp"
#include "cli/output/text.hpp"
#include "cli/replay/replay.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/utf8.hpp"

namespace robotsctl {

namespace {

struct DiffOptions {
    std::string before;
    std::string after;
    LoadingOptions loading;
    std::vector<std::string> logs;
    LogLinesOption lines;
    bool text = false;
    bool json = false;
};

// Returns "a, b and 12 more".
std::string listing(const std::vector<std::string>& items) {
    constexpr std::size_t kShown = 8;
    std::string out;
    for (std::size_t i = 0; i < items.size() && i < kShown; ++i) {
        out += (i == 0 ? "" : ", ") + (items[i] == "*"
                                           ? "* (all other crawlers)"
                                           : robots::printable(items[i]));
    }
    if (items.size() > kShown) {
        out += " and " + count_text(items.size() - kShown) + " more";
    }
    return out;
}

// A group of sites with the same changes, which are printed once.
struct AlikeSites {
    std::vector<std::string> hosts;
    std::string text;  // what changes, and between which sites
};

// How much changes. If several sites have the same changes, each line is
// printed and counted once.
struct Extent {
    std::size_t sites = 0;
    std::set<std::string> crawlers;
    std::size_t removed = 0;
    std::size_t added = 0;

    void add(const LineChanges& lines) {
        removed += lines.removed.size();
        added += lines.added.size();
    }
};

std::string lines_text(const LineChanges& lines) {
    std::string out;
    for (const std::string& line : lines.removed) {
        out +=
            "    " + styled("- " + robots::printable(line), Look::bad) + '\n';
    }
    for (const std::string& line : lines.added) {
        out +=
            "    " + styled("+ " + robots::printable(line), Look::good) + '\n';
    }
    return out;
}

std::string change_text(const SiteChange& change) {
    std::string out;
    if (change.before != change.after) {
        const auto name = [](const std::string& site) {
            return site.empty() ? std::string("no site")
                                : "site " + robots::printable(site);
        };
        out += " (" + name(change.before) + " -> " + name(change.after) + ')';
    }
    out += '\n';
    if (!change.lines.empty()) {
        out += "  robots.txt:\n" + lines_text(change.lines);
    }
    for (const CrawlerChange& crawlers : change.crawlers) {
        out += "  " + listing(crawlers.crawlers) + ":\n" +
               lines_text(crawlers.lines);
    }
    if (!change.text.lines.empty()) {
        out += "  means nothing to crawlers:\n" + lines_text(change.text.lines);
    }
    if (change.text.order) {
        out += "  the same lines in another order\n";
    }
    return out;
}

void print_summary(const Extent& extent) {
    if (extent.sites == 0) {
        return;
    }
    const std::size_t others = extent.crawlers.count("*");
    const std::size_t named = extent.crawlers.size() - others;
    std::cout << counted(extent.sites, "site")
              << (extent.sites == 1 ? " changes" : " change");
    if (named > 0) {
        std::cout << " for " << counted(named, "crawler")
                  << (others > 0 ? " and all others" : "");
    } else if (others > 0) {
        std::cout << " for all crawlers";
    }
    std::cout << ": " << counted(extent.removed, "rule") << " removed, "
              << count_text(extent.added) << " added.\n\n";
}

void print_texts(const std::vector<SiteChange>& changes) {
    std::vector<AlikeSites> all;
    std::unordered_map<std::string, std::size_t> places;
    Extent extent;
    for (const SiteChange& change : changes) {
        extent.sites += change.means_something() ? 1 : 0;
        const auto [place, is_new] =
            places.try_emplace(change_text(change), all.size());
        if (is_new) {
            all.push_back({{}, place->first});
            extent.add(change.lines);
            for (const CrawlerChange& each : change.crawlers) {
                extent.crawlers.insert(each.crawlers.begin(),
                                       each.crawlers.end());
                extent.add(each.lines);
            }
        }
        std::vector<std::string>& hosts = all[place->second].hosts;
        hosts.insert(hosts.end(), change.hosts.begin(), change.hosts.end());
    }
    print_summary(extent);
    for (const AlikeSites& sites : all) {
        std::cout << styled(listing(sites.hosts), Look::bold) << sites.text;
    }
}

void print_change_json(const SiteChange& change, bool text) {
    Json crawlers = Json::array();
    for (const CrawlerChange& group : change.crawlers) {
        crawlers.push_back({{"crawlers", group.crawlers},
                            {"removed", group.lines.removed},
                            {"added", group.lines.added}});
    }
    Json out{{"hosts", change.hosts},
             {"old_site", json_or_null(change.before)},
             {"new_site", json_or_null(change.after)},
             {"removed", change.lines.removed},
             {"added", change.lines.added},
             {"crawlers", crawlers}};
    if (text) {
        out["means_nothing"] = {{"removed", change.text.lines.removed},
                                {"added", change.text.lines.added},
                                {"order", change.text.order}};
    }
    print(out);
}

void print_verdicts(const VerdictDiff& verdicts, bool json) {
    if (json) {
        for (const VerdictChange& change : verdicts.changes) {
            print({{"crawler", change.crawler},
                   {"old_verdict", change.before},
                   {"new_verdict", change.after},
                   {"requests", change.requests},
                   {"example", change.example}});
        }
        return;
    }
    std::cout << count_text(verdicts.different) << " of "
              << counted(verdicts.requests, "request")
              << " would be judged differently.\n";
    if (verdicts.different == 0) {
        return;
    }
    Table table(
        {{"Crawler"}, {"Requests", kRight}, {"Old"}, {"New"}, {"Example"}});
    for (const VerdictChange& change : verdicts.changes) {
        table.add({change.crawler, count_text(change.requests), change.before,
                   change.after, change.example});
    }
    std::cout << table.text();
}

// Prints the requests of the logs that the policies judge differently. Returns
// whether any request differs.
bool diff_logs(const robots::Policy& before, const robots::Policy& after,
               const DiffOptions& options) {
    const std::optional<robots::Url> url = options.lines.url();
    LogMerge log(options.logs, options.lines.reading());
    const VerdictDiff verdicts = diff_verdicts(before, after, url, log);
    const LogCounts& counts = log.counts();
    for (const std::string& problem : counts.problems) {
        complain(problem);
    }
    for (const std::string& sample : counts.samples) {
        complain("unreadable line " + sample);
    }
    if (counts.unreadable > 0) {
        complain(counted(counts.unreadable, "unreadable line"));
    }
    print_verdicts(verdicts, options.json);
    check_readable(counts);
    return verdicts.different > 0;
}

int diff(const DiffOptions& options) {
    const auto before = options.loading.load(options.before);
    const auto after = options.loading.load(options.after);
    if (before == nullptr || after == nullptr) {
        throw Unusable();
    }
    const std::vector<SiteChange> changes =
        diff_policies(*before, *after, options.text);
    bool differ = std::any_of(
        changes.begin(), changes.end(),
        [](const SiteChange& change) { return change.means_something(); });
    if (options.json) {
        for (const SiteChange& change : changes) {
            print_change_json(change, options.text);
        }
    } else {
        print_texts(changes);
    }
    if (!options.logs.empty()) {
        differ = diff_logs(*before, *after, options) || differ;
    }
    return differ ? kNo : kFine;
}

}  // namespace

void add_diff(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<DiffOptions>(
        app, run, "diff",
        "compare two policies: what changes, and for which crawlers", diff);
    verb.add_option("OLD", options.before, "the old YAML policy")
        ->type_name("FILE")
        ->required();
    verb.add_option("NEW", options.after, "the new YAML policy")
        ->type_name("FILE")
        ->required();
    options.loading.add_to(verb);
    verb.add_option("--log", options.logs,
                    "an access log; judge its requests by both policies")
        ->type_name("FILE")
        ->allow_extra_args(false);
    options.lines.add_to(verb);
    verb.add_flag("--text", options.text,
                  "also show what differs in the text of robots.txt and "
                  "means nothing to crawlers");
    verb.add_flag("--json", options.json, "print JSON Lines");
}

}  // namespace robotsctl
