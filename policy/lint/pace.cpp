// Lines about pace that are not kept to as they are written.

#include <set>
#include <string>

#include "policy/lint/families.hpp"

namespace robots::lint {

namespace {

void tell_too_long(const OddPaceLine& line, Report& report) {
    const bool delay = line.key == LineKey::crawl_delay;
    report.tell(line.place, Code::pace_too_long,
                quoted(line.text) + " is longer than 7 days, so " +
                    (delay ? "it is enforced as 604800 seconds"
                           : "its time counts as 7 days") +
                    "; no crawler waits that long; write 30 seconds or less, "
                    "or `Disallow: /` to keep a crawler out");
}

std::string expected(LineKey key) {
    switch (key) {
        case LineKey::request_rate:
            return "expected requests and a time, at most one request per "
                   "millisecond, as in `Request-rate: 10/60`";
        case LineKey::visit_time:
            return "expected two times of day in UTC, as in `Visit-time: "
                   "0600-0845`";
        default:
            return "expected a number of seconds, as in `Crawl-delay: 10`";
    }
}

// Only a text that its author wrote as a robots.txt has so many: a policy is
// refused.
void tell_too_many_rates(const Group& group, Report& report) {
    const std::size_t written =
        group.pace->request_rates.size() + group.pace->rates_not_enforced;
    report.tell(group.pace->places.request_rates, Code::too_many_rates,
                std::to_string(written) + " Request-rate lines bind " +
                    quoted(group.name) + ", and only the first " +
                    std::to_string(kMaxRequestRates) +
                    " are enforced; remove the others");
}

}  // namespace

void lint_pace(const Subject& subject, Report& report) {
    for (const OddPaceLine& line : subject.odd_pace) {
        if (line.too_long) {
            tell_too_long(line, report);
        } else {
            report.tell(line.place, Code::unreadable_pace,
                        "invalid line " + quoted(line.text) +
                            ", so it is not enforced; " + expected(line.key));
        }
    }
    std::set<const Pace*> told;  // crawlers may share a pace
    for (const auto& group : subject.compiled.all()) {
        if (group->pace->rates_not_enforced > 0 &&
            told.insert(&*group->pace).second) {
            tell_too_many_rates(*group, report);
        }
    }
}

}  // namespace robots::lint
