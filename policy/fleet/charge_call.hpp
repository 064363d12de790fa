// A fleet is a group of nginx instances that charge shared budgets, which a
// Valkey or Redis server stores. The instances call two short scripts, and the
// server runs each call atomically. The state of a budget is the time when its
// next request is due (rate.hpp), on the server's clock, in milliseconds since
// the epoch. The state is stored in one key, which expires at that time. The
// server has these keys:
//
//     PREFIX:secret       the secret for the names below (fleet_secret.hpp)
//     PREFIX:b:NAME       a budget; NAME has 32 hexadecimal digits
//     PREFIX:p:NAME       a pass that a HEAD left for its GET (charge.hpp): the
//                         time from which the pass is valid
//     PREFIX:w:NAME       the last two crawlers that wait for a shared budget,
//                         each with the time until which the crawler waits
//     PREFIX:f:NAME       the revision of robots.txt that a crawler got last
//     PREFIX:d:NAME       the DNS answer about the address of a crawler

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/time.hpp"
#include "policy/fleet/fleet_secret.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/shared_memory/fetch_table.hpp"
#include "policy/verdict/bill.hpp"
#include "policy/verdict/plan.hpp"

namespace robots {

extern const std::string_view kChargeScript;
extern const std::string_view kRefundScript;

// The start of the error that both scripts return if the names were not made
// with the server's current secret.
constexpr std::string_view kOtherSecret = "ROBOTSSECRET";

// Returns the NAME of a key. `high` and `low` are hashes of the same data, made
// with the secret's high() and low() (fleet_secret.hpp).
std::string name_of(std::uint64_t high, std::uint64_t low);

// Makes the names of one server's keys.
struct ServerKeys {
    std::string prefix;  // "robots"
    std::string secret_id;

    std::string secret() const { return prefix + ":secret"; }
    std::string key(char kind, const std::string& name) const {
        return prefix + ":" + kind + ":" + name;
    }
};

// A HEAD leaves a pass, a GET takes the pass, other methods do neither.
enum class PassUse : std::uint8_t { none, take, leave };

// A budget that a request needs, and the rate of the budget.
struct AskedBudget {
    std::string name;
    Rate rate;
    bool binds = true;  // true: if this budget refuses, no budget is charged
    // Only for a budget that crawlers share: the NAME of its PREFIX:w key, and
    // how long a crawler counts as waiting after its wait is over.
    std::string waiting{};
    Milliseconds waiting_time{0};
    // Whether this budget is the crawler's part of a shared budget: the budget
    // directly before this one in ChargeCall::budgets. A part is only charged
    // while other crawlers wait for the shared budget (charge.hpp).
    bool is_part = false;
};

// A call that charges the budgets of one request.
struct ChargeCall {
    PassUse pass_use = PassUse::none;
    std::string pass;   // NAME of the pass, unless pass_use is none
    std::string fetch;  // NAME of the PREFIX:f key to read; empty: none
    std::vector<AskedBudget> budgets;
};

// Returns the call that charges the demands of a plan (plan.hpp). The NAMEs are
// made with `secret`.
ChargeCall charge_call(const Plan& plan, const FleetSecret& secret);

// Returns the call that charges the bill of a request (bill.hpp) for which
// upstreams worked for `took`. `high` and `low` are the same bill, with keys
// made by the secret's high() and low().
ChargeCall payment_call(const Bill& high, const Bill& low, Milliseconds took);

// Returns the arguments of EVALSHA after the script: the number of keys, the
// keys, and the values.
std::vector<std::string> arguments_of(const ChargeCall& call,
                                      const ServerKeys& keys);

// The server's answer about one budget.
struct ToldCharge {
    bool granted = false;  // false: refused; the budget is unchanged
    // A granted budget is not charged if the request used a pass, if another
    // budget refused, if `asked` is false, or if the budget is charged when the
    // request ends.
    bool charged = false;
    Milliseconds wait{0};  // Charge::wait
    Milliseconds due{0};   // when the next request is due, by nginx's clock
    bool asked = true;     // false: a part, and no other crawler waits

    // Returns the time when the next request is due according to the server. If
    // the budget granted but was not charged, `due` is one `interval` later
    // than this time.
    Milliseconds state(Milliseconds interval) const {
        return granted && !charged ? due - interval : due;
    }
};

// The server's answer: three numbers (used_pass, server_now, fetched), and then
// three numbers for each budget. The first is 1 if the budget granted, 0 if it
// refused, and 2 for a part if no other crawler waits. The second is the wait.
// The third is the time until the next request is due. Times are milliseconds.
struct ChargeAnswer {
    bool used_pass = false;
    Milliseconds server_now{0};
    Milliseconds told_at{0};  // when the answer came, by this nginx's clock
    std::optional<RevisionTag> fetched;
    std::vector<ToldCharge> charges;
};

// Returns the outcome of the demands of `plan`. `answer` must be the answer to
// charge_call(plan).
Charged charged_by(const Plan& plan, const ChargeAnswer& answer);

// Parses the numbers of an answer to `call`. The answer came at `now`, on this
// nginx's clock. Returns nullopt if `numbers` cannot be an answer to `call`.
std::optional<ChargeAnswer> read_answer(
    const std::vector<std::int64_t>& numbers, const ChargeCall& call,
    Milliseconds now);

// A charge that will be given back.
struct Refund {
    std::string name;
    Milliseconds interval;
    Milliseconds tat;  // due time after the charge, on the server's clock
};

// Returns the charges that the server made for `call`, according to `answer`.
std::vector<Refund> refunds_of(const ChargeCall& call,
                               const ChargeAnswer& answer);

// Returns the arguments of kRefundScript, which gives charges back. If `pass`
// is not empty, the script removes that pass, and gives the charges back only
// if the pass existed.
std::vector<std::string> arguments_of(const std::vector<Refund>& refunds,
                                      const std::string& pass,
                                      const ServerKeys& keys);

}  // namespace robots
