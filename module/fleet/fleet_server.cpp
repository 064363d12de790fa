#include "module/fleet/fleet_server.hpp"

extern "C" {
#include <hiredis/hiredis.h>
}

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <utility>

#include "module/ngx/log_text.hpp"
#include "module/ngx/ngx.hpp"
#include "module/ngx/resolver.hpp"
#include "policy/base/text.hpp"

namespace robots::nginx {

namespace {

// kPatience is the maximum time from the start of a connection until the server
// is ready. kResolverPatience is the maximum time for an answer of nginx's
// resolver. Both are in milliseconds.
constexpr ngx_msec_t kPatience = 1000;
constexpr ngx_msec_t kResolverPatience = 500;

}  // namespace

FleetServer::FleetServer(const FleetConf& conf, Zone& zone)
    : conf_(conf),
      zone_(zone),
      addresses_(conf.servers[0].addresses),
      lookup_([this](std::vector<ServerAddress> addresses) {
          take_addresses(std::move(addresses));
      }),
      connection_(*this) {
    timer_.calls<&FleetServer::wake>(*this);
    for (std::size_t i = 0; i < conf.servers.size(); ++i) {
        const std::string& url = conf.servers[i].shown;
        urls_[i] = XXH3_64bits(url.data(), url.size());
        zone.fleet().use(i, urls_[i]);
    }
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

void FleetServer::wake() noexcept {
    if (state_ == State::resting) {
        connect();
    } else {
        rest("does not answer");
    }
}

// Connects to `moved_to_` if it is set. Otherwise connects to an address of the
// place. If may_have_moved() is true, first asks nginx's resolver for the
// current addresses of the place.
void FleetServer::connect() noexcept {
    state_ = State::connecting;
    timer_.start(kPatience);
    const bool asked =
        !moved_to_ && may_have_moved() &&
        guarded<bool>(ngx_cycle->log, false, [this] {
            return lookup_.start(conf_.http->resolver, member().url.host,
                                 member().url.port, kResolverPatience);
        });
    if (!asked) {
        open();
    }
}

bool FleetServer::may_have_moved() const {
    return was_connected_to_ && conf_.http != nullptr &&
           has_resolver(*conf_.http) && member().has_name;
}

void FleetServer::take_addresses(
    std::vector<ServerAddress> addresses) noexcept {
    if (!addresses.empty()) {
        addresses_ = std::move(addresses);
    }
    open();
}

void FleetServer::open() noexcept {
    was_connected_to_ = true;
    timer_.start(kPatience);
    const bool opened = guarded<bool>(ngx_cycle->log, false, [this] {
        const bool is_tls = member().url.transport == ServerUrl::Transport::tls;
        std::size_t& next = next_addresses_[place_];
        address_ =
            moved_to_ ? *moved_to_ : addresses_[next++ % addresses_.size()];
        moved_to_.reset();
        return connection_.open(address_, is_tls ? conf_.tls.get() : nullptr,
                                member().url.host);
    });
    if (!opened) {
        rest("cannot be connected to");
    }
}

void FleetServer::connection_made() noexcept {
    state_ = State::greeting;
    // If greet() throws, some commands are not sent. Then the timer closes the
    // connection after kPatience.
    guarded(ngx_cycle->log, [this] { greet(); });
}

// Sends all commands of the greeting at once. The server answers the commands
// in the same order.
void FleetServer::greet() {
    const ServerUrl& url = member().url;
    const auto greeted = [this](const redisReply* reply) {
        is_right(reply, "the greeting");
    };
    if (!conf_.password.empty() && !url.user.empty()) {
        connection_.send({"AUTH", url.user, conf_.password}, greeted);
    } else if (!conf_.password.empty()) {
        connection_.send({"AUTH", conf_.password}, greeted);
    }
    if (url.database != 0) {
        connection_.send({"SELECT", std::to_string(url.database)}, greeted);
    }
    const std::string key = ServerKeys{conf_.prefix, {}}.secret();
    connection_.send(
        {"SET", key,
         FleetSecret::text_of(make_secret(), {make_secret(), make_secret(),
                                              make_secret(), make_secret()}),
         "NX"},
        greeted);
    connection_.send({"GET", key},
                     [this](const redisReply* reply) { take_secret(reply); });
    connection_.send(
        {"SCRIPT", "LOAD", std::string(kRefundScript)},
        [this](const redisReply* reply) { take_script(reply, refund_sha_); });
    connection_.send({"SCRIPT", "LOAD", std::string(kChargeScript)},
                     [this](const redisReply* reply) {
                         take_script(reply, charge_sha_);
                         ready();
                     });
}

void FleetServer::ready() noexcept {
    if (state_ != State::greeting || !secret_ || refund_sha_.empty() ||
        charge_sha_.empty()) {
        return;
    }
    state_ = State::ready;
    timer_.stop();
    note_answer();
    ngx_log_error(NGX_LOG_NOTICE, ngx_cycle->log, 0,
                  "robots: the fleet's server %s answers",
                  member().shown.c_str());
    ask_for_eviction();
}

// Asks the server for its settings about the eviction of keys. Only one worker
// asks and warns. If the URL contains a user, does not ask, because this user
// usually has no permission to run CONFIG.
void FleetServer::ask_for_eviction() noexcept {
    if (ngx_worker != 0 || !member().url.user.empty()) {
        return;
    }
    const auto take = [this](const redisReply* reply) {
        guarded(ngx_cycle->log, [&] {
            if (const auto texts =
                    reply != nullptr ? texts_of(*reply) : std::nullopt) {
                warn_of_eviction(*texts);
            }
        });
    };
    guarded(ngx_cycle->log, [&] {
        connection_.send({"CONFIG", "GET", "maxmemory*"}, take);
    });
}

// Logs a warning if the server has a memory limit and evicts any key at this
// limit, because the server could then evict the fleet's secret.
void FleetServer::warn_of_eviction(
    const std::vector<std::string>& settings) const {
    bool is_bounded = false;
    std::string_view policy;
    for (std::size_t i = 0; i + 1 < settings.size(); i += 2) {
        const std::string& value = settings[i + 1];
        is_bounded |= settings[i] == "maxmemory" && value != "0";
        policy = settings[i] == "maxmemory-policy" ? value : policy;
    }
    if (is_bounded && starts_with(policy, "allkeys-")) {
        ngx_log_error(NGX_LOG_WARN, ngx_cycle->log, 0,
                      "robots: the fleet's server %s may drop the fleet's "
                      "secret, and all budgets with it: it has another "
                      "maxmemory-policy than \"noeviction\"; write that in its "
                      "configuration",
                      member().shown.c_str());
    }
}

// Stores `time` in `times` for the URL in use, unless a reload has stored
// another URL at the index place_.
void FleetServer::note(FleetCounters::OfUrls& times,
                       Milliseconds time) noexcept {
    if (zone_.fleet().urls[place_].load(std::memory_order_relaxed) ==
        urls_[place_]) {
        times[place_].store(static_cast<std::uint64_t>(time.count()),
                            std::memory_order_relaxed);
    }
}

void FleetServer::note_answer() noexcept {
    note(zone_.fleet().answered, zone_.now());
    breaker_.answered();
}

// Logs why the server failed, closes the connection, and connects to the next
// place after a pause.
void FleetServer::rest(std::string_view why) noexcept {
    if (is_closing_) {
        return;
    }
    complain(why);
    note(zone_.fleet().failed, zone_.now() + Milliseconds{1});
    pause();
    use_next_place();
}

void FleetServer::pause() noexcept {
    state_ = State::resting;
    lookup_.stop();
    connection_.close();
    timer_.stop();
    if (!ngx_exiting) {
        const Milliseconds time =
            breaker_.pause(static_cast<std::uint32_t>(ngx_random()));
        timer_.start(static_cast<ngx_msec_t>(time.count()));
    }
}

// Returns whether the error contains the address of the cluster's node that has
// the fleet's keys. If so, connects to this node after a pause. Without the
// pause, two nodes that refer to each other would cause endless connections.
// The place in use does not change, because its server has not failed.
bool FleetServer::follow(std::string_view error) noexcept {
    return guarded<bool>(ngx_cycle->log, false, [&] {
        const auto to = moved_to(error);
        if (!to) {
            return false;
        }
        if (to->host.empty()) {
            moved_to_ = address_;
            ngx_inet_set_port(&moved_to_->sockaddr.sockaddr, to->port);
        } else {
            moved_to_ = numeric_address(to->host, to->port);
        }
        if (!moved_to_) {
            return false;
        }
        ngx_log_error(
            NGX_LOG_NOTICE, ngx_cycle->log, 0,
            "robots: the fleet's server %s has the keys of this fleet "
            "at %s:%ui",
            member().shown.c_str(), to->host.c_str(),
            static_cast<ngx_uint_t>(to->port));
        pause();
        return true;
    });
}

void FleetServer::use_next_place() {
    if (conf_.servers.size() > 1) {
        place_ = (place_ + 1) % conf_.servers.size();
        addresses_ = member().addresses;
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

void FleetServer::fell_silent() noexcept {
    if (state_ == State::ready) {
        rest("does not answer");
    }
}

// Logs `what` about the server, at most one line per second.
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
        if (follow(text_of(*reply))) {
            return false;
        }
        guarded(ngx_cycle->log, [&] {
            rest(std::string("refuses ") + what + ": " +
                 std::string(text_of(*reply).substr(0, 80)));
        });
        return false;
    }
    return true;
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

void FleetServer::take_script(const redisReply* reply,
                              std::string& sha) noexcept {
    if (!is_right(reply, "a script")) {
        return;
    }
    if (reply->type == REDIS_REPLY_STRING && reply->len == 40) {
        guarded(ngx_cycle->log, [&] { sha = text_of(*reply); });
    }
}

}  // namespace robots::nginx
