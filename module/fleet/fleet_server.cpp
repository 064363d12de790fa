#include "module/fleet/fleet_server.hpp"

extern "C" {
#include <hiredis/hiredis.h>
}

#include <chrono>
#include <cstring>

#include "module/ngx/secret.hpp"

namespace robots::nginx {

namespace {

using Clock = std::chrono::steady_clock;

// From the start of a connection until the server can be asked.
constexpr ngx_msec_t kPatience = 1000;

std::string_view text_of(const redisReply* reply) {
    return {reply->str, reply->len};
}

bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

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

std::optional<std::vector<std::int64_t>> numbers_of(const redisReply& reply) {
    if (reply.type != REDIS_REPLY_ARRAY) {
        return std::nullopt;
    }
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 0; i < reply.elements; ++i) {
        if (reply.element[i]->type != REDIS_REPLY_INTEGER) {
            return std::nullopt;
        }
        numbers.push_back(reply.element[i]->integer);
    }
    return numbers;
}

}  // namespace

// A question that has been sent.
struct FleetServer::Asked {
    FleetServer* server;
    std::unique_ptr<FleetQuestion> question;
    Clock::time_point since;
    bool with_script;
};

FleetServer::FleetServer(const FleetConf& conf, std::size_t index, Zone& zone)
    : conf_(conf),
      member_(conf.servers[index]),
      index_(index),
      zone_(zone),
      connection_(*this) {
    timer_.handler = [](ngx_event_t* event) noexcept {
        auto& self = *static_cast<FleetServer*>(
            static_cast<ngx_connection_t*>(event->data)->data);
        if (self.state_ == State::resting) {
            self.connect();
        } else {
            self.rest("does not answer");
        }
    };
    // nginx's debug log names timers by their connection.
    nobody_.fd = static_cast<ngx_socket_t>(-1);
    nobody_.data = this;
    timer_.data = &nobody_;
    timer_.log = ngx_cycle->log;
    timer_.cancelable = 1;
}

FleetServer::~FleetServer() {
    is_closing_ = true;
    if (timer_.timer_set) {
        ngx_del_timer(&timer_);
    }
    connection_.close();
}

void FleetServer::start() {
    connect();
}

void FleetServer::connect() noexcept {
    state_ = State::connecting;
    const bool opened =
        guarded<bool>(ngx_cycle->log, false, [this] { return open(); });
    if (!opened) {
        rest("cannot be connected to");
        return;
    }
    ngx_add_timer(&timer_, kPatience);
}

bool FleetServer::open() {
    if (member_.url.transport == ServerUrl::Transport::unix_socket) {
        return connection_.open_socket(member_.url.path);
    }
    const std::size_t address = next_address_++ % member_.addresses.size();
    return connection_.open(member_.addresses[address], member_.url.port);
}

void FleetServer::connection_made() noexcept {
    state_ = State::greeting;
    // What is missing shows when the time for the greeting is over.
    guarded<bool>(ngx_cycle->log, false, [this] { return greet(); });
}

// All at once: the server answers in this order.
bool FleetServer::greet() {
    const ServerUrl& url = member_.url;
    bool sent = true;
    const auto send = [&](const std::vector<std::string>& words,
                          RedisConnection::Callback callback) {
        sent = sent && connection_.send(words, callback, this);
    };
    if (!conf_.password.empty() && !url.user.empty()) {
        send({"AUTH", url.user, conf_.password}, greeting_reply);
    } else if (!conf_.password.empty()) {
        send({"AUTH", conf_.password}, greeting_reply);
    }
    if (url.database != 0) {
        send({"SELECT", std::to_string(url.database)}, greeting_reply);
    }
    const std::string key = ServerKeys{conf_.prefix, {}}.secret();
    send({"SET", key,
          FleetSecret::text_of(make_secret(), {make_secret(), make_secret(),
                                               make_secret(), make_secret()}),
          "NX"},
         greeting_reply);
    send({"GET", key}, secret_reply);
    send({"SCRIPT", "LOAD", std::string(kRefundScript)}, refund_script_reply);
    send({"SCRIPT", "LOAD", std::string(kChargeScript)}, charge_script_reply);
    return sent;
}

void FleetServer::ready() noexcept {
    if (state_ != State::greeting || !secret_ || refund_sha_.empty() ||
        charge_sha_.empty()) {
        return;
    }
    state_ = State::ready;
    if (timer_.timer_set) {
        ngx_del_timer(&timer_);
    }
    zone_.fleet().answered[index_].store(
        static_cast<std::uint64_t>(zone_.now().count()),
        std::memory_order_relaxed);
    breaker_.answered();
    ngx_log_error(NGX_LOG_NOTICE, ngx_cycle->log, 0,
                  "robots: the fleet's server %s answers",
                  member_.shown.c_str());
}

// Leaves the server alone for a while.
void FleetServer::rest(std::string_view why) noexcept {
    if (is_closing_) {
        return;
    }
    complain(why);
    state_ = State::resting;
    zone_.fleet().failed[index_].store(
        static_cast<std::uint64_t>(zone_.now().count()) + 1,
        std::memory_order_relaxed);
    connection_.close();
    if (!ngx_exiting) {
        const Milliseconds pause =
            breaker_.pause(static_cast<std::uint32_t>(ngx_random()));
        ngx_add_timer(&timer_, static_cast<ngx_msec_t>(pause.count()));
    }
}

