#include "module/fleet/fleet_server.hpp"

extern "C" {
#include <hiredis/hiredis.h>
}

#include <chrono>
#include <iterator>
#include <utility>

#include "policy/base/text.hpp"

namespace robots::nginx {

namespace {

using Clock = std::chrono::steady_clock;

// Whether this error means that the connection cannot be used any more: for
// example, the server has become a replica, is still loading its data, or
// requires another login or another secret.
bool ends_connection(std::string_view error) {
    for (const char* start : {"READONLY", "LOADING", "NOAUTH", "NOPERM",
                              "MOVED", "MASTERDOWN", "CLUSTERDOWN"}) {
        if (starts_with(error, start)) {
            return true;
        }
    }
    return starts_with(error, kOtherSecret);
}

}  // namespace

// A call that was sent and has no answer yet.
struct FleetServer::Asked {
    std::shared_ptr<const ChargeCall> call;
    Answered answered;
    Clock::time_point since;
    bool with_script;
};

std::vector<std::string> FleetServer::command(
    const char* verb, std::string script, std::vector<std::string> arguments) {
    std::vector<std::string> words{verb, std::move(script)};
    words.insert(words.end(), std::make_move_iterator(arguments.begin()),
                 std::make_move_iterator(arguments.end()));
    return words;
}

bool FleetServer::send(const Asked& asked, const char* verb,
                       std::string script) {
    return connection_.send(
        command(verb, std::move(script), arguments_of(*asked.call, keys())),
        [this, asked](const redisReply* reply) { take_answer(asked, reply); });
}

bool FleetServer::ask(std::shared_ptr<const ChargeCall> call,
                      Answered answered) noexcept {
    return guarded<bool>(ngx_cycle->log, false, [&] {
        return send({std::move(call), std::move(answered), Clock::now(), false},
                    "EVALSHA", charge_sha_);
    });
}

void FleetServer::take_answer(const Asked& asked,
                              const redisReply* reply) noexcept {
    if (reply != nullptr && reply->type == REDIS_REPLY_ERROR) {
        const std::string_view error = text_of(*reply);
        // If the server has lost the script, sends the call again with the text
        // of the script.
        const bool is_sent_again =
            starts_with(error, "NOSCRIPT") && !asked.with_script &&
            guarded<bool>(ngx_cycle->log, false, [&] {
                return send({asked.call, asked.answered, asked.since, true},
                            "EVAL", std::string(kChargeScript));
            });
        if (!is_sent_again) {
            asked.answered(std::nullopt);
            take_error(error);
        }
        return;
    }
    std::optional<ChargeAnswer> answer;
    if (reply != nullptr) {
        guarded(ngx_cycle->log, [&] {
            if (const auto numbers = numbers_of(*reply)) {
                answer = read_answer(*numbers, *asked.call, zone_.now());
            }
        });
        if (!answer) {
            complain("answered something that no script of ours answers");
            failed();
        } else {
            const auto took = Clock::now() - asked.since;
            zone_.fleet().took(static_cast<std::uint64_t>(
                std::chrono::duration_cast<std::chrono::microseconds>(took)
                    .count()));
            note_answer();
        }
    }
    asked.answered(std::move(answer));
}

void FleetServer::take_error_of(const redisReply* reply) noexcept {
    if (reply != nullptr && reply->type == REDIS_REPLY_ERROR) {
        take_error(text_of(*reply));
    }
}

void FleetServer::take_error(std::string_view error) noexcept {
    if (state_ != State::ready || follow(error)) {
        return;
    }
    guarded(ngx_cycle->log, [&] {
        const std::string text =
            "answers an error: " + std::string(error.substr(0, 80));
        if (ends_connection(error)) {
            rest(text);
        } else {
            complain(text);
            failed();
        }
    });
}

// Ignores errors: a lost value is stored again after the crawler's next fetch
// of robots.txt, or after the next answer of DNS.
void FleetServer::keep(char kind, const std::string& name,
                       const std::string& value, Milliseconds kept) noexcept {
    guarded(ngx_cycle->log, [&] {
        run({"SET", keys().key(kind, name), value, "PX",
             std::to_string(kept.count())});
    });
}

// Ignores errors: if a charge is not given back, this delays the crawler only
// once.
void FleetServer::refund(const std::vector<Refund>& refunds,
                         const std::string& pass) noexcept {
    const auto load_if_lost = [this](const redisReply* reply) {
        if (reply != nullptr && reply->type == REDIS_REPLY_ERROR &&
            starts_with(text_of(*reply), "NOSCRIPT")) {
            guarded(ngx_cycle->log, [this] {
                connection_.send({"SCRIPT", "LOAD", std::string(kRefundScript)},
                                 {});
            });
        }
    };
    guarded(ngx_cycle->log, [&] {
        connection_.send(command("EVALSHA", refund_sha_,
                                 arguments_of(refunds, pass, keys())),
                         load_if_lost);
    });
}

}  // namespace robots::nginx
