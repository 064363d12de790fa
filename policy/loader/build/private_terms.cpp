#include "policy/loader/build/private_terms.hpp"

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "policy/lint/overlap.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots::loader {

namespace {

// The number of simple steps that take as long as one comparison of patterns.
constexpr std::size_t kAtOnce = 16;

using Minutes = std::bitset<kMinutesOfDay>;

// Returns the minutes of the day that are in at least one of `windows`. Returns
// all minutes if `windows` is empty.
Minutes minutes_of(const std::vector<DayWindow>& windows) {
    Minutes out;
    for (const DayWindow& window : windows) {
        const std::size_t end =
            window.to > window.from ? window.to : window.to + kMinutesOfDay;
        for (std::size_t minute = window.from; minute < end; ++minute) {
            out.set(minute % kMinutesOfDay);
        }
    }
    return windows.empty() ? out.set() : out;
}

Minutes minutes_of(const RequestRate& rate) {
    return minutes_of(rate.window ? std::vector<DayWindow>{*rate.window}
                                  : std::vector<DayWindow>{});
}

// Returns whether each crawler that obeys the rate `shown` also obeys the rate
// `own`. This is true if `own` allows at least as many requests at once and on
// average as `shown`, and applies only at times when `shown` applies.
bool is_looser(const RequestRate& own, const RequestRate& shown) {
    return own.requests >= shown.requests &&
           shown.period.count() * own.requests >=
               own.period.count() * shown.requests &&
           (minutes_of(own) & ~minutes_of(shown)).none();
}

// Sample targets that represent all targets that a pattern matches
// (lint::shape_of). A pattern like "*/a" needs two: `most` for targets that
// start with "/a", and `others` for other targets.
struct Shapes {
    explicit Shapes(const PatternView& pattern)
        : most(lint::shape_of(pattern)) {
        if (!most.empty() && most.front() != '/') {
            others = most.substr(1);
            most.insert(0, 1, '/');
        }
    }

    std::string most;
    std::string others;
};

// Compares one private group with the group of robots.txt that the same crawler
// obeys.
class TermsComparison {
  public:
    TermsComparison(const Group& own, const Group* shown,
                    std::string_view token, Findings& findings,
                    std::size_t& work, std::size_t most)
        : own_(own),
          shown_(shown != nullptr ? shown->rules : RuleSet()),
          shown_pace_(shown != nullptr ? shown->pace : Shared<Pace>()),
          token_(cited(token)),
          findings_(findings),
          work_(work),
          most_(most) {
        for (const Rule& rule : shown_.rules()) {
            if (rule.allow) {
                allows_.push_back(&rule);
            }
        }
        own_wildcards_ = wildcards_of(own_.rules);
        shown_wildcards_ = wildcards_of(shown_);
        work_ += own_.rules.rules().size() + shown_.rules().size();
    }

    void run() {
        for (const Rule& rule : own_.rules.rules()) {
            if (!rule.allow && work_ <= most_) {
                check(rule);
            }
        }
        check_delay();
        check_rates();
        check_windows();
    }

  private:
    static std::size_t wildcards_of(const RuleSet& rules) {
        const auto all = rules.rules();
        return static_cast<std::size_t>(std::count_if(
            all.begin(), all.end(),
            [](const Rule& rule) { return rule.pattern.run_count() > 1; }));
    }

    // Returns the rule of `rules` that decides for all targets of `shapes`, or
    // nullptr if no single rule is known to match all these targets.
    const Rule* covering(const RuleSet& rules, std::size_t wildcards,
                         const Shapes& shapes) {
        constexpr std::size_t kTrial = 64;  // octets
        work_ += kAtOnce + wildcards * (1 + shapes.most.size() / kTrial);
        const Rule* rule = rules.match(shapes.most);
        const bool all =
            rule != nullptr &&
            (shapes.others.empty() || rule->pattern.matches(shapes.others));
        return all ? rule : nullptr;
    }

    // Reports an error if the private disallow `rule` is stricter than
    // robots.txt. In memory, rules are in the order in which they decide.
    // `rule` is not stricter if one disallow of robots.txt, `closing`, matches
    // all its targets, and no allow before `closing` opens any of them. An
    // allow is harmless if a private rule before `rule` decides for all targets
    // of the allow.
    void check(const Rule& rule) {
        const Shapes shapes(rule.pattern);
        if (shapes.most.empty()) {
            return;
        }
        const Rule* first = covering(own_.rules, own_wildcards_, shapes);
        if (first != nullptr && first < &rule) {
            return;  // `rule` never decides
        }
        const Rule* closing = covering(shown_, shown_wildcards_, shapes);
        if (closing == nullptr || closing->allow) {
            tell(rule, closing);
            return;
        }
        work_ += allows_.size() / kAtOnce;
        for (std::size_t i = 0; i < allows_.size() && allows_[i] < closing;
             ++i) {
            const Rule* decides = decider_for(i);
            if (decides != nullptr && decides < &rule) {
                continue;
            }
            ++work_;
            if (!lint::disjoint(allows_[i]->pattern, rule.pattern)) {
                tell(rule, allows_[i]);
                return;
            }
        }
    }

    // Returns the private rule that decides for all targets of allows_[i], or
    // nullptr.
    const Rule* decider_for(std::size_t i) {
        if (deciders_.empty()) {
            for (const Rule* allow : allows_) {
                deciders_.push_back(covering(own_.rules, own_wildcards_,
                                             Shapes(allow->pattern)));
            }
        }
        return deciders_[i];
    }

