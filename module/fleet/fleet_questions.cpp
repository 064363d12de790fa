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

// Errors after which a connection is of no use: the server has become a
// replica, is still loading, or wants something else of whoever connects.
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

// A question that has been sent.
struct FleetServer::Asked {
    FleetServer* server;
    std::unique_ptr<FleetQuestion> question;
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

bool FleetServer::ask(FleetQuestion* question) noexcept {
    std::unique_ptr<FleetQuestion> owned(question);
    return guarded<bool>(ngx_cycle->log, false, [&] {
        const std::vector<std::string> words = command(
            "EVALSHA", charge_sha_, arguments_of(owned->call, owned->keys));
        auto asked = std::make_unique<Asked>(
            Asked{this, std::move(owned), Clock::now(), false});
        if (!connection_.send(words, answer_reply, asked.get())) {
            return false;
        }
        static_cast<void>(asked.release());
        return true;
    });
}

// The server has lost its scripts: sends this one along.
bool FleetServer::ask_with_script(Asked& asked) noexcept {
    return guarded<bool>(ngx_cycle->log, false, [&] {
        const std::vector<std::string> words =
            command("EVAL", std::string(kChargeScript),
                    arguments_of(asked.question->call, asked.question->keys));
        asked.with_script = true;
        return connection_.send(words, answer_reply, &asked);
    });
}

void FleetServer::answer_reply(void* data, const redisReply* reply) noexcept {
    auto* asked = static_cast<Asked*>(data);
    asked->server->take_answer(*asked, reply);
}

void FleetServer::take_answer(Asked& asked, const redisReply* reply) noexcept {
    std::unique_ptr<Asked> owned(&asked);
    if (reply != nullptr && reply->type == REDIS_REPLY_ERROR) {
        const std::string_view error = text_of(*reply);
        if (starts_with(error, "NOSCRIPT") && !asked.with_script &&
            ask_with_script(asked)) {
            static_cast<void>(owned.release());
            return;
        }
        asked.question->answered(std::nullopt, FleetResult::error);
        take_error(error);
        return;
    }
    std::optional<ChargeAnswer> answer;
    if (reply != nullptr) {
        answer = guarded<std::optional<ChargeAnswer>>(
            ngx_cycle->log, std::nullopt, [&]() -> std::optional<ChargeAnswer> {
                const auto numbers = numbers_of(*reply);
                return numbers ? read_answer(*numbers, asked.question->call,
                                             zone_.now())
                               : std::nullopt;
            });
        if (!answer) {
            complain("answered something that no script of ours answers");
            failed();
        } else {
            const auto took = Clock::now() - asked.since;
            zone_.fleet().took(static_cast<std::uint64_t>(
                std::chrono::duration_cast<std::chrono::microseconds>(took)
                    .count()));
            zone_.fleet().answered[place_].store(
                static_cast<std::uint64_t>(zone_.now().count()),
                std::memory_order_relaxed);
            breaker_.answered();
        }
    }
    asked.question->answered(std::move(answer), FleetResult::error);
}

void FleetServer::take_error(std::string_view error) noexcept {
    if (state_ != State::ready) {
        return;
    }
    guarded<int>(ngx_cycle->log, 0, [&] {
        const std::string text =
            "answers an error: " + std::string(error.substr(0, 80));
        if (ends_connection(error)) {
            rest(text);
        } else {
            complain(text);
            failed();
        }
        return 0;
    });
}

// What is lost is written again when it is next known.
void FleetServer::keep(char kind, const std::string& name,
                       const std::string& value, Milliseconds kept) noexcept {
    guarded<bool>(ngx_cycle->log, false, [&] {
        return run(
            {"SET", keys().key(kind, name), value, "PX",
             std::to_string(kept.count())},
            [](void*, const redisReply*) {}, nullptr);
    });
}

void FleetServer::refund(const std::vector<Refund>& refunds,
                         const std::string& pass) noexcept {
    guarded<bool>(ngx_cycle->log, false, [&] {
        return connection_.send(command("EVALSHA", refund_sha_,
                                        arguments_of(refunds, pass, keys())),
                                refund_reply, this);
    });
}

// A charge that is not given back delays the crawler once, and no more.
void FleetServer::refund_reply(void* data, const redisReply* reply) noexcept {
    if (reply != nullptr && reply->type == REDIS_REPLY_ERROR &&
        starts_with(text_of(*reply), "NOSCRIPT")) {
        auto& self = *static_cast<FleetServer*>(data);
        guarded<bool>(ngx_cycle->log, false, [&self] {
            return self.connection_.send(
                {"SCRIPT", "LOAD", std::string(kRefundScript)},
                [](void*, const redisReply*) {}, nullptr);
        });
    }
}

}  // namespace robots::nginx
