#include "cli/replay/html_report.hpp"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "cli/judging/judging.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "policy/crawlers/address_ranges.hpp"
#include "policy/state/ledger_records.hpp"
#include "policy/verdict/deciding_line.hpp"
#include "status/answer.hpp"
#include "status/page/page.hpp"

namespace robotsctl {

namespace {

using robots::Milliseconds;

// Room for some 60,000 visits and lines, and for the charts of 3,500 crawlers
// and sites. What does not fit is left out as in a zone that is too small.
constexpr std::size_t kLedger = std::size_t{64} << 20;
constexpr std::size_t kActivity = std::size_t{32} << 20;

std::uint64_t name_key(std::string_view name) {
    return std::hash<std::string_view>()(name);
}

// The questions that the rows of a list lead to.
std::vector<std::string> questions_of(const Json& list, const char* name) {
    std::vector<std::string> questions;
    for (const Json& row : list.at("rows")) {
        if (row.at("listed") && questions.size() < HtmlReport::kViews) {
            questions.push_back(std::string(name) + "=" +
                                encoded(row.at(name).get<std::string>()));
        }
    }
    return questions;
}

// What the policy could do about those of a list. `name` and `site` are their
// members of that.
void add_acts(const Json& rows, const char* name, const char* site,
              std::vector<std::string>& questions) {
    const std::size_t limit = questions.size() + HtmlReport::kViews;
    for (const Json& row : rows) {
        if (questions.size() == limit || !row.at(site).is_string()) {
            continue;
        }
        std::string question = "view=acts";
        if (name != nullptr) {
            question += "&crawler=" + encoded(row.at(name).get<std::string>());
        }
        questions.push_back(
            question + "&site=" + encoded(row.at(site).get<std::string>()));
    }
}

}  // namespace

HtmlReport::HtmlReport(const robots::Policy& policy, SiteOfLine& sites,
                       std::string policy_file)
    : policy_(policy),
      sites_(sites),
      policy_file_(std::move(policy_file)),
      ledger_memory_(kLedger / sizeof(CacheLine)),
      activity_memory_(kActivity / sizeof(CacheLine)),
      ledger_(ledger_memory_.data(), kLedger),
      activity_(activity_memory_.data(), kActivity) {
    for (const robots::Site& site : policy.sites()) {
        ledger_.in_effect(site, now_);
    }
}

// Greater than zero, and never going back.
Milliseconds HtmlReport::clock(Milliseconds time) {
    if (start_ == Milliseconds{0}) {
        start_ = time - Milliseconds{1};
    }
    now_ = std::max(now_, time - start_);
    return now_;
}

void HtmlReport::take(const LogRecord& record, const robots::Verdict& verdict) {
    const robots::Site* site = sites_.find(record);
    const Milliseconds now = clock(record.arrival());
    if (site == nullptr) {
        return;
    }
    if (!verdict.judged) {
        if (record.target == "/robots.txt") {
            ++robots_txt_;
            ledger_.answered(site->key, status_of(record), now);
            ledger_.fetched({site->key, verdict.crawler, verdict.identity},
                            robots::revision_tag(site->robots->revision.text()),
                            now);
        }
        return;
    }
    robots::Ledger::Entry entry;
    ledger_.judged(*site, verdict, now, entry);
    activity_.judged(*site, verdict, now);
    if (verdict.crawler.crawler == nullptr) {
        activity_.named(name_key(verdict.crawler.token), *site, verdict, now);
    }
    if (verdict.action == robots::Action::throttle &&
        verdict.wait != Milliseconds{0}) {
        const robots::Visitor visitor{site->key, verdict.crawler,
                                      verdict.identity};
        ledger_.delayed(visitor, now);
        ledger_.released(visitor, verdict.wait);
    }
    if (verdict.action != robots::Action::pass) {
        keep_violation(record, *site, verdict, now);
    }
}

void HtmlReport::keep_violation(const LogRecord& record,
                                const robots::Site& site,
                                const robots::Verdict& verdict,
                                Milliseconds now) {
    robots::ViolationNote note;
    note.at = static_cast<std::uint64_t>(now.count());
    note.site = site.key;
    note.line = robots::line_key(verdict);
    note.crawler = robots::crawler_key(verdict.crawler);
    note.name = decltype(note.name)(verdict.crawler.token);
    note.violation = verdict.violation;
    note.violations = verdict.violations;
    note.action = verdict.action;
    note.would = verdict.would;
    note.identity = verdict.identity;
    note.status = refusal_status(verdict);
    note.address = decltype(note.address)(robots::address_from(record.address));
    note.host = decltype(note.host)(record.host);
    note.path = decltype(note.path)(record.target);
    note.path_cut = note.path.view().size() < record.target.size();
    activity_.violated(note);
}

std::string HtmlReport::answer(const std::string& question) const {
    robots::status::Source source{policy_, ledger_, activity_, {}};
    source.now = now_;
    source.epoch = start_;
    source.robots_txt = robots_txt_;
    source.zone_octets = kLedger + kActivity;
    source.server.version = ROBOTS_VERSION;
    source.server.policy_file = policy_file_;
    source.server.now = (start_ + now_) / std::chrono::seconds(1);
    source.server.sites = policy_.sites().size();
    source.server.crawlers = policy_.crawlers().entries().size();
    const std::string arguments = "format=json&" + question;
    robots::status::Asked asked;
    asked.arguments = arguments;
    asked.authority = {"", 443, robots::Scheme::https};
    robots::status::Answer answer(source, asked, [](const auto&, auto&) {});
    while (!answer.step()) {
    }
    return std::string(answer.body());
}

std::string HtmlReport::html() const {
    const std::string overview = answer("");
    const Json all = Json::parse(overview);
    std::string data = R"({"answers":{"":)" + overview;
    std::vector<std::string> questions{"view=violations"};
    for (const auto& [list, name] :
         {std::pair("crawlers", "crawler"), std::pair("sites", "site")}) {
        const auto more = questions_of(all.at(list), name);
        questions.insert(questions.end(), more.begin(), more.end());
    }
    add_acts(all.at("crawlers").at("rows"), "crawler", "busiest_site",
             questions);
    add_acts(all.at("unlisted"), "name", "site", questions);
    add_acts(all.at("sites").at("rows"), nullptr, "site", questions);
    for (const std::string& question : questions) {
        data += ",\"" + question + "\":" + answer(question);
    }
    data += "}}";
    const Json& requests = all.at("totals").at("counts");
    const robots::status::Totals totals{
        requests.at("requests"),
        requests.at("requests").get<std::uint64_t>() -
            requests.at("verdicts").at("allow").get<std::uint64_t>(),
        all.at("totals").at("delays").at("requests"),
        requests.at("actions").at("reject"), all.at("totals").at("robots_txt")};
    std::string html;
    robots::status::append_page(html, totals, data);
    return html;
}

}  // namespace robotsctl