    void tell(const Rule& rule, const Rule* opening) {
        if (findings_.full()) {
            tell(rule.place, "");
            return;
        }
        const std::string why = opening == nullptr
                                    ? "no single rule there closes all of it"
                                    : cited(opening->text()) + " at " +
                                          findings_.where(opening->place) +
                                          " opens some of it";
        tell(rule.place, cited(rule.text()) +
                             " in this private group is stricter than "
                             "robots.txt for " +
                             token_ + ": " + why +
                             "; remove the rule, or move it to a published "
                             "group");
    }

    void tell(const Place& place, std::string text) {
        findings_.error(place, "private-stricter", std::move(text));
    }

    void check_delay() {
        const auto own = own_.pace->crawl_delay;
        const auto shown = shown_pace_->crawl_delay;
        if (own && *own > shown.value_or(Milliseconds{0})) {
            tell(own_.pace->places.crawl_delay,
                 "`crawl_delay` of this private group is stricter than "
                 "robots.txt for " +
                     token_ + ", which has " +
                     (shown ? cited("Crawl-delay: " + seconds_text(*shown)) +
                                  "; shorten it"
                            : "no Crawl-delay; remove it") +
                     ", or move it to a published group");
        }
    }

    // Compares the request rates with the request rates of robots.txt, and with
    // its crawl-delay, which counts as a rate of one request per delay.
    void check_rates() {
        std::vector<RequestRate> shown = shown_pace_->request_rates;
        if (shown_pace_->crawl_delay) {
            shown.push_back({1, *shown_pace_->crawl_delay, std::nullopt});
        }
        for (const RequestRate& own : own_.pace->request_rates) {
            work_ += kMinutesOfDay;
            const bool fine = std::any_of(shown.begin(), shown.end(),
                                          [&own](const RequestRate& rate) {
                                              return is_looser(own, rate);
                                          });
            if (!fine) {
                tell(own_.pace->places.request_rates,
                     cited("Request-rate: " + own.text()) +
                         " in this private group is stricter than robots.txt "
                         "for " +
                         token_ +
                         ": no rate or delay there is as strict at these "
                         "times; allow more requests, or move it to a "
                         "published group");
            }
        }
    }

    void check_windows() {
        const auto& own = own_.pace->visit_times;
        if (own.empty()) {
            return;
        }
        const auto& shown = shown_pace_->visit_times;
        work_ += kMinutesOfDay * (own.size() + shown.size()) / kAtOnce;
        const Minutes closed = minutes_of(shown) & ~minutes_of(own);
        if (closed.any()) {
            std::uint16_t first = 0;
            while (!closed.test(first)) {
                ++first;
            }
            const DayWindow from{first, kMinutesOfDay};
            tell(own_.pace->places.visit_times,
                 "`visit_time` of this private group is stricter than "
                 "robots.txt for " +
                     token_ + ", which allows visits at " +
                     from.text().substr(0, 4) +
                     "; add this time, or remove `visit_time` here");
        }
    }

    const Group& own_;
    const RuleSet shown_;
    const Shared<Pace> shown_pace_;
    const std::string token_;
    Findings& findings_;
    std::size_t& work_;
    const std::size_t most_;
    std::vector<const Rule*> allows_;    // the allow rules of robots.txt
    std::vector<const Rule*> deciders_;  // for each of allows_
    std::size_t own_wildcards_ = 0;
    std::size_t shown_wildcards_ = 0;
};

}  // namespace

PrivateTerms::PrivateTerms(const Crawlers& crawlers, Findings& findings)
    : crawlers_(crawlers), findings_(findings), most_(kMostWork) {
    for (const Crawler& crawler : crawlers.entries()) {
        if (!crawler.falls_back_to.empty()) {
            followers_.push_back(&crawler);
        }
    }
}

void PrivateTerms::begin_file(bool limited) {
    work_before_ = work_;
    most_ = limited ? std::min(kMostWork, work_ + kMostWork / 20) : kMostWork;
}

bool PrivateTerms::is_exhausted() const {
    return work_ > most_;
}

bool PrivateTerms::check(const Groups& enforced, const Groups& published,
                         const Place& place) {
    if (is_exhausted()) {
        return false;  // reported for an earlier body
    }
    const std::size_t errors = findings_.errors();
    // Crawlers of one group share the rules and the pace of the group.
    // `compared` ensures that equal pairs are compared only once.
    std::set<std::tuple<const Rule*, const Pace*, const Rule*, const Pace*>>
        compared;
    const auto compare = [&](const Group& own, const Sighting& crawler) {
        ++work_;
        const Group* shown = published.select(crawler, crawlers_);
        const bool is_new =
            compared
                .emplace(
                    own.rules.rules().begin(), &*own.pace,
                    shown != nullptr ? shown->rules.rules().begin() : nullptr,
                    shown != nullptr ? &*shown->pace : nullptr)
                .second;
        if (is_new && work_ <= most_) {
            TermsComparison(own, shown, crawler.token, findings_, work_, most_)
                .run();
        }
    };
    for (const auto& group : enforced.all()) {
        if (group->is_private) {
            compare(*group, crawlers_.named(group->name));
        }
    }
    for (const Crawler* each : followers_) {
        const Sighting crawler{each->token, each->category, each};
        const Group* group = enforced.select(crawler, crawlers_);
        if (group != nullptr && group->is_private && group->key != each->key) {
            compare(*group, crawler);
        }
    }
    if (is_exhausted()) {
        findings_.error(place, "private-too-large",
                        "comparing the private groups up to here with "
                        "robots.txt takes too long; write fewer rules there, "
                        "or rules without `*`");
    }
    return findings_.errors() == errors;
}

}  // namespace robots::loader
