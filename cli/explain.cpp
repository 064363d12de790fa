// robotsctl explain: what the policy says about one request, and why.

#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "json.hpp"
#include "judge.hpp"
#include "log/timestamp.hpp"
#include "policy_option.hpp"
#include "replay/address.hpp"
#include "text.hpp"
#include "url_option.hpp"
#include "verbs.hpp"

namespace robotsctl {

namespace {

struct Options {
    PolicyOption policy;
    std::string url;
    std::string user_agent;
    std::string crawler;
    std::string address;
    std::string at;
    bool json = false;
};

// A budget in which every crawler is on time: explain asks what the rules say,
// not how busy a crawler has been.
class FreshBudgets : public robots::BudgetStore {
  public:
    robots::Charge charge(std::uint64_t, robots::Milliseconds now,
                          const robots::Rate& rate) noexcept override {
        return robots::charge(robots::Milliseconds{0}, now, rate);
    }
};

struct Answer {
    const robots::Site* site = nullptr;
    robots::Verdict verdict;
    bool allowed = true;  // the path is, whatever the time of day says
};

robots::Sighting crawler_of(const Options& options,
                            const robots::Crawlers& crawlers) {
    if (options.crawler.empty()) {
        return crawlers.identify(options.user_agent);
    }
    const robots::Crawler* known = crawlers.find(options.crawler);
    return known == nullptr
               ? robots::Sighting{options.crawler, robots::Category::other,
                                  nullptr}
               : robots::Sighting{known->token, known->category, known};
}

Answer judge(const robots::Policy& policy, const Options& options,
             const robots::Url& url, robots::Utc now) {
    Answer answer;
    const Address address(options.address);
    answer.site = policy.find({url.host, url.port, url.scheme});
    robots::Request request;
    request.target = url.target;
    request.user_agent = options.user_agent;
    request.address = address.octets();
    request.utc = now;
    request.resolved = !options.policy.is_robots_txt();
    FreshBudgets budgets;
    answer.verdict = judge_crawler(
        policy, answer.site, crawler_of(options, policy.crawlers()), request,
        robots::Milliseconds{0}, budgets, robots::Action::reject);
    const robots::Rule* rule = answer.verdict.rule;
    answer.allowed = rule == nullptr || rule->allow;
    return answer;
}

std::string_view verdict_name(const robots::Verdict& verdict) {
    return verdict.judged ? to_string(verdict.violation) : "-";
}

// What $robots_action holds.
std::string_view action_name(const robots::Verdict& verdict) {
    if (!verdict.judged) {
        return "-";
    }
    return verdict.action == robots::Action::off ? "pass"
                                                 : to_string(verdict.action);
}

// "10/60" and "0600-0845": as robots.txt has them.
template <typename Value>
std::vector<std::string> texts(const std::vector<Value>& values) {
    std::vector<std::string> out;
    for (const Value& value : values) {
        out.push_back(value.text());
    }
    return out;
}

void print_json(const robots::Policy& policy, const Answer& answer) {
    const robots::Verdict& verdict = answer.verdict;
    Json out{{"allowed", answer.allowed},
             {"crawler", nullptr},
             {"category", nullptr},
             {"group", nullptr},
             {"rule", nullptr},
             {"rule_at", nullptr},
             {"crawl_delay", nullptr},
             {"request_rate", Json::array()},
             {"visit_time", Json::array()},
             {"verdict", verdict_name(verdict)},
             {"action", action_name(verdict)},
             {"status", nullptr},
             {"wait", seconds(verdict.wait)},
             {"site", nullptr},
             {"revision", nullptr}};
    if (answer.site != nullptr) {
        out["site"] = answer.site->name;
        out["revision"] = answer.site->robots->revision;
    }
    if (verdict.crawler) {
        out["crawler"] = verdict.crawler.token;
        out["category"] = to_string(verdict.crawler.category);
    }
    if (verdict.group != nullptr) {
        out["group"] = verdict.group->name;
        if (verdict.group->crawl_delay) {
            out["crawl_delay"] = seconds(*verdict.group->crawl_delay);
        }
        out["request_rate"] = texts(verdict.group->request_rates);
        out["visit_time"] = texts(verdict.group->visit_times);
    }
    if (verdict.rule != nullptr) {
        out["rule"] = verdict.rule->text();
        out["rule_at"] = policy.where(verdict.rule->place);
    }
    if (verdict.action == robots::Action::reject) {
        out["status"] = verdict.status;
    }
    print(out);
}

void print_field(std::string_view name, std::string_view value) {
    std::cout << name << ':' << std::string(14 - name.size(), ' ') << value
              << '\n';
}

std::string describe_crawler(const robots::Sighting& crawler) {
    if (!crawler) {
        return "none: the header names no crawler, and nothing is judged";
    }
    std::string out(crawler.token);
    out += " (";
    out += to_string(crawler.category);
    if (crawler.crawler != nullptr && !crawler.crawler->operator_name.empty()) {
        out += ", " + crawler.crawler->operator_name;
    }
    return out + ")";
}

std::string describe_rule(const robots::Policy& policy,
                          const robots::Verdict& verdict) {
    if (verdict.rule == nullptr) {
        return "none matches";
    }
    const std::string where = policy.where(verdict.rule->place);
    return verdict.rule->text() + (where.empty() ? "" : "  (" + where + ")");
}

std::string describe_action(const robots::Verdict& verdict) {
    std::string out(action_name(verdict));
    if (verdict.action == robots::Action::reject) {
        out += " with status " + std::to_string(verdict.status);
    }
    return out;
}

// What else than its path a group asks a crawler to mind.
void print_pace(const robots::Group& group) {
    if (group.crawl_delay) {
        print_field("Crawl-delay",
                    seconds_text(*group.crawl_delay) + " between requests");
    }
    for (const robots::RequestRate& rate : group.request_rates) {
        print_field("Request-rate", rate.text());
    }
    for (const robots::DayWindow& window : group.visit_times) {
        print_field("Visit-time", window.text() + " UTC");
    }
}

std::string describe_verdict(const Answer& answer) {
    if (!answer.allowed) {
        return styled("disallowed", Look::bad);
    }
    if (answer.verdict.violation == robots::Violation::visit_time) {
        return styled("outside its visit time", Look::warning) +
               ", which opens in " + seconds_text(answer.verdict.wait);
    }
    return styled("allowed", Look::good);
}

void print_text(const robots::Policy& policy, const Answer& answer) {
    const robots::Verdict& verdict = answer.verdict;
    print_field("Crawler", describe_crawler(verdict.crawler));
    print_field("Site", answer.site == nullptr ? "none, and there is no default"
                                               : answer.site->name);
    if (verdict.judged) {
        print_field("Group", verdict.group == nullptr
                                 ? "none binds this crawler"
                                 : "User-agent: " + verdict.group->name);
        print_field("Rule", describe_rule(policy, verdict));
    }
    if (verdict.group != nullptr) {
        print_pace(*verdict.group);
    }
    print_field("Verdict", describe_verdict(answer));
    print_field("Action", describe_action(verdict));
}

// What to judge: a robots.txt does not say of which host it is, so that a path
// alone will do.
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
        std::cerr << "robotsctl: --at \"" << options.at
                  << "\" is no time, such as 2026-11-21T08:30:00Z\n";
        return std::nullopt;
    }
    return duration_cast<robots::Utc>(*time);
}