void FleetServer::connection_lost(std::string_view why) noexcept {
    rest(why.empty() ? "closed the connection" : why);
}

void FleetServer::failed() noexcept {
    if (state_ == State::ready && breaker_.failed()) {
        rest("does not answer in time");
    }
}

void FleetServer::timed_out() noexcept {
    failed();
}

// At most one line a second.
void FleetServer::complain(std::string_view what) noexcept {
    if (complained_ == ngx_time()) {
        return;
    }
    complained_ = ngx_time();
    ngx_str_t text = str(what.substr(0, 128));
    ngx_log_error(NGX_LOG_WARN, ngx_cycle->log, 0,
                  "robots: the fleet's server %s %V; budgets are kept by this "
                  "nginx alone meanwhile",
                  member_.shown.c_str(), &text);
}

bool FleetServer::is_right(const redisReply* reply, const char* what) noexcept {
    if (reply == nullptr || state_ != State::greeting) {
        return false;
    }
    if (reply->type == REDIS_REPLY_ERROR) {
        guarded<int>(ngx_cycle->log, 0, [&] {
            rest(std::string("refuses ") + what + ": " +
                 std::string(text_of(reply).substr(0, 80)));
            return 0;
        });
        return false;
    }
    return true;
}

void FleetServer::greeting_reply(void* data, const redisReply* reply) noexcept {
    static_cast<FleetServer*>(data)->is_right(reply, "the greeting");
}

void FleetServer::secret_reply(void* data, const redisReply* reply) noexcept {
    static_cast<FleetServer*>(data)->take_secret(reply);
}

void FleetServer::take_secret(const redisReply* reply) noexcept {
    if (!is_right(reply, "to tell the fleet's secret")) {
        return;
    }
    secret_ = reply->type == REDIS_REPLY_STRING
                  ? FleetSecret::read(text_of(reply))
                  : std::nullopt;
    if (!secret_) {
        rest(
            "has something else than a fleet's secret there; choose another "
            "prefix");
    }
}

void FleetServer::charge_script_reply(void* data,
                                      const redisReply* reply) noexcept {
    auto& self = *static_cast<FleetServer*>(data);
    self.take_script(reply, self.charge_sha_);
    self.ready();
}

void FleetServer::refund_script_reply(void* data,
                                      const redisReply* reply) noexcept {
    auto& self = *static_cast<FleetServer*>(data);
    self.take_script(reply, self.refund_sha_);
}

void FleetServer::take_script(const redisReply* reply,
                              std::string& sha) noexcept {
    if (!is_right(reply, "a script")) {
        return;
    }
    if (reply->type == REDIS_REPLY_STRING && reply->len == 40) {
        guarded<int>(ngx_cycle->log, 0, [&] {
            sha = text_of(reply);
            return 0;
        });
    }
}

std::vector<std::string> FleetServer::command(const char* verb,
                                              std::string_view script) {
    return {verb, std::string(script)};
}

bool FleetServer::ask(FleetQuestion* question) noexcept {
    std::unique_ptr<FleetQuestion> owned(question);
    return guarded<bool>(ngx_cycle->log, false, [&] {
        std::vector<std::string> words = command("EVALSHA", charge_sha_);
        for (std::string& word : arguments_of(owned->call, owned->keys)) {
            words.push_back(std::move(word));
        }
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
        std::vector<std::string> words = command("EVAL", kChargeScript);
        for (std::string& word :
             arguments_of(asked.question->call, asked.question->keys)) {
            words.push_back(std::move(word));
        }
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
        const std::string_view error = text_of(reply);
        if (starts_with(error, "NOSCRIPT") && !asked.with_script &&
            ask_with_script(asked)) {
            static_cast<void>(owned.release());
            return;
        }
        asked.question->answered(std::nullopt, FleetResult::error);
        take_error(asked, error);
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
            zone_.fleet().answered[index_].store(
                static_cast<std::uint64_t>(zone_.now().count()),
                std::memory_order_relaxed);
            breaker_.answered();
        }
    }
    asked.question->answered(std::move(answer), FleetResult::error);
}

void FleetServer::take_error(Asked&, std::string_view error) noexcept {
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
        std::vector<std::string> words = command("EVALSHA", refund_sha_);
        for (std::string& word : arguments_of(refunds, pass, keys())) {
            words.push_back(std::move(word));
        }
        return connection_.send(words, refund_reply, this);
    });
}

// A charge that is not given back delays the crawler once, and no more.
void FleetServer::refund_reply(void* data, const redisReply* reply) noexcept {
    if (reply != nullptr && reply->type == REDIS_REPLY_ERROR &&
        starts_with(text_of(reply), "NOSCRIPT")) {
        auto& self = *static_cast<FleetServer*>(data);
        guarded<bool>(ngx_cycle->log, false, [&self] {
            return self.connection_.send(
                {"SCRIPT", "LOAD", std::string(kRefundScript)},
                [](void*, const redisReply*) {}, nullptr);
        });
    }
}

}  // namespace robots::nginx
