// robotsctl explain: what the policy says about one request, and why.

#include <iostream>
#include <memory>
#include <string>

#include "json.hpp"
#include "judge.hpp"
#include "policy_option.hpp"
#include "verbs.hpp"

namespace robotsctl {

namespace {

struct Options {
    PolicyOption policy;
    std::string url;
    std::string user_agent;
    std::string crawler;
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
    bool allowed = true;
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
             const robots::Url& url) {
    Answer answer;
    answer.site = policy.find({url.host, url.port, url.scheme});
    robots::Request request;
    request.target = url.target;
    request.user_agent = options.user_agent;
    request.resolved = !options.policy.is_robots_txt();
    FreshBudgets budgets;
    answer.verdict = judge_crawler(
        policy, answer.site, crawler_of(options, policy.crawlers()), request,
        robots::Milliseconds{0}, budgets, robots::Action::reject);
    answer.allowed = answer.verdict.violation != robots::Violation::disallow;
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

double seconds(robots::Milliseconds delay) {
    return static_cast<double>(delay.count()) / 1000;
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
             {"verdict", verdict_name(verdict)},
             {"action", action_name(verdict)},
             {"status", nullptr},
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
    std::cout << name << ':' << std::string(13 - name.size(), ' ') << value
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

std::string describe_delay(robots::Milliseconds delay) {
    std::string text = Json(seconds(delay)).dump();
    if (text.size() > 2 && text.compare(text.size() - 2, 2, ".0") == 0) {
        text.resize(text.size() - 2);
    }
    return text + " s between requests";
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
    if (verdict.group != nullptr && verdict.group->crawl_delay) {
        print_field("Crawl-delay", describe_delay(*verdict.group->crawl_delay));
    }
    print_field("Verdict", answer.allowed ? "allowed" : "disallowed");
    print_field("Action", describe_action(verdict));
}

int explain(const Options& options) {
    const auto url = robots::parse_url(options.url);
    if (!url && (!options.policy.is_robots_txt() ||
                 options.url.find("://") != std::string::npos)) {
        std::cerr << "robotsctl: --url \"" << options.url
                  << "\" is no absolute URL, such as https://example.com/\n";
        return kUnusable;
    }
    const auto policy = options.policy.load();
    if (policy == nullptr) {
        return kUnusable;
    }
    // A robots.txt does not say of which host it is: a path alone will do.
    const Answer answer = judge(
        *policy, options,
        url ? *url : robots::Url{robots::Scheme::http, "", 80, options.url});
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
    verb->add_flag("--json", options->json, "print one JSON object");
    verb->callback(
        [options, &run] { run = [options] { return explain(*options); }; });
}

}  // namespace robotsctl
