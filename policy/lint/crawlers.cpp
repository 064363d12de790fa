// Compares groups with what is known about the crawlers that the groups name.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "policy/lint/families.hpp"
#include "policy/robots_txt/mentions.hpp"
#include "policy/robots_txt/product_token.hpp"

namespace robots::lint {

namespace {

constexpr Milliseconds kLongDelay{30000};
constexpr Milliseconds kSecond{1000};
constexpr Milliseconds kDay{86400000};

bool is_rfc_token(std::string_view token) {
    return std::all_of(token.begin(), token.end(), [](char c) {
        return is_rfc_token_octet(static_cast<unsigned char>(c));
    });
}

// Returns the part of a token that a parser reads if it follows RFC 9309 2.2.1.
std::string_view rfc_part(std::string_view token) {
    const auto end = std::find_if(token.begin(), token.end(), [](char c) {
        return !is_rfc_token_octet(static_cast<unsigned char>(c));
    });
    return token.substr(0, static_cast<std::size_t>(end - token.begin()));
}

void tell_odd(const Subject& subject, const Written& token, Reporter& report) {
    const std::string read(rfc_part(token.value));
    const bool known = subject.crawlers.find(read) != nullptr;
    report.tell(token.place, Code::odd_token,
                cited(token.value) +
                    " has characters other than letters, `_` and `-`, so a "
                    "crawler that follows RFC 9309 reads " +
                    cited(read) + "; write " +
                    (known ? cited(read)
                           : "the token that the crawler's operator "
                             "documents"));
}

// Whether the token is in the catalogue. Operators document the tokens of the
// catalogue and read them, even if RFC 9309 does not allow their characters.
bool is_documented(const Subject& subject, std::string_view token) {
    const Crawler* crawler = subject.crawlers.find(token);
    return crawler != nullptr && crawler->catalogued;
}

void check_token(const Subject& subject, const Written& token,
                 Reporter& report) {
    if (token.value != "*" && !is_rfc_token(token.value) &&
        !is_documented(subject, token.value)) {
        tell_odd(subject, token, report);
    }
}

bool holds_or_refuses(const EnforcementOverride& said) {
    return std::any_of(said.action.begin(), said.action.end(),
                       [](const std::optional<Action>& action) {
                           return action && *action >= Action::throttle;
                       });
}

void check_header(const Subject& subject, const GroupNotes& notes,
                  const Written& token, Reporter& report) {
    const Crawler* crawler = subject.crawlers.find(token.value);
    if (crawler == nullptr || crawler->in_user_agent ||
        !holds_or_refuses(notes.own_enforce)) {
        return;
    }
    report.tell(token.place, Code::token_not_in_user_agent,
                cited(token.value) +
                    " is never part of a User-Agent header, so `enforce` has "
                    "no effect on it, though its operator reads the group; "
                    "move the token to a group without `enforce`");
}

// Returns the enforcement of the group for `token`; if no group is for `token`,
// returns the default enforcement.
const Enforcement& enforcement_of(const Subject& subject,
                                  const std::string& token) {
    static const Enforcement kNone;
    const Group* group = subject.compiled.named(token);
    return group == nullptr ? kNone : *group->enforcement;
}

// Whether a crawl-delay is enforced on a crawler that does not support it.
bool delays_unsupported(const Enforcement& enforcement) {
    return std::min(enforcement.action_for(Violation::crawl_delay),
                    enforcement.unsupported) >= Action::throttle;
}

void check_support(const Subject& subject, const GroupNotes& notes,
                   const Written& token, Reporter& report) {
    const Crawler* crawler = subject.crawlers.find(token.value);
    if (crawler == nullptr || crawler->crawl_delay != Obeys::no ||
        !notes.own_delay ||
        delays_unsupported(enforcement_of(subject, token.value))) {
        return;
    }
    report.tell(
        token.place, Code::crawl_delay_ignored,
        cited(token.value) +
            " ignores Crawl-delay, as its operator documents, so the delay has "
            "no effect; remove it, or ask the operator for a lower rate" +
            (crawler->docs.empty() ? "" : ", see " + crawler->docs));
}

std::string pages_a_day(Milliseconds delay) {
    const auto pages = kDay / delay;
    return pages == 0 ? "less than one page a day"
                      : std::to_string(pages) + " pages a day at most";
}

// Whether lint_pace() already reports the group's crawl-delay as too long.
// Subject::odd_pace is sorted by line.
bool counts_as_longest(const Subject& subject, const RobotsGroup& group) {
    const auto& odd = subject.odd_pace;
    const std::uint32_t line = group.pace_places.crawl_delay.line;
    const auto at =
        std::lower_bound(odd.begin(), odd.end(), line,
                         [](const OddPaceLine& each, std::uint32_t wanted) {
                             return each.place.line < wanted;
                         });
    return group.crawl_delay == kLongestPace && at != odd.end() &&
           at->place.line == line;
}

// Reports a max_wait that is shorter than the delay of early requests. If many
// requests come at once, the burst lets the first requests pass. The first
// request after these must wait about one whole crawl-delay.
void check_max_wait(const Subject& subject, const RobotsGroup& group,
                    Reporter& report) {
    const Enforcement& settings =
        enforcement_of(subject, group.user_agents.front());
    if (settings.action_for(Violation::crawl_delay) != Action::throttle) {
        return;
    }
    const Milliseconds delay = *group.crawl_delay;
    const Milliseconds tolerance =
        settings.slack(delay) - settings.burst.value_or(kUsualBurst) * delay;
    if (delay - tolerance <= settings.max_wait) {
        return;
    }
    report.tell(
        group.pace_places.crawl_delay, Code::max_wait_too_short,
        "`throttle` refuses most early requests here: they would wait " +
            seconds_text(delay) + " seconds, and `max_wait` is " +
            seconds_text(settings.max_wait) + " seconds; write " +
            (delay > kLongestWait
                 ? std::string("a shorter `crawl_delay`")
                 : "`max_wait: " + seconds_text(delay) + "s`") +
            ", or `reject` if that is what you want");
}

void check_delay(const Subject& subject, const RobotsGroup& group,
                 const GroupNotes& notes, Reporter& report) {
    if (!group.crawl_delay || !notes.own_delay || group.user_agents.empty()) {
        return;
    }
    check_max_wait(subject, group, report);
    const Milliseconds delay = *group.crawl_delay;
    const Place& place = group.pace_places.crawl_delay;
    if (delay > kLongDelay && !counts_as_longest(subject, group)) {
        report.tell(place, Code::long_crawl_delay,
                    "a crawl-delay of " + seconds_text(delay) +
                        " seconds lets a crawler fetch " + pages_a_day(delay) +
                        ", and some crawlers give up or ignore it; write 30 "
                        "seconds or less, or close what they need not fetch");
    }
    if (delay % kSecond != Milliseconds{0}) {
        report.tell(
            place, Code::fractional_crawl_delay,
            "a crawl-delay of " + seconds_text(delay) +
                " seconds is not a whole number; some crawlers read it as " +
                seconds_text(delay / kSecond * kSecond) +
                " or ignore it; write whole seconds");
    }
}

void tell_too_long(const OddPaceLine& line, Reporter& report) {
    const bool delay = line.key == LineKey::crawl_delay;
    report.tell(line.place, Code::pace_too_long,
                cited(line.text) + " is longer than 7 days, so " +
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

// Only a verbatim robots.txt can have too many rates. The loader refuses a
// policy that has too many.
void tell_too_many_rates(const Group& group, Reporter& report) {
    const std::size_t written =
        group.pace->request_rates.size() + group.pace->rates_not_enforced;
    report.tell(group.pace->places.request_rates, Code::too_many_rates,
                std::to_string(written) + " Request-rate lines bind " +
                    cited(group.name) + ", and only the first " +
                    std::to_string(kMaxRequestRates) +
                    " are enforced; remove the others");
}

}  // namespace

void lint_crawlers(const Subject& subject, Reporter& report) {
    for (std::size_t i = 0; i < subject.document.groups.size(); ++i) {
        const GroupNotes& notes = subject.notes[i];
        report.enter(notes);
        check_delay(subject, subject.document.groups[i], notes, report);
        for (const Written& token : notes.named) {
            if (!subject.verbatim) {
                check_token(subject, token, report);
            }
            check_header(subject, notes, token, report);
            check_support(subject, notes, token, report);
        }
    }
    report.leave();
    for (const Written& line : subject.agent_lines) {
        if (!lint_agent_line(subject, line, report)) {
            check_token(subject, line, report);
        }
    }
}

void lint_pace(const Subject& subject, Reporter& report) {
    for (const OddPaceLine& line : subject.odd_pace) {
        if (line.too_long) {
            tell_too_long(line, report);
        } else {
            report.tell(line.place, Code::unreadable_pace,
                        "invalid line " + cited(line.text) +
                            ", so it is not enforced; " + expected(line.key));
        }
    }
    std::set<const Pace*> told;  // groups may share a Pace
    for (const auto& group : subject.compiled.all()) {
        if (group->pace->rates_not_enforced > 0 &&
            told.insert(&*group->pace).second) {
            tell_too_many_rates(*group, report);
        }
    }
}

// ---- crawlers that have to prove who they are, and can only do so by DNS ----

namespace {

Action action_of(const Group& group) {
    return group.enforcement->action_for(Violation::unverifiable);
}

bool acts_on_unproven(const Group& group) {
    return action_of(group) >= Action::throttle;
}

bool only_dns_verifies(const Crawler& crawler) {
    return !crawler.rdns.empty() && crawler.ranges.empty() &&
           crawler.keys.empty() && crawler.in_user_agent;
}

// A compiled group, and the tokens of the crawlers that this group binds and
// that only DNS can verify.
struct Bound {
    const Group* group = nullptr;
    std::vector<std::string> crawlers;
};
// The keys are indexes of document groups: of the first group that was merged
// into Bound::group.
using BoundByGroup = std::map<std::size_t, Bound>;

BoundByGroup bound_by_group(const Subject& subject) {
    BoundByGroup out;
    for (const Crawler& crawler : subject.crawlers.entries()) {
        const Group* group =
            only_dns_verifies(crawler)
                ? subject.compiled.select(
                      {crawler.token, crawler.category, &crawler},
                      subject.crawlers)
                : nullptr;
        if (group == nullptr || !acts_on_unproven(*group)) {
            continue;
        }
        const auto& written = subject.document.groups;
        const auto first = std::find_if(written.begin(), written.end(),
                                        [group](const RobotsGroup& each) {
                                            return names(each, group->name);
                                        });
        if (first != written.end()) {
            Bound& bound =
                out[static_cast<std::size_t>(first - written.begin())];
            bound.group = group;
            bound.crawlers.push_back(crawler.token);
        }
    }
    return out;
}

// Returns "`YandexBot`, `Baiduspider` and 3 more".
std::string names_of(const std::vector<std::string>& crawlers) {
    constexpr std::size_t kShown = 3;
    std::string out;
    for (std::size_t i = 0; i < std::min(crawlers.size(), kShown); ++i) {
        out += (i == 0 ? "" : ", ") + cited(crawlers[i]);
    }
    return crawlers.size() <= kShown
               ? out
               : out + " and " + std::to_string(crawlers.size() - kShown) +
                     " more";
}

}  // namespace

void lint_proof(const Subject& subject, Reporter& report) {
    const auto all = subject.compiled.all();
    if (subject.suspended ||
        std::none_of(all.begin(), all.end(), [](const auto& group) {
            return acts_on_unproven(*group);
        })) {
        return;
    }
    for (const auto& [index, bound] : bound_by_group(subject)) {
        report.enter(subject.notes[index]);
        report.tell(
            subject.document.groups[index].place, Code::unverifiable_by_dns,
            std::string(action_of(*bound.group) == Action::reject
                            ? "`unverifiable: reject` refuses "
                            : "`unverifiable: throttle` slows down ") +
                names_of(bound.crawlers) +
                " while DNS does not answer, since nothing but reverse names "
                "verifies them; write `enforce: {unverifiable: log}` in a "
                "group for them, or give them `ranges` under `crawlers`");
    }
}

}  // namespace robots::lint
