// How a fleet's nginx charges budgets that lie in a Valkey or Redis: calls of
// two short scripts, which the server runs each as one step. The state of a
// budget is the time when its next request is due (rate.hpp), on the server's
// clock, in milliseconds since the epoch. It is one key, which expires when
// that time has passed.
//
//     PREFIX:secret       of which all other names are made (fleet_secret.hpp)
//     PREFIX:b:NAME       a budget, 32 hexadecimal digits
//     PREFIX:p:NAME       a pass that a HEAD left for its GET (charge.hpp): the
//                         time from which it is good
//     PREFIX:w:NAME       who waits for a budget that crawlers share: the last
//                         two, each with the time until when
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

// The start of the error that both scripts answer if the server's secret is no
// longer the one that names were made of.
constexpr std::string_view kOtherSecret = "ROBOTSSECRET";

// A name made of two keys, which the two halves of the secret made.
std::string name_of(std::uint64_t high, std::uint64_t low);

// The keys of one server.
struct ServerKeys {
    std::string prefix;  // "robots"
    std::string secret_id;

    std::string secret() const { return prefix + ":secret"; }
    std::string key(char kind, const std::string& name) const {
        return prefix + ":" + kind + ":" + name;
    }
};

// What is done about the pass of a HEAD.
enum class PassUse : std::uint8_t { none, take, leave };

// One budget of a request, and what it grants.
struct AskedBudget {
    std::string name;
    Rate rate;
    bool binds = true;  // if it refuses, none of the request's is charged
    // Of a budget that crawlers share: who waits for it, and how long one does
    // that the budget delays or refuses. The next one is the crawler's part,
    // which is only charged while others wait.
    std::string waiting{};
    Milliseconds waiting_time{0};
    bool is_part = false;
};

// Charges the budgets of one request.
struct ChargeCall {
    PassUse pass_use = PassUse::none;
    std::string pass;   // its name, unless pass_use is none
    std::string fetch;  // the name of what the crawler fetched; empty: unasked
    std::vector<AskedBudget> budgets;
};

// What a plan demands, under the names that a server's secret makes.
ChargeCall charge_call(const Plan& plan, const FleetSecret& secret);

// Pays a bill whose keys are those of the server's secret, high() and low().
ChargeCall payment_call(const Bill& high, const Bill& low, Milliseconds took);

// The arguments of EVALSHA after the script: the number of keys, keys, values.
std::vector<std::string> arguments_of(const ChargeCall& call,
                                      const ServerKeys& keys);

// What the fleet says of one budget.
struct ToldCharge {
    bool granted = false;  // false: refused, and the budget is as it was
    // It may be false although the budget grants: the request has a pass, or
    // another budget refused.
    bool charged = false;
    Milliseconds wait{0};  // as in Charge
    Milliseconds due{0};   // when the next one is due, on this nginx's clock
    bool asked = true;     // false: a part that nobody else waits for

    // When the budget is due in the fleet, if a request is charged `interval`.
    Milliseconds state(Milliseconds interval) const {
        return granted && !charged ? due - interval : due;
    }
};

// What the server answered: of each budget three numbers, whether it granted (0
// or 1; 2: a part that it did not ask), the wait, and when it is due from now.
struct ChargeAnswer {
    bool used_pass = false;
    Milliseconds server_now{0};
    Milliseconds told_at{0};  // the same instant on this nginx's clock
    std::optional<RevisionTag> fetched;
    std::vector<ToldCharge> charges;
};

// What an answer to a call for `plan` says about its demands.
Charged charged_by(const Plan& plan, const ChargeAnswer& answer);

// Reads the numbers of an answer to `call` that came at `now` on this nginx's
// clock; nullopt: it is not such an answer.
std::optional<ChargeAnswer> read_answer(
    const std::vector<std::int64_t>& numbers, const ChargeCall& call,
    Milliseconds now);

// A charge that is to be given back.
struct Refund {
    std::string name;
    Milliseconds interval;
    Milliseconds tat;  // after the charge, on the server's clock
};

// What the answer to `call` charged.
std::vector<Refund> refunds_of(const ChargeCall& call,
                               const ChargeAnswer& answer);

// Gives charges back; if `pass` is not empty, only if that pass is still there.
std::vector<std::string> arguments_of(const std::vector<Refund>& refunds,
                                      const std::string& pass,
                                      const ServerKeys& keys);

}  // namespace robots
