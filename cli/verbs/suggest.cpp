// robotsctl suggest: writes a policy that slows down crawlers that come too
// fast.

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/log/log_options.hpp"
#include "cli/log/timestamp.hpp"
#include "cli/options/values.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "cli/replay/replay.hpp"
#include "cli/replay/suggestion.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/loader/build/load.hpp"
#include "policy/loader/files/policy_copy.hpp"

namespace robotsctl {

namespace {

constexpr std::size_t kPartsShown = 3;

// Returns the site that the suggestion is for.
const robots::Site& site_of(const ReplayInput& from) {
    const robots::Policy& policy = *from.policy;
    const robots::Site* site =
        from.url
            ? policy.find({from.url->host, from.url->port, from.url->scheme})
        : policy.sites().size() == 1 ? &policy.sites().front()
                                     : nullptr;
    if (site == nullptr) {
        throw Unusable(
            from.url ? "--url: no site of the policy answers for this URL"
                     : "suggest is for one site, and the policy has several; "
                       "name one with --url");
    }
    if (site->robots->settings->publisher == robots::Publisher::application) {
        throw Unusable(
            "this site's robots.txt is that of the application; "
            "fetch it, and name it with --robots-txt instead of the policy");
    }
    return *site;
}

// Throws Unusable if a log cannot be read twice, for example a pipe. A folder
// or a missing file is not an error here, because reading it fails with a
// better message.
void check_readable_twice(const std::vector<std::string>& logs) {
    for (const std::string& log : logs) {
        std::error_code ignored;
        const auto status = std::filesystem::status(log, ignored);
        if (log == "-" || (exists(status) && !is_regular_file(status) &&
                           !is_directory(status))) {
            throw Unusable(
                "suggest reads the logs twice, so it cannot read them from " +
                (log == "-"
                     ? "standard input"
                     : robots::cited(log) + ", which is a pipe or a device") +
                "; name files, gzipped or not");
        }
    }
}

std::shared_ptr<const robots::Policy> load_text(const std::string& yaml) {
    const std::string name = "suggested.yaml";
    const robots::loader::PolicyCopy copy(name, yaml);
    const robots::Loaded loaded =
        robots::load_policy(name, {}, {}, {}, {}, &copy);
    for (const robots::Diagnostic& diagnostic : loaded.diagnostics) {
        if (diagnostic.severity == robots::Severity::error) {
            complain("the suggested policy does not load: " + diagnostic.text);
        }
    }
    if (loaded.policy == nullptr) {
        throw Unusable();
    }
    return loaded.policy;
}

// Whether the request may be that of a webhook or API client. Webhooks and API
// clients must not be slowed down, but a group with their token would slow them
// down.
bool may_be_client(const LogRecord& record, const robots::Sighting& crawler) {
    return crawler.contact_only ||
           robots::is_only_logged(crawler, robots::method_from(record.method));
}

// Finds out what the suggested policy would have done with the requests for
// `site`. Leaves out requests that may be those of webhooks or API clients.
void try_out(const ReplayInput& from, SiteOfLine& sites,
             const robots::Site& site, const std::string& yaml,
             std::vector<FastCrawler>& crawlers) {
    const auto policy = load_text(yaml);
    SiteOfLine suggested(sites, site, policy->sites().front());
    LogMerge log(from.logs, from.reading);
    const auto watch = [&crawlers](const LogRecord& record,
                                   const robots::Verdict& verdict) {
        if (!verdict.judged || may_be_client(record, verdict.crawler)) {
            return;
        }
        for (FastCrawler& crawler : crawlers) {
            if (robots::equal_folded(crawler.token, verdict.crawler.token)) {
                crawler.outcome.add(verdict);
            }
        }
    };
    (void)replay_log(*policy, suggested, from.slashes, watch, log);
}

void print_comment(const FastCrawler& crawler) {
    const CrawlerTraffic& traffic = crawler.traffic;
    std::cout << "# " << crawler.token << " came "
              << count_text(traffic.busiest_minute())
              << " times in its busiest minute, "
              << count_text(traffic.requests()) << " times in all.\n#   Mostly";
    const char* separator = " ";
    for (const Part& part : traffic.parts(kPartsShown)) {
        std::cout << std::exchange(separator, ", ") << part.name << " ("
                  << percent_text(part.requests, traffic.requests()) << ')';
    }
    if (!crawler.left_alone.empty()) {
        std::cout << ".\n#   " << crawler.left_alone
                  << ", so this policy leaves it alone.\n";
        return;
    }
    const OutcomeCounts& outcome = crawler.outcome;
    std::cout << ".\n#   One request every " << seconds_text(crawler.delay)
              << " would have delayed " << count_text(outcome.delayed)
              << " of them by up to " << seconds_text(outcome.longest_delay)
              << ", and refused " << count_text(outcome.refused) << ".\n";
}

void print_suggestion_text(const std::string& yaml, const ReplayResult& replay,
                           const std::vector<FastCrawler>& crawlers) {
    std::cout << "# Suggested by `robotsctl suggest` from "
              << counted(replay.counts.requests, "request") << ",\n# "
              << iso_text(replay.counts.first) << " to "
              << iso_text(replay.counts.last) << ".\n#\n";
    for (const FastCrawler& crawler : crawlers) {
        print_comment(crawler);
    }
    std::cout << "#\n# All else is as in the robots.txt of the site. Other "
                 "settings, such as `crawlers`,\n# `enforce` and "
                 "`x_robots_tag`, are not repeated here.\n"
              << yaml;
}

void print_suggestion_json(const std::string& yaml, const ReplayResult& replay,
                           const std::vector<FastCrawler>& crawlers) {
    Json list = Json::array();
    for (const FastCrawler& crawler : crawlers) {
        Json parts = Json::array();
        for (const Part& part : crawler.traffic.parts(kPartsShown)) {
            parts.push_back({{"part", part.name}, {"requests", part.requests}});
        }
        Json each{{"crawler", crawler.token},
                  {"requests", crawler.traffic.requests()},
                  {"busiest_minute", crawler.traffic.busiest_minute()},
                  {"busiest_hour", crawler.traffic.busiest_hour()},
                  {"asked_for", parts},
                  {"crawl_delay", nullptr},
                  {"left_alone", nullptr},
                  {"passed", crawler.outcome.passed},
                  {"delayed", crawler.outcome.delayed},
                  {"longest_delay", seconds(crawler.outcome.longest_delay)},
                  {"refused", crawler.outcome.refused}};
        if (crawler.left_alone.empty()) {
            each["crawl_delay"] = seconds(crawler.delay);
        } else {
            each["left_alone"] = crawler.left_alone;
        }
        list.push_back(std::move(each));
    }
    print({{"requests", replay.counts.requests},
           {"from", iso_text(replay.counts.first)},
           {"to", iso_text(replay.counts.last)},
           {"crawlers", list},
           {"policy", yaml}});
}

struct SuggestOptions {
    ReplayInputOption input;
    std::uint64_t too_many = 60;
    bool json = false;
};

// Reads the logs twice: first to find crawlers that came too fast, and then to
// try the suggested policy.
int suggest(SuggestOptions& options) {
    const ReplayInput from = options.input.read();
    check_readable_twice(from.logs);
    const robots::Site& site = site_of(from);
    Suggestion suggestion(*from.policy, site, options.too_many);
    SiteOfLine sites(*from.policy, from.url);
    LogMerge log(from.logs, from.reading);
    const auto watch = [&](const LogRecord& record,
                           const robots::Verdict& verdict) {
        if (verdict.judged && sites.find(record) == &site) {
            suggestion.take(verdict.crawler, record.arrival(), record.target,
                            may_be_client(record, verdict.crawler));
        }
    };
    const ReplayResult replay =
        replay_log(*from.policy, sites, from.slashes, watch, log);
    check_readable(log.counts());
    std::vector<FastCrawler> crawlers = suggestion.fast_crawlers();
    if (crawlers.empty()) {
        complain("no crawler came more than " + count_text(options.too_many) +
                 " times in a minute, so there is nothing to suggest");
        return kNo;
    }
    const std::string yaml = suggestion.policy_for(crawlers, from.url);
    try_out(from, sites, site, yaml, crawlers);
    options.json ? print_suggestion_json(yaml, replay, crawlers)
                 : print_suggestion_text(yaml, replay, crawlers);
    return kFine;
}

}  // namespace

void add_suggest(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<SuggestOptions>(
        app, run, "suggest",
        "print a policy that slows down the crawlers that came too fast",
        suggest);
    options.input.add_to(verb);
    verb.add_option("--too-many", options.too_many,
                    "more requests of a crawler in a minute are too fast")
        ->type_name("NUMBER")
        ->check(whole_number(1, 1000000))
        ->capture_default_str();
    verb.add_flag("--json", options.json, "print one JSON object");
}

}  // namespace robotsctl
