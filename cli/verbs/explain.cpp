// robotsctl explain: what a policy does with one request, and why.

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/explain/answer.hpp"
#include "cli/explain/signed_url.hpp"
#include "cli/log/timestamp.hpp"
#include "cli/options/policy_option.hpp"
#include "cli/options/url_option.hpp"
#include "cli/output/text.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/text.hpp"
#include "policy/crawlers/signed_sender.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/verdict/fresh_budgets.hpp"
#include "policy/verdict/judge.hpp"
#include "policy/verdict/several_crawlers.hpp"

namespace robotsctl {

namespace {

struct Options {
    PolicyOption policy;
    std::string url;
    std::vector<std::string> user_agents;
    std::string crawler;
    std::string address;
    std::string reverse_name;
    std::string at;
    std::vector<std::string> headers;
    std::string method = "GET";
    bool test_keys = false;
    bool resolve = false;
    bool no_resolver = false;
    bool keep_slashes = false;
    bool json = false;
};

// The crawlers that the headers, or --crawler, name.
robots::NamedCrawlers crawlers_of(const Options& options,
                                  const robots::Crawlers& crawlers) {
    robots::NamedCrawlers named;
    for (const std::string& header : options.user_agents) {
        named.add(crawlers.identify(header));
    }
    for (const Header& header : headers_of(options.headers)) {
        if (header.name == "user-agent") {
            named.add(crawlers.identify(header.value));
        }
    }
    if (!options.crawler.empty()) {
        const robots::Crawler* known = crawlers.find(options.crawler);
        named.add(known == nullptr
                      ? robots::Sighting{options.crawler,
                                         robots::Category::other, nullptr}
                      : robots::Sighting{known->token, known->category, known});
    }
    return named;
}

// Where reverse names come from; empty: nowhere.
AskReverseName reverse_names(const Options& options) {
    if (options.resolve) {
        return resolve_reverse_name;
    }
    if (options.reverse_name.empty()) {
        return nullptr;
    }
    return [&options](const robots::Crawler&, std::string_view) {
        return ReverseName{
            ReverseName::Answer::confirmed, options.reverse_name, {}};
    };
}

// The verdict on a request. An impostor's has the rule about the path, too.
robots::Verdict verdict_of(const robots::Policy& policy,
                           const robots::Site* site,
                           const robots::Sighting& crawler,
                           robots::Request request) {
    robots::FreshBudgets budgets;
    const auto judged = [&] {
        return robots::judge(policy, site, crawler, request,
                             robots::Milliseconds{0}, budgets,
                             robots::Action::reject);
    };
    robots::Verdict verdict = judged();
    if (verdict.violation == robots::Violation::impostor) {
        request.identity = robots::Identity::unverifiable;
        verdict.rule = judged().rule;
    }
    return verdict;
}

robots::Request request_of(const Options& options, const robots::Url& url,
                           std::string_view address, robots::Utc now) {
    robots::Request request;
    request.target = url.target;
    request.address = address;
    request.utc = now;
    request.slashes =
        options.keep_slashes ? robots::Slashes::keep : robots::Slashes::merge;
    request.resolved = !options.policy.is_robots_txt();
    return request;
}

// What the headers say of who signed the request.
robots::signature::Finding signature_of(const robots::Policy& policy,
                                        const Options& options,
                                        const robots::Url& url,
                                        robots::Utc now) {
    std::vector<Header> headers = headers_of(options.headers);
    for (const std::string& user_agent : options.user_agents) {
        headers.push_back({"user-agent", user_agent});
    }
    return check_signature({url, options.method, std::move(headers)},
                           policy.crawlers().keys(), options.test_keys, now);
}

// `url` outlives the answer.
Answer answer_to(const robots::Policy& policy, const Options& options,
                 const robots::Url& url, robots::Utc now) {
    Answer answer;
    const std::string address = robots::address_from(options.address);
    answer.site = policy.find({url.host, url.port, url.scheme});
    robots::Request request = request_of(options, url, address, now);
    answer.signature = signature_of(policy, options, url, now);
    const auto identify = [&](const robots::Sighting& crawler) {
        if (is_signed_by(answer.signature, policy.crawlers(), crawler)) {
            return Identification{robots::Identity::verified,
                                  answer.signature.why};
        }
        return identify_address(policy, crawler, address, now,
                                options.no_resolver ? robots::Resolver::none
                                                    : robots::Resolver::present,
                                reverse_names(options));
    };
    robots::NamedCrawlers named = crawlers_of(options, policy.crawlers());
    robots::Sighting crawler;
    if (named.size() == 1) {
        crawler = named.begin()->crawler;
    } else if (named.size() > 1) {
        for (robots::NamedCrawler& each : named) {
            each.identity = identify(each.crawler).identity;
        }
        robots::FreshBudgets budgets;
        crawler = strictest(policy, answer.site, named, request,
                            robots::Milliseconds{0}, budgets)
                      .crawler;
    }
    crawler = signed_sender(answer.signature, policy.crawlers(), crawler);
    answer.who = identify(crawler);
    request.identity = answer.who.identity;
    answer.verdict = verdict_of(policy, answer.site, crawler, request);
    const robots::Rule* rule = answer.verdict.rule;
    answer.allowed = rule == nullptr || rule->allow;
    return answer;
}

// The URL to judge. With --robots-txt a path is enough, because a robots.txt
// does not say for which host it is.
std::optional<robots::Url> asked_url(const Options& options) {
    const bool is_path = options.url.find("://") == std::string::npos;
    if (options.policy.is_robots_txt() && is_path) {
        return robots::Url{robots::Scheme::http, "", 80, options.url};
    }
    return url_from_option(options.url);
}

std::optional<robots::Utc> asked_time(const Options& options) {
    using std::chrono::duration_cast;
    if (options.at.empty()) {
        return duration_cast<robots::Utc>(
            std::chrono::system_clock::now().time_since_epoch());
    }
    const auto time = time_from_iso(options.at);
    if (!time) {
        complain("--at: " + robots::quoted(options.at) +
                 " is not a time; write it as 2026-11-21T08:30:00Z");
        return std::nullopt;
    }
    return duration_cast<robots::Utc>(*time);
}

bool is_address(const Options& options) {
    if (options.address.empty() ||
        !robots::address_from(options.address).empty()) {
        return true;
    }
    complain("--address: " + robots::quoted(options.address) +
             " is not an IP address; write it as 192.0.2.7 or 2001:db8::7");
    return false;
}

// An admin may give a whole header, or two words, as the token.
bool is_token(const Options& options) {
    if (std::all_of(options.crawler.begin(), options.crawler.end(),
                    robots::is_token_octet)) {
        return true;
    }
    complain("--crawler: " + robots::quoted(options.crawler) +
             " is not a product token; write it as Googlebot, or use "
             "--user-agent for a header");
    return false;
}

bool are_headers(const Options& options) {
    for (const std::string& header : options.headers) {
        if (!is_header(header)) {
            complain("--header: " + robots::quoted(header) +
                     " is not a header; write it as 'Name: value'");
            return false;
        }
    }
    return true;
}

int explain(const Options& options) {
    const auto url = asked_url(options);
    const auto now = asked_time(options);
    if (!url || !now || !is_address(options) || !is_token(options)) {
        return kUnusable;
    }
    if (!are_headers(options)) {
        return kUnusable;
    }
    const auto policy = options.policy.load();
    if (policy == nullptr) {
        return kUnusable;
    }
    const Answer answer = answer_to(*policy, options, *url, *now);
    if (options.json) {
        print_json(*policy, answer);
    } else {
        print_text(*policy, answer);
    }
    return answer.allowed ? kFine : kNo;
}

}  // namespace

void add_explain(CLI::App& app, Run& run) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand(
        "explain", "show what a policy does with a request, and why");
    options->policy.add_to(*verb);
    options->policy.add_robots_txt_to(*verb);
    verb->add_option("--url", options->url, "the requested URL")
        ->type_name("URL")
        ->required();
    CLI::Option_group* who = verb->add_option_group("Crawler");
    CLI::Option* user_agent =
        who->add_option("--user-agent", options->user_agents,
                        "value of a User-Agent header; may be repeated")
            ->type_name("HEADER")
            ->allow_extra_args(false);
    who->add_option("--crawler", options->crawler,
                    "product token of the crawler, instead of --user-agent")
        ->type_name("TOKEN")
        ->excludes(user_agent);
    who->add_option("--header", options->headers,
                    "a header, such as 'Signature: ...'; may be repeated")
        ->type_name("'NAME: VALUE'")
        ->allow_extra_args(false);
    who->require_option(1, 0);
    verb->add_option("--method", options->method,
                     "method of the request, if a signature covers it "
                     "(default: GET)")
        ->type_name("METHOD");
    verb->add_flag("--test-keys", options->test_keys,
                   "let keys count that standards print as examples");
    CLI::Option* address = verb->add_option("--address", options->address,
                                            "IP address of the client")
                               ->type_name("ADDRESS");
    CLI::Option* resolve =
        verb->add_flag("--resolve", options->resolve,
                       "look up the reverse name of the address")
            ->needs(address);
    CLI::Option* reverse_name =
        verb->add_option("--reverse-name", options->reverse_name,
                         "assume this confirmed reverse name of the address")
            ->type_name("NAME")
            ->needs(address)
            ->excludes(resolve);
    verb->add_flag("--no-resolver", options->no_resolver,
                   "judge as nginx does without a resolver")
        ->needs(address)
        ->excludes(resolve)
        ->excludes(reverse_name);
    verb->add_flag("--no-merge-slashes", options->keep_slashes,
                   "judge as nginx does with merge_slashes off");
    verb->add_option("--at,--now", options->at,
                     "time of the request, such as 2026-11-21T08:30:00Z "
                     "(default: now)")
        ->type_name("TIME");
    verb->add_flag("--json", options->json, "print one JSON object");
    verb->callback(
        [options, &run] { run = [options] { return explain(*options); }; });
}

}  // namespace robotsctl
