// The nginx of a fleet charge budgets that a Valkey or Redis server stores.
// They call two short scripts, and the server runs each call atomically. The
// state of a budget is the time when its next request is due (rate.hpp), on the
// server's clock, in milliseconds since the epoch. Each budget is one key,
// which expires when that time has passed. The server has these keys:
//
//     PREFIX:secret       the secret for the names below (fleet_secret.hpp)
//     PREFIX:b:NAME       a budget; NAME has 32 hexadecimal digits
//     PREFIX:p:NAME       a pass that a HEAD left for its GET (charge.hpp): the
//                         time from which the pass is good
//     PREFIX:w:NAME       who waits for a budget that crawlers share: the last
//                         two crawlers, each with the time until when it waits
//     PREFIX:f:NAME       the robots.txt that a crawler was last served
//     PREFIX:d:NAME       what DNS said of a crawler's address

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/time.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/sharing/fleet_secret.hpp"
#include "policy/state/fetch_table.hpp"
#include "policy/verdict/bill.hpp"
#include "policy/verdict/plan.hpp"

namespace robots {

extern const std::string_view kChargeScript;
extern const std::string_view kRefundScript;

// The start of the error that both scripts return if the names were not made
// with the server's current secret.
constexpr std::string_view kOtherSecret = "ROBOTSSECRET";

// Returns a NAME. `high` and `low` are one key, made with the secret's high()
// and low() (fleet_secret.hpp).
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

// What a call does with the pass of a HEAD.
enum class PassUse : std::uint8_t { none, take, leave };

// One budget of a request, and the rate that it grants.
struct AskedBudget {
    std::string name;
    Rate rate;
    bool binds = true;  // whether its refusal leaves all budgets uncharged
    // Of a budget that crawlers share: the name of its PREFIX:w key, and for
    // how long a delayed or refused crawler counts as waiting, after its wait.
    // The next budget of the call is the crawler's part (charge.hpp), which is
    // only charged while other crawlers wait.
    std::string waiting{};
    Milliseconds waiting_time{0};
    bool is_part = false;
};

// A call that charges the budgets of one request.
struct ChargeCall {
    PassUse pass_use = PassUse::none;
    std::string pass;   // name of the pass, unless pass_use is none
    std::string fetch;  // name of the PREFIX:f key; empty: not asked
    std::vector<AskedBudget> budgets;
};

// Returns the call for what a plan demands, with names made from the secret.
ChargeCall charge_call(const Plan& plan, const FleetSecret& secret);

// Returns the call that charges a bill; `high` and `low` are the same bill,
// with keys made by the secret's high() and by its low().
ChargeCall payment_call(const Bill& high, const Bill& low, Milliseconds took);

// Returns the arguments of EVALSHA after the script: the number of keys, the
// keys, and the values.
std::vector<std::string> arguments_of(const ChargeCall& call,
                                      const ServerKeys& keys);

// The server's answer about one budget.
struct ToldCharge {
    bool granted = false;  // false: refused; the budget is unchanged
    // False also if the budget grants, but the request used a pass, another
    // budget refused, or the budget is charged only when requests end.
    bool charged = false;
    Milliseconds wait{0};  // as in Charge
    Milliseconds due{0};   // when the next request is due, by nginx's clock
    bool asked = true;     // false: a part, and no other crawler waits

    // Returns when the budget is due on the server. If the request was granted
    // but not charged, `due` is one `interval` later.
    Milliseconds state(Milliseconds interval) const {
        return granted && !charged ? due - interval : due;
    }
};

// The server's answer. It has three numbers (used_pass, server_now, fetched),
// and then three for each budget: whether the budget granted (0 or 1; 2 if it
// is a part that was not asked), the wait, and the time from now until it is
// due.
struct ChargeAnswer {
    bool used_pass = false;
    Milliseconds server_now{0};
    Milliseconds told_at{0};  // `server_now` by this nginx's clock
    std::optional<RevisionTag> fetched;
    std::vector<ToldCharge> charges;
};

// Returns what an answer to a call for `plan` says about the plan's demands.
Charged charged_by(const Plan& plan, const ChargeAnswer& answer);

// Reads the numbers of an answer to `call` that came at `now`, on this nginx's
// clock; nullopt if they cannot be an answer to `call`.
std::optional<ChargeAnswer> read_answer(
    const std::vector<std::int64_t>& numbers, const ChargeCall& call,
    Milliseconds now);

// A charge that will be given back.
struct Refund {
    std::string name;
    Milliseconds interval;
    Milliseconds tat;  // after the charge, on the server's clock
};

// Returns the charges that the server made for `call`, by its answer.
std::vector<Refund> refunds_of(const ChargeCall& call,
                               const ChargeAnswer& answer);

// Returns the arguments that give charges back. If `pass` is not empty, the
// server removes that pass, and gives the charges back only if it existed.
std::vector<std::string> arguments_of(const std::vector<Refund>& refunds,
                                      const std::string& pass,
                                      const ServerKeys& keys);

}  // namespace robots
