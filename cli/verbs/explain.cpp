// robotsctl explain: what a policy does with one request, and why.

#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/explain/explain.hpp"
#include "cli/log/log_merge.hpp"
#include "cli/log/timestamp.hpp"
#include "cli/options/policy_option.hpp"
#include "cli/output/text.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/site/signed_url.hpp"

namespace robotsctl {

namespace {

struct ExplainOptions {
    PolicyOption policy;
    std::string url;
    std::vector<std::string> user_agents;
    std::string crawler;
    std::string address;
    std::string reverse_name;
    std::string at;
    std::vector<std::string> headers;
    std::string batch;
    bool resolve = false;
    bool no_resolver = false;
    bool keep_slashes = false;
    bool json = false;
    // The members that options set directly.
    ExplainQuestion question;
    Judging judging;
};

// Returns the function that looks up reverse names; empty without --resolve.
AskReverseName reverse_names(const ExplainOptions& options) {
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

Judging judging_of(const ExplainOptions& options) {
    Judging judging = options.judging;
    judging.slashes =
        options.keep_slashes ? robots::Slashes::keep : robots::Slashes::merge;
    judging.resolved = !options.policy.is_robots_txt();
    judging.resolver = options.no_resolver ? robots::Resolver::none
                                           : robots::Resolver::present;
    judging.ask = reverse_names(options);
    return judging;
}

robots::Utc asked_time(const ExplainOptions& options) {
    if (options.at.empty()) {
        return utc_now();
    }
    const auto time = time_from_iso(options.at);
    if (!time) {
        throw Unusable("--at", options.at,
                       "is not a time; write it as 2026-11-21T08:30:00Z");
    }
    return std::chrono::duration_cast<robots::Utc>(*time);
}

// Throws Unusable unless the options are enough for one request, or for a
// batch.
void check_complete(const ExplainOptions& options) {
    const bool names_crawler = !options.user_agents.empty() ||
                               !options.crawler.empty() ||
                               !options.headers.empty();
    if (options.batch.empty() && (options.url.empty() || !names_crawler)) {
        throw Unusable(
            options.url.empty()
                ? "`--url` is missing; write `--url URL`, or `--batch FILE` "
                  "for many questions"
                : "the crawler is missing; write `--crawler TOKEN`, "
                  "`--user-agent HEADER` or `--header LINE`");
    }
}

int explain_batch(const ExplainOptions& options, robots::Utc now) {
    if (options.batch == "-" && options.policy.reads_standard_input()) {
        throw Unusable(
            "--batch and --robots-txt cannot both read standard input");
    }
    const auto policy = options.policy.load();
    LogSource in(options.batch);
    const std::uint64_t errors =
        explain_lines(*policy, judging_of(options), now,
                      options.policy.is_robots_txt(), in, std::cout);
    if (!in.problem().empty()) {
        throw Unusable(in.problem());
    }
    if (errors > 0) {
        throw Unusable(counted(errors, "line") + " of " + in.name() +
                       " could not be answered; see \"error\" in the output");
    }
    return kFine;
}

int explain_one(const ExplainOptions& options, robots::Utc now) {
    ExplainQuestion question = options.question;
    // A robots.txt does not say which host it is for, so any host is accepted.
    question.url = options.policy.is_robots_txt()
                       ? url_of_any_host(options.url)
                       : absolute_url("--url", options.url);
    const std::string address = robots::address_from(options.address);
    if (address.empty() != options.address.empty()) {
        throw Unusable(
            "--address", options.address,
            "is not an IP address; write it as 192.0.2.7 or 2001:db8::7");
    }
    // Check the token, because an admin may have passed a whole header, or two
    // words, as the token.
    if (!options.crawler.empty() &&
        !robots::is_product_token(options.crawler)) {
        throw Unusable("--crawler", options.crawler,
                       "is not a product token; write it as Googlebot, or use "
                       "--user-agent for a header");
    }
    for (const std::string& header : options.headers) {
        if (!robots::is_header(header)) {
            throw Unusable("--header", header,
                           "is not a header; write it as 'Name: value'");
        }
    }
    const auto policy = options.policy.load();
    question.user_agents.assign(options.user_agents.begin(),
                                options.user_agents.end());
    question.headers = robots::headers_of(options.headers);
    question.crawler = options.crawler;
    question.address = address;
    question.now = now;
    PublishedUses published(policy->crawlers());
    const Explanation answer =
        answer_to(*policy, question, judging_of(options), published);
    options.json ? print_json(*policy, answer) : print_text(*policy, answer);
    return answer.allowed ? kFine : kNo;
}

int explain(const ExplainOptions& options) {
    check_complete(options);
    const robots::Utc now = asked_time(options);
    return options.batch.empty() ? explain_one(options, now)
                                 : explain_batch(options, now);
}

// Adds the options that describe one request, and --batch, which excludes most
// of them.
void add_request_to(CLI::App& verb, ExplainOptions& options) {
    CLI::Option* url =
        verb.add_option("--url", options.url,
                        "the requested URL; with --robots-txt, a path will do")
            ->type_name("URL");
    CLI::Option_group* who = verb.add_option_group("Crawler");
    CLI::Option* user_agent =
        who->add_option("--user-agent", options.user_agents,
                        "value of a User-Agent header; may be repeated")
            ->type_name("HEADER")
            ->allow_extra_args(false);
    who->add_option("--crawler", options.crawler,
                    "product token of the crawler, instead of --user-agent")
        ->type_name("TOKEN")
        ->excludes(user_agent);
    who->add_option("--header", options.headers,
                    "a header, such as 'Signature: ...'; may be repeated")
        ->type_name("'NAME: VALUE'")
        ->allow_extra_args(false);
    verb.add_option("--method", options.question.method,
                    "method of the request (default: GET)")
        ->type_name("METHOD");
    verb.add_flag("--fetched", options.question.has_fetched,
                  "as if its network had fetched robots.txt, which counts for "
                  "names known only by a contact address");
    verb.add_flag("--test-keys", options.judging.test_keys,
                  "let keys count that standards print as examples");
    CLI::Option* address = verb.add_option("--address", options.address,
                                           "IP address of the client")
                               ->type_name("ADDRESS");
    CLI::Option* resolve =
        verb.add_flag("--resolve", options.resolve,
                      "look up the reverse name of the address")
            ->needs(address);
    CLI::Option* reverse_name =
        verb.add_option("--reverse-name", options.reverse_name,
                        "assume this confirmed reverse name of the address")
            ->type_name("NAME")
            ->needs(address)
            ->excludes(resolve);
    verb.add_flag("--no-resolver", options.no_resolver,
                  "judge as nginx does without a resolver")
        ->excludes(resolve)
        ->excludes(reverse_name);
    CLI::Option* batch =
        verb.add_option("--batch", options.batch,
                        "answer each line of this file: JSON objects with "
                        "`url` and `crawler` or `user_agent`; - for standard "
                        "input")
            ->type_name("FILE")
            ->excludes(url)
            ->excludes(address)
            ->excludes(verb.get_option("--method"))
            ->excludes(verb.get_option("--fetched"));
    for (CLI::Option* option : who->get_options([](const CLI::Option* each) {
             return each->get_name() != "--help";
         })) {
        batch->excludes(option);
    }
}

}  // namespace

void add_explain(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<ExplainOptions>(
        app, run, "explain", "show what a policy does with a request, and why",
        explain);
    options.policy.add_to(verb);
    options.policy.add_robots_txt_to(verb);
    add_request_to(verb, options);
    verb.add_flag("--no-merge-slashes", options.keep_slashes,
                  "judge as nginx does with merge_slashes off");
    verb.add_option("--at", options.at,
                    "time of the request, such as 2026-11-21T08:30:00Z "
                    "(default: now)")
        ->type_name("TIME");
    verb.add_flag("--json", options.json, "print one JSON object");
}

}  // namespace robotsctl
