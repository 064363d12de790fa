#include "cli/explain/explain.hpp"

#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/judging/judging.hpp"
#include "cli/output/text.hpp"
#include "policy/base/utf8.hpp"
#include "status/format/json.hpp"

namespace robotsctl {

namespace {

// Returns the revision of the robots.txt that judged the request. If the
// request was not judged, returns the revision of the site's robots.txt.
std::string_view revision(const Explanation& answer) {
    const robots::Robots* judged = answer.verdict.robots;
    const robots::Robots& robots =
        judged != nullptr ? *judged : *answer.site->robots;
    return robots.revision.text();
}

void print_styled(std::string_view name, std::string_view value) {
    std::cout << name << ':' << std::string(13 - name.size(), ' ') << value
              << '\n';
}

// Prints `value` with control characters replaced, because a client, a name
// server or a policy may have written them.
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

// Returns "  (robots.txt:4:1)", or "" if the place is unknown.
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

// Prints each of `values`. Appends `place` to the first value.
template <typename Value>
void print_each(const char* name, const std::vector<Value>& values,
                const char* unit, const std::string& place) {
    for (const Value& value : values) {
        print_field(name, value.text() + unit +
                              (&value == &values.front() ? place : ""));
    }
}

// Prints the lines about pace (Crawl-delay, Request-rate, Visit-time).
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

bool has_signature(const Explanation& answer) {
    return answer.signature.result != robots::signature::Result::none;
}

// Writes the value of a member, or null if `has` is false.
void put_if(JsonWriter& json, std::string_view name, bool has,
            std::string_view value) {
    json.name(name);
    if (has) {
        json.text(value);
    } else {
        json.null();
    }
}

// Writes the text() of each of `values`, as a list.
template <class Values>
void put_list(JsonWriter& json, std::string_view name, const Values& values) {
    json.name(name).open_array();
    for (const auto& value : values) {
        json.text(value.text());
    }
    json.close_array();
}

std::string describe_group(const robots::Group* group) {
    return group == nullptr
               ? "none applies to this crawler"
               : "User-agent: " + group->name +
                     (group->is_private ? " (private: not in robots.txt)" : "");
}

// Writes the settings of `group`, and `rule`, the rule of the group that
// decides about the request.
void put_group(const robots::Policy& policy, const robots::Group* group,
               const robots::Rule* rule, JsonWriter& json) {
    static const robots::Pace kNone;
    const robots::Pace& pace = group != nullptr ? *group->pace : kNone;
    put_if(json, "group", group != nullptr,
           group != nullptr ? group->name : std::string_view());
    json.name("private").truth(group != nullptr && group->is_private);
    put_if(json, "rule", rule != nullptr,
           rule != nullptr ? rule->text() : std::string());
    put_if(json, "place", rule != nullptr,
           rule != nullptr ? policy.where(rule->place) : std::string());
    json.name("crawl_delay");
    if (pace.crawl_delay) {
        json.real(seconds(*pace.crawl_delay));
    } else {
        json.null();
    }
    put_if(json, "crawl_delay_place", pace.crawl_delay.has_value(),
           policy.where(pace.places.crawl_delay));
    put_list(json, "request_rate", pace.request_rates);
    put_list(json, "visit_time", pace.visit_times);
}

// Returns the budgets of the site that the crawler shares with other crawlers.
std::vector<robots::Budget> budgets_of(const Explanation& answer) {
    std::vector<robots::Budget> out;
    if (answer.site != nullptr && !answer.site->robots->settings->suspend) {
        for (const auto& budget : answer.site->robots->settings->budgets) {
            if (budget->chooses(answer.verdict.crawler)) {
                out.push_back(*budget);
            }
        }
    }
    return out;
}

void put_use(const UseOfPath& use, JsonWriter& json) {
    json.name("content_usage").text_if_any(use.content_usage);
    json.name("content_signal").text_if_any(use.content_signal);
    json.name("licenses").open_array();
    for (const std::string& license : use.licenses) {
        json.text(license);
    }
    json.close_array();
    json.name("content_usage_header").text_if_any(use.content_usage_header);
    json.name("tdm_reservation").text_if_any(use.tdm_reservation);
}

void print_if_any(std::string_view name, const std::string& what,
                  std::string_view value) {
    if (!value.empty()) {
        print_field(name, what + std::string(value));
    }
}

void print_use(const UseOfPath& use) {
    print_if_any("Usage", "Content-Usage: ", use.content_usage);
    print_if_any("Usage", "Content-Signal: ", use.content_signal);
    for (const std::string& license : use.licenses) {
        print_field("License", license);
    }
    print_if_any("Header", "Content-Usage: ", use.content_usage_header);
    print_if_any("Header", "tdm-reservation: ", use.tdm_reservation);
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
    return out.empty() ? styled(to_string(robots::Violation::none), Look::good)
                       : out;
}

}  // namespace

void put_members(const robots::Policy& policy, const Explanation& answer,
                 JsonWriter& json) {
    const robots::Verdict& verdict = answer.verdict;
    const robots::Sighting& crawler = verdict.crawler;
    json.name("allowed").truth(answer.allowed);
    put_if(json, "crawler", bool(crawler), crawler.token);
    put_if(json, "category", bool(crawler), to_string(crawler.category));
    put_if(json, "identity", bool(crawler), to_string(answer.who.identity));
    put_if(json, "identity_why", bool(crawler), answer.who.why);
    put_if(json, "signature", has_signature(answer),
           to_string(answer.signature.result));
    put_if(json, "signature_why", has_signature(answer), answer.signature.why);
    json.name("signature_form").text_if_any(to_string(answer.signature.form));
    put_group(policy, verdict.group, verdict.rule, json);
    put_list(json, "budgets", budgets_of(answer));
    put_use(answer.use, json);
    json.name("verdict").text(verdict_name(verdict));
    robots::status::put(json.name("violations"), verdict.violations);
    robots::status::put(json.name("caps"), answer.caps);
    json.name("action").text(action_name(verdict));
    json.name("status").number_if_any(refusal_status(verdict));
    json.name("wait").real(seconds(verdict.wait));
    put_if(json, "site", answer.site != nullptr,
           answer.site != nullptr ? answer.site->name : std::string_view());
    put_if(json, "revision", answer.site != nullptr,
           answer.site != nullptr ? revision(answer) : std::string_view());
}

void print_json(const robots::Policy& policy, const Explanation& answer) {
    std::string text;
    JsonWriter json = json_line(text);
    put_members(policy, answer, json);
    json.close_object();
    std::cout << text << '\n';
}

void print_text(const robots::Policy& policy, const Explanation& answer) {
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
        print_field("Group", describe_group(verdict.group));
        print_field("Rule", describe_rule(policy, verdict));
    }
    if (verdict.group != nullptr) {
        print_pace(policy, *verdict.group->pace);
    }
    for (const robots::Budget& budget : budgets_of(answer)) {
        print_field("Budget", budget.name + ": " + budget.quota() +
                                  (budget.of_all_sites
                                       ? ", shared with other crawlers on all "
                                         "sites"
                                       : ", shared with other crawlers") +
                                  written_at(policy, budget.place));
    }
    print_use(answer.use);
    // Consecutive violations may have caps with the same text. The text is
    // printed only once.
    std::string_view before;
    for (const robots::status::model::CapRow& cap : answer.caps) {
        if (cap.text != before) {
            print_field("Enforced", cap.text);
        }
        before = cap.text;
    }
    print_styled("Verdict", describe_verdict(verdict));
    print_field("Action", describe_action(verdict));
}

}  // namespace robotsctl