bool is_address(const Options& options) {
    if (options.address.empty() || !Address(options.address).octets().empty()) {
        return true;
    }
    std::cerr << "robotsctl: --address \"" << options.address
              << "\" is no IP address, such as 192.0.2.7 or 2001:db8::7\n";
    return false;
}

int explain(const Options& options) {
    const auto url = asked_url(options);
    const auto now = asked_time(options);
    if (!url || !now || !is_address(options)) {
        return kUnusable;
    }
    const auto policy = options.policy.load();
    if (policy == nullptr) {
        return kUnusable;
    }
    const Answer answer = judge(*policy, options, *url, *now);
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
        "explain", "say what the policy does about a request, and why");
    options->policy.add_to(*verb);
    options->policy.add_robots_txt_to(*verb);
    verb->add_option("--url", options->url, "the URL asked for")->required();
    CLI::Option_group* who = verb->add_option_group("Crawler");
    who->add_option("--user-agent", options->user_agent,
                    "the User-Agent header");
    who->add_option("--crawler", options->crawler,
                    "the product token, where it is known");
    who->require_option(1);
    verb->add_option("--address", options->address, "the client's address");
    verb->add_option("--at", options->at,
                     "the time, as in 2026-11-21T08:30:00Z; now if not given");
    verb->add_flag("--json", options->json, "print one JSON object");
    verb->callback(
        [options, &run] { run = [options] { return explain(*options); }; });
}

}  // namespace robotsctl
