#include "cli/explain/answer.hpp"

#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "cli/output/verdict_words.hpp"
#include "policy/base/utf8.hpp"

namespace robotsctl {

namespace {

// The revision that judged the request; if none did, that of the site.
std::string_view revision(const Answer& answer) {
    const robots::Robots* judged = answer.verdict.robots;
    const robots::Robots& robots =
        judged != nullptr ? *judged : *answer.site->robots;
    return robots.revision.text();
}

// "10/60", "0600-0845": as in robots.txt.
template <typename Value>
std::vector<std::string> texts(const std::vector<Value>& values) {
    std::vector<std::string> out;
    out.reserve(values.size());
    for (const Value& value : values) {
        out.push_back(value.text());
    }
    return out;
}

void print_styled(std::string_view name, std::string_view value) {
    std::cout << name << ':' << std::string(13 - name.size(), ' ') << value
              << '\n';
}

// `value` may hold what a client, a name server or a policy wrote: terminals
// must not get it as it is.
void print_field(std::string_view name, std::string_view value) {
    print_styled(name, robots::printable(value));
}

std::string describe_crawler(const robots::Sighting& crawler) {
    if (!crawler) {
        return "none: the User-Agent names no crawler, so nothing is judged";
    }
    std::string out(crawler.token);
    out += " (";
    out += to_string(crawler.category);
    if (crawler.crawler != nullptr && !crawler.crawler->operator_name.empty()) {
        out += ", " + crawler.crawler->operator_name;
    }
    return out + ")";
}

// "  (robots.txt:4:1)", or "" if the place is unknown.
std::string written_at(const robots::Policy& policy,
                       const robots::Place& place) {
    const std::string where = policy.where(place);
    return where.empty() ? "" : "  (" + where + ")";
}

std::string describe_rule(const robots::Policy& policy,
                          const robots::Verdict& verdict) {
    if (verdict.rule == nullptr) {
        return "none matches";
    }
    return verdict.rule->text() + written_at(policy, verdict.rule->place);
}

std::string describe_action(const robots::Verdict& verdict) {
    std::string out(action_name(verdict));
    if (verdict.action == robots::Action::reject) {
        out += " with status " + std::to_string(verdict.status);
    }
    return out;
}

// `place` stands behind the first value.
template <typename Value>
void print_each(const char* name, const std::vector<Value>& values,
                const char* unit, const std::string& place) {
    for (const Value& value : values) {
        print_field(name, value.text() + unit +
                              (&value == &values.front() ? place : ""));
    }
}

// Prints the lines of a group that are not about paths.
void print_pace(const robots::Policy& policy, const robots::Pace& pace) {
    const robots::PacePlaces& places = pace.places;
    if (pace.crawl_delay) {
        print_field("Crawl-delay", seconds_text(*pace.crawl_delay) +
                                       " between requests" +
                                       written_at(policy, places.crawl_delay));
    }
    print_each("Request-rate", pace.request_rates, "",
               written_at(policy, places.request_rates));
    print_each("Visit-time", pace.visit_times, " UTC",
               written_at(policy, places.visit_times));
}

std::string describe_identity(const Identification& who) {
    return std::string(to_string(who.identity)) + ": " + who.why;
}

bool has_signature(const Answer& answer) {
    return answer.signature.result != robots::signature::Result::none;
}

std::string describe_verdict(const Answer& answer) {
    if (answer.verdict.violation == robots::Violation::impostor) {
        return styled("impostor", Look::bad);
    }
    if (!answer.allowed) {
        return styled("disallowed", Look::bad);
    }
    if (answer.verdict.violation == robots::Violation::visit_time) {
        return styled("outside Visit-time", Look::warning) +
               "; the next window opens in " +
               seconds_text(answer.verdict.wait);
    }
    return styled("allowed", Look::good);
}

}  // namespace

void print_json(const robots::Policy& policy, const Answer& answer) {
    const robots::Verdict& verdict = answer.verdict;
    Json out{{"allowed", answer.allowed},
             {"crawler", nullptr},
             {"category", nullptr},
             {"identity", nullptr},
             {"identity_because", nullptr},
             {"signature", nullptr},
             {"signature_because", nullptr},
             {"group", nullptr},
             {"rule", nullptr},
             {"rule_at", nullptr},
             {"crawl_delay", nullptr},
             {"crawl_delay_at", nullptr},
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
        out["revision"] = revision(answer);
    }
    if (verdict.crawler) {
        out["crawler"] = verdict.crawler.token;
        out["category"] = to_string(verdict.crawler.category);
        out["identity"] = to_string(answer.who.identity);
        out["identity_because"] = answer.who.why;
    }
    if (has_signature(answer)) {
        out["signature"] = to_string(answer.signature.result);
        out["signature_because"] = answer.signature.why;
    }
    if (verdict.group != nullptr) {
        out["group"] = verdict.group->name;
        if (verdict.group->pace->crawl_delay) {
            out["crawl_delay"] = seconds(*verdict.group->pace->crawl_delay);
            out["crawl_delay_at"] =
                policy.where(verdict.group->pace->places.crawl_delay);
        }
        out["request_rate"] = texts(verdict.group->pace->request_rates);
        out["visit_time"] = texts(verdict.group->pace->visit_times);
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

void print_text(const robots::Policy& policy, const Answer& answer) {
    const robots::Verdict& verdict = answer.verdict;
    print_field("Crawler", describe_crawler(verdict.crawler));
    if (verdict.crawler) {
        print_field("Identity", describe_identity(answer.who));
    }
    if (has_signature(answer)) {
        print_field("Signature",
                    std::string(to_string(answer.signature.result)) + ": " +
                        answer.signature.why);
    }
    print_field("Site", answer.site == nullptr
                            ? "none, and no default: nginx answers as without "
                              "a policy"
                            : answer.site->name);
    if (answer.site != nullptr) {
        print_field("Revision", revision(answer));
    }
    if (verdict.judged) {
        print_field("Group", verdict.group == nullptr
                                 ? "none applies to this crawler"
                                 : "User-agent: " + verdict.group->name);
        print_field("Rule", describe_rule(policy, verdict));
    }
    if (verdict.group != nullptr) {
        print_pace(policy, *verdict.group->pace);
    }
    print_styled("Verdict", describe_verdict(answer));
    print_field("Action", describe_action(verdict));
}

}  // namespace robotsctl
