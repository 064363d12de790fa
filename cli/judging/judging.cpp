#include "cli/judging/judging.hpp"

#include <algorithm>
#include <chrono>
#include <random>

#include "policy/base/text.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/verdict/charge.hpp"
#include "policy/verdict/deciding_rule.hpp"
#include "policy/verdict/plan.hpp"

namespace robotsctl {

namespace {

// The maximum number of unpaid bills (bill.hpp). If there are more, the bill of
// the request that ends first is paid at once.
constexpr std::size_t kMostUnpaid = 10000;

robots::Identity identity_from(std::string_view text) {
    for (const auto identity :
         {robots::Identity::verified, robots::Identity::impostor}) {
        if (text == to_string(identity)) {
            return identity;
        }
    }
    return robots::Identity::unverifiable;
}

}  // namespace

robots::Request request_of(const LogRecord& record, std::string_view address,
                           robots::Slashes slashes) {
    robots::Request out;
    out.target = record.target;
    out.slashes = slashes;
    out.address = address;
    out.method = robots::method_from(record.method);
    out.utc = std::chrono::duration_cast<robots::Utc>(record.arrival());
    out.identity = identity_from(record.identity);
    return out;
}

bool is_robots_txt(const robots::Request& request) {
    return robots::SentTarget(request.target, request.slashes).is_robots_txt();
}

std::uint16_t status_of(const LogRecord& record) {
    return static_cast<std::uint16_t>(
        robots::number_from(record.status).value_or(0));
}

robots::HeaderMemory remember_headers(const robots::Crawlers& crawlers) {
    // Enough for the log of a day, which has several thousand different
    // headers.
    constexpr std::size_t kSets = std::size_t{1} << 13;
    std::random_device source;
    return robots::HeaderMemory(
        crawlers, std::uint64_t{source()} << 32 | source(), kSets);
}

robots::Sighting crawler_of(const LogRecord& record,
                            const robots::Crawlers& crawlers,
                            robots::HeaderMemory& headers, SiteOfLine& sites) {
    const auto is_named = [&](const robots::Crawler& crawler) {
        return robots::NamedAt{sites.find(record)}(crawler);
    };
    const robots::Sighting named =
        headers.identify(record.user_agent, is_named);
    const bool is_signers =
        named.crawler == nullptr && !record.crawler.empty() &&
        record.signature == to_string(robots::signature::Result::verified);
    return is_signers ? crawlers.named(record.crawler, is_named) : named;
}

robots::Milliseconds BoundedTable::get(std::uint64_t key) const {
    for (const Slot& slot : sets_[key % sets_.size()]) {
        if (slot.key == key) {
            return slot.time;
        }
    }
    return robots::Milliseconds{0};
}

robots::Milliseconds BoundedTable::put(std::uint64_t key,
                                       robots::Milliseconds time) {
    Set& set = sets_[key % sets_.size()];
    for (Slot& slot : set) {
        if (slot.key == key) {
            slot.time = time;
            return robots::Milliseconds{0};
        }
    }
    Slot& slot = *std::min_element(
        set.begin(), set.end(),
        [](const Slot& a, const Slot& b) { return a.time < b.time; });
    const robots::Milliseconds gone = slot.time;
    slot = {key, time};
    return gone;
}

bool LogFetches::has_fetched(const robots::Site& site,
                             const robots::Sighting& crawler,
                             const robots::Request& request,
                             robots::Milliseconds now) {
    if (!crawler.contact_only) {
        return false;
    }
    const std::uint64_t key = robots::public_keys().fetch(
        {site.key, crawler, request.identity}, request.address);
    if (request.method == robots::Method::get && is_robots_txt(request) &&
        fetched_.put(key, now) != robots::Milliseconds{0}) {
        ++lost_;
    }
    return fetched_.get(key) != robots::Milliseconds{0};
}

void LogJudge::pay_first() {
    const auto first = unpaid_.begin();
    robots::pay(first->second.bill, first->second.took, first->first, budgets_);
    unpaid_.erase(first);
}

void LogJudge::pay_until(robots::Milliseconds now) {
    while (!unpaid_.empty() && unpaid_.begin()->first <= now) {
        pay_first();
    }
}

void LogJudge::keep(const robots::Bill& bill, const LogRecord& record) {
    if (bill.size() == 0) {
        return;
    }
    if (!record.upstream) {
        ++unpriced_;
        return;
    }
    unpaid_.emplace(record.time, Payment{bill, *record.upstream});
    if (unpaid_.size() > kMostUnpaid) {
        pay_first();
    }
}

robots::Verdict LogJudge::judge(const robots::Policy& policy,
                                const robots::Site* site,
                                const robots::Sighting& crawler,
                                const robots::Request& request,
                                const LogRecord& record) {
    const robots::Milliseconds now = record.arrival();
    pay_until(now);
    const robots::Plan plan = robots::plan_request(
        policy, site, crawler, request, robots::Action::reject);
    robots::Receipt receipt;
    const robots::Charged charged =
        robots::charge(plan, now, budgets_, receipt);
    if (robots::is_redirect(status_of(record))) {
        robots::give_back(receipt, budgets_, now);
    }
    if (robots::is_paid_later(plan)) {
        keep(robots::bill_of(plan, charged, budgets_.keys()), record);
    }
    return robots::settle(plan, charged);
}

}  // namespace robotsctl
