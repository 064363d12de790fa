#include "cli/explain/explain.hpp"

#include <algorithm>
#include <utility>

#include "cli/judging/judging.hpp"
#include "cli/options/policy_option.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/verdict/judge.hpp"
#include "policy/verdict/plan.hpp"
#include "policy/verdict/several_crawlers.hpp"
#include "policy/verdict/verdict.hpp"
#include "status/collection/rows.hpp"

namespace robotsctl {

namespace {

// Returns the crawlers that the User-Agent headers of the question mention, and
// the crawler with its token.
robots::NamedCrawlers asking_crawlers(const ExplainQuestion& question,
                                      const robots::Crawlers& crawlers,
                                      robots::NamedAt is_named) {
    robots::NamedCrawlers named;
    for (const std::string_view header : question.user_agents) {
        named.add(crawlers.identify(header, is_named));
    }
    for (const robots::Header& header : question.headers) {
        if (header.name == "user-agent") {
            named.add(crawlers.identify(header.value, is_named));
        }
    }
    if (!question.crawler.empty()) {
        named.add(crawlers.named(question.crawler, is_named));
    }
    return named;
}

robots::Request asked_request(const ExplainQuestion& question,
                              const Judging& judging) {
    robots::Request request;
    request.target = question.url.target;
    request.address = question.address;
    request.utc = question.now;
    request.method = robots::method_from(question.method);
    request.has_fetched = question.has_fetched;
    request.slashes = judging.slashes;
    request.resolved = judging.resolved;
    return request;
}

// Returns the result of checking the signature in the headers of the request.
robots::signature::CheckedSignature signature_of(
    const robots::Policy& policy, const ExplainQuestion& question,
    const Judging& judging) {
    std::vector<robots::Header> headers = question.headers;
    if (headers.empty()) {
        return {};
    }
    for (const std::string_view user_agent : question.user_agents) {
        headers.push_back({"user-agent", std::string(user_agent)});
    }
    return robots::check_signature(
        {question.url, question.method, std::move(headers)},
        policy.crawlers().keys(), judging.test_keys, question.now);
}

}  // namespace

Explanation answer_to(const robots::Policy& policy,
                      const ExplainQuestion& question, const Judging& judging,
                      PublishedUses& published) {
    Explanation answer;
    const robots::Url& url = question.url;
    const robots::Authority asked{url.host, url.port, url.scheme};
    answer.site = policy.find(asked);
    robots::Request request = asked_request(question, judging);
    answer.signature = signature_of(policy, question, judging);
    const auto identify = [&](const robots::Sighting& crawler) {
        if (is_signed_by(answer.signature, policy.crawlers(), crawler)) {
            return Identification{robots::Identity::verified,
                                  answer.signature.why};
        }
        return identify_address(policy, crawler, question.address, question.now,
                                judging.resolver, judging.ask);
    };
    robots::NamedCrawlers named = asking_crawlers(question, policy.crawlers(),
                                                  robots::NamedAt{answer.site});
    // These budgets are empty, so the request counts as the first request of
    // the crawler.
    MemoryBudgets budgets(MemoryBudgets::kRequest);
    robots::Sighting crawler;
    if (named.size() == 1) {
        crawler = named.begin()->crawler;
    } else if (named.size() > 1) {
        for (robots::NamedCrawler& each : named) {
            each.identity = identify(each.crawler).identity;
        }
        crawler = strictest(policy, answer.site, named, request,
                            robots::Milliseconds{0}, budgets)
                      .crawler;
    }
    crawler = signed_sender(answer.signature, policy.crawlers(), crawler);
    answer.who = identify(crawler);
    request.identity = answer.who.identity;
    answer.verdict =
        robots::judge(policy, answer.site, crawler, request,
                      robots::Milliseconds{0}, budgets, robots::Action::reject);
    answer.caps = robots::status::caps_of(answer.verdict.group,
                                          answer.verdict.crawler, request);
    const robots::Rule* rule = answer.verdict.rule;
    answer.allowed = rule == nullptr || rule->allow;
    if (answer.site != nullptr) {
        answer.use = published.of(
            *answer.site->robots,
            {asked, url.target, judging.slashes, answer.verdict.crawler,
             answer.verdict.judged, answer.allowed});
    }
    return answer;
}

robots::Url url_of_any_host(std::string_view text) {
    if (has_scheme(text)) {
        text.remove_prefix(text.find("://") + 3);
        text.remove_prefix(std::min(text.find_first_of("/?#"), text.size()));
    }
    std::string target(text);
    if (target.empty() || target[0] != '/') {
        target.insert(0, "/");
    }
    return {robots::Scheme::http, "", 80, std::move(target)};
}

}  // namespace robotsctl
