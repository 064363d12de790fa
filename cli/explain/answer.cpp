#include "cli/explain/answer.hpp"

#include <iostream>
#include <string>
#include <string_view>
#include <vector>

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
    out += crawler.contact_only
               ? "; known only by the form of its header, so it may be an API "
                 "client"
           : crawler.crawler == nullptr ? "; known by its shape"
                                        : "";
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
    const std::string meant =
        verdict.rule->by_index
            ? ", as an allow of its index.htm or index.html means"
            : "";
    return verdict.rule->text() + meant +
           written_at(policy, verdict.rule->place);
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

// The value of a member, or null.
void put_if(JsonText& out, std::string_view name, bool has,
            std::string_view value) {
    if (has) {
        out.put(name, value);
    } else {
        out.put_null(name);
    }
}

void put_list(JsonText& out, std::string_view name,
              const std::vector<std::string>& texts) {
    std::string json = "[";
    for (const std::string& text : texts) {
        json += json.size() > 1 ? "," : "";
        append_json_string(json, text);
    }
    out.put_raw(name, json + ']');
}

template <typename Value>
void put_texts(JsonText& out, std::string_view name,
               const std::vector<Value>& values) {
    std::vector<std::string> texts;
    texts.reserve(values.size());
    for (const Value& value : values) {
        texts.push_back(value.text());
    }
    put_list(out, name, texts);
}

// What a group says, and the rule of it that decides.
void put_group(const robots::Policy& policy, const robots::Group* group,
               const robots::Rule* rule, JsonText& out) {
    static const robots::Pace kNone;
    const robots::Pace& pace = group != nullptr ? *group->pace : kNone;
    put_if(out, "group", group != nullptr,
           group != nullptr ? group->name : std::string_view());
    put_if(out, "rule", rule != nullptr,
           rule != nullptr ? rule->text() : std::string());
    put_if(out, "rule_at", rule != nullptr,
           rule != nullptr ? policy.where(rule->place) : std::string());
    if (pace.crawl_delay) {
        out.put("crawl_delay", seconds(*pace.crawl_delay));
        out.put("crawl_delay_at", policy.where(pace.places.crawl_delay));
    } else {
        out.put_null("crawl_delay");
        out.put_null("crawl_delay_at");
    }
    put_texts(out, "request_rate", pace.request_rates);
    put_texts(out, "visit_time", pace.visit_times);
}

std::string describe_violation(const robots::Verdict& verdict,
                               robots::Violation violation) {
    if (violation != robots::Violation::visit_time) {
        return styled(to_string(violation), Look::bad);
    }
    return styled("outside Visit-time", Look::warning) +
           (verdict.acted_on != violation
                ? ""
                : "; the next window opens in " + seconds_text(verdict.wait));
}

std::string describe_verdict(const robots::Verdict& verdict) {
    std::string out;
    for (const robots::Violation each : robots::kGravestFirst) {
        if (verdict.violations.contains(each)) {
            out += out.empty() ? "" : ", ";
            out += describe_violation(verdict, each);
        }
    }
    return out.empty() ? styled("allowed", Look::good) : out;
}

}  // namespace

void put_members(const robots::Policy& policy, const Answer& answer,
                 JsonText& out) {
    const robots::Verdict& verdict = answer.verdict;
    const robots::Sighting& crawler = verdict.crawler;
    out.put("allowed", answer.allowed);
    put_if(out, "crawler", bool(crawler), crawler.token);
    put_if(out, "category", bool(crawler), to_string(crawler.category));
    put_if(out, "identity", bool(crawler), to_string(answer.who.identity));
    put_if(out, "identity_because", bool(crawler), answer.who.why);
    put_if(out, "signature", has_signature(answer),
           to_string(answer.signature.result));
    put_if(out, "signature_because", has_signature(answer),
           answer.signature.why);
    put_group(policy, verdict.group, verdict.rule, out);
    out.put("verdict", verdict_name(verdict));
    put_list(out, "violations", violation_names(verdict));
    put_list(out, "caps", answer.caps);
    out.put("action", action_name(verdict));
    if (verdict.action == robots::Action::reject) {
        out.put("status", std::uint64_t{verdict.status});
    } else {
        out.put_null("status");
    }
    out.put("wait", seconds(verdict.wait));
    if (answer.site == nullptr) {
        out.put_null("site");
        out.put_null("revision");
    } else {
        out.put("site", answer.site->name);
        out.put("revision", revision(answer));
    }
}

void print_json(const robots::Policy& policy, const Answer& answer) {
    std::string text;
    JsonText object(text);
    put_members(policy, answer, object);
    object.end();
    std::cout << text << '\n';
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
    for (const std::string& text : answer.caps) {
        print_field("Enforced", text);
    }
    print_styled("Verdict", describe_verdict(verdict));
    print_field("Action", describe_action(verdict));
}

}  // namespace robotsctl
