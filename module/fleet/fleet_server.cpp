#include "module/fleet/fleet_server.hpp"

extern "C" {
#include <hiredis/hiredis.h>
}

#include <array>
#include <cstring>

#include "module/ngx/log_text.hpp"
#include "module/ngx/secret.hpp"

namespace robots::nginx {

namespace {

// From the start of a connection until the server can be asked.
constexpr ngx_msec_t kPatience = 1000;
constexpr ngx_msec_t kResolverPatience = 500;

}  // namespace

FleetServer::FleetServer(const FleetConf& conf, Zone& zone)
    : conf_(conf),
      zone_(zone),
      addresses_(conf.servers[0].addresses),
      lookup_(*this),
      connection_(*this) {
    timer_.calls<&FleetServer::wake>(*this);
}

FleetServer::~FleetServer() {
    close();
}

void FleetServer::close() noexcept {
    is_closing_ = true;
    state_ = State::resting;
    timer_.stop();
    connection_.close();
}

void FleetServer::start() {
    connect();
}

void FleetServer::wake() noexcept {
    if (state_ == State::resting) {
        connect();
    } else {
        rest("does not answer");
    }
}

// Where a resolver says it is now, or where it was at the start.
void FleetServer::connect() noexcept {
    state_ = State::connecting;
    timer_.start(kPatience);
    const bool asked =
        may_have_moved() && guarded<bool>(ngx_cycle->log, false, [this] {
            return lookup_.start(conf_.http->resolver, member().url.host,
                                 member().url.port, kResolverPatience);
        });
    if (!asked) {
        open();
    }
}

bool FleetServer::may_have_moved() const {
    const ngx_resolver_t* resolver =
        conf_.http != nullptr ? conf_.http->resolver : nullptr;
    return was_connected_to_ && resolver != nullptr &&
           resolver->connections.nelts != 0 && member().has_name;
}

void FleetServer::addresses_found(
    std::vector<ServerAddress> addresses) noexcept {
    if (!addresses.empty()) {
        addresses_ = std::move(addresses);
        next_address_ = 0;
    }
    open();
}

void FleetServer::open() noexcept {
    was_connected_to_ = true;
    timer_.start(kPatience);
    const bool opened = guarded<bool>(ngx_cycle->log, false, [this] {
        const bool is_tls = member().url.transport == ServerUrl::Transport::tls;
        return connection_.open(addresses_[next_address_++ % addresses_.size()],
                                is_tls ? conf_.tls.get() : nullptr,
                                member().url.host);
    });
    if (!opened) {
        rest("cannot be connected to");
    }
}

void FleetServer::connection_made() noexcept {
    state_ = State::greeting;
    // What is missing shows when the time for the greeting is over.
    guarded<bool>(ngx_cycle->log, false, [this] { return greet(); });
}

// All at once: the server answers in this order.
bool FleetServer::greet() {
    const ServerUrl& url = member().url;
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
    timer_.stop();
    zone_.fleet().answered[place_].store(
        static_cast<std::uint64_t>(zone_.now().count()),
        std::memory_order_relaxed);
    breaker_.answered();
    ngx_log_error(NGX_LOG_NOTICE, ngx_cycle->log, 0,
                  "robots: the fleet's server %s answers",
                  member().shown.c_str());
}

// Leaves the server alone for a while.
void FleetServer::rest(std::string_view why) noexcept {
    if (is_closing_) {
        return;
    }
    complain(why);
    state_ = State::resting;
    zone_.fleet().failed[place_].store(
        static_cast<std::uint64_t>(zone_.now().count()) + 1,
        std::memory_order_relaxed);
    lookup_.stop();
    connection_.close();
    timer_.stop();
    use_next_place();
    if (!ngx_exiting) {
        const Milliseconds pause =
            breaker_.pause(static_cast<std::uint32_t>(ngx_random()));
        timer_.start(static_cast<ngx_msec_t>(pause.count()));
    }
}

void FleetServer::use_next_place() {
    if (conf_.servers.size() > 1) {
        place_ = (place_ + 1) % conf_.servers.size();
        addresses_ = member().addresses;
        next_address_ = 0;
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
    std::array<u_char, 256> text{};
    const u_char* end = escape(what, text.begin(), text.end());
    ngx_log_error(NGX_LOG_WARN, ngx_cycle->log, 0,
                  "robots: the fleet's server %s %*s; budgets are kept by this "
                  "nginx alone meanwhile",
                  member().shown.c_str(),
                  static_cast<std::size_t>(end - text.data()), text.data());
}

bool FleetServer::is_right(const redisReply* reply, const char* what) noexcept {
    if (reply == nullptr || state_ != State::greeting) {
        return false;
    }
    if (reply->type == REDIS_REPLY_ERROR) {
        guarded<int>(ngx_cycle->log, 0, [&] {
            rest(std::string("refuses ") + what + ": " +
                 std::string(text_of(*reply).substr(0, 80)));
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
                  ? FleetSecret::read(text_of(*reply))
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
            sha = text_of(*reply);
            return 0;
        });
    }
}

}  // namespace robots::nginx
