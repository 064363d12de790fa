// How a fleet's nginx charges budgets that lie in a Valkey or Redis: calls of
// two short scripts, which the server runs each as one step. The state of a
// budget is the time when its next request is due (rate.hpp), on the server's
// clock, in milliseconds since the epoch. It is one key, which expires when
// that time has passed.
//
//     PREFIX:secret       of which all other names are made (fleet_secret.hpp)
//     PREFIX:b:NAME       a budget, 32 hexadecimal digits
//     PREFIX:p:NAME       a pass that a HEAD left for its GET (charging.hpp)
//     PREFIX:f:NAME       the robots.txt that a crawler was last served
//     PREFIX:d:NAME       what DNS said of a crawler's address

#ifndef ROBOTS_POLICY_SHARING_CHARGE_CALL_HPP
#define ROBOTS_POLICY_SHARING_CHARGE_CALL_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/time.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/sharing/told_budgets.hpp"
#include "policy/state/fetch_table.hpp"

namespace robots {

extern const std::string_view kChargeScript;
extern const std::string_view kRefundScript;

// The start of the error that both scripts answer if the server's secret is no
// longer the one that names were made of.
constexpr std::string_view kOtherSecret = "ROBOTSSECRET";

// The name of what two keys stand for, one of each half of the secret.
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

// Charges budgets of one request on one server.
struct ChargeCall {
    PassUse pass_use = PassUse::none;
    std::string pass;   // its name, unless pass_use is none
    std::string fetch;  // the name of what the crawler fetched; empty: unasked
    std::vector<std::string> names;
    std::vector<Rate> rates;
    std::vector<std::size_t> places;  // of each in the request's AskedList
};

// What comes after EVALSHA and the script: the number of keys, keys, values.
std::vector<std::string> arguments_of(const ChargeCall& call,
                                      const ServerKeys& keys);

// What the server answered.
struct ChargeAnswer {
    bool used_pass = false;
    Milliseconds server_now{0};
    std::optional<RevisionTag> fetched;
    std::vector<ToldCharge> charges;
};

// Reads the whole numbers of which the answer to `call` consists, which came
// `now` on this nginx's clock; nullopt: it is no such answer.
std::optional<ChargeAnswer> read_answer(
    const std::vector<std::int64_t>& numbers, const ChargeCall& call,
    Milliseconds now);

// A charge that is to be given back.
struct Refund {
    std::string name;
    Milliseconds interval;
    Milliseconds tat;  // after the charge, on the server's clock
};

// Gives charges back; if `pass` is not empty, only if that pass is still there.
std::vector<std::string> arguments_of(const std::vector<Refund>& refunds,
                                      const std::string& pass,
                                      const ServerKeys& keys);

}  // namespace robots

#endif
