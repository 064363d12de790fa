// The server of a fleet, as one worker sees it: connected, authenticated and
// ready to be asked, or left alone for a while because it failed.
//
// It may have several URLs: places of the same data, such as a server and its
// replica. The worker uses one at a time, and after a failure the next. Those
// of a cluster say which one of them has the fleet's keys.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "module/fleet/redis_connection.hpp"
#include "module/fleet/server_addresses.hpp"
#include "module/fleet/tls.hpp"
#include "module/ngx/ngx.hpp"
#include "module/ngx/timer.hpp"
#include "module/zone/zone.hpp"
#include "policy/sharing/charge_call.hpp"
#include "policy/sharing/circuit_breaker.hpp"
#include "policy/sharing/fleet_secret.hpp"
#include "policy/sharing/server_url.hpp"

namespace robots::nginx {

// What "robots_fleet" says.

// A server of a fleet, and the addresses that its name had when nginx read its
// configuration.
struct FleetMember {
    ServerUrl url;
    std::string shown;                     // as in logs and metrics
    bool has_name = false;                 // which a resolver knows
    std::vector<ServerAddress> addresses;  // at least one
};

struct FleetConf {
    static constexpr std::size_t kMaxServers = kMaxFleetServers;

    enum class Fallback : std::uint8_t { local, divide };

    std::vector<FleetMember> servers;  // none: there is no fleet
    ngx_msec_t timeout = 20;           // of one request
    std::string prefix = "{robots}";   // a hash tag: one slot of a cluster
    std::string password;              // never shown
    std::string ca_file;               // empty: the system's authorities
    std::shared_ptr<const Tls> tls;    // if some server is spoken to with it
    // The "http" block, whose resolver says where servers have moved to.
    const ngx_http_core_loc_conf_t* http = nullptr;
    Fallback fallback = Fallback::local;
};

class FleetServer : public RedisConnection::Owner {
  public:
    // All outlive this.
    FleetServer(const FleetConf& conf, Zone& zone);
    ~FleetServer() override;
    FleetServer(const FleetServer&) = delete;
    FleetServer& operator=(const FleetServer&) = delete;

    // Connects, and again whenever the connection is lost.
    void start() { connect(); }

    // Closes it for ever. All open questions are answered with nothing.
    void close() noexcept;

    // Whether it can be asked now.
    bool is_ready() const { return state_ == State::ready; }

    // The values of a server that is ready.
    const FleetSecret& secret() const { return *secret_; }
    ServerKeys keys() const { return {conf_.prefix, secret_->id()}; }

    // Gets the answer to a call; nullopt: nobody answered. Must not throw. The
    // server keeps it until it has answered or failed.
    using Answered = std::function<void(std::optional<ChargeAnswer> answer)>;

    // Asks a server that is ready; `call` lives as long as `answered`, and has
    // names that the server's secret made. False: it could not be sent, and
    // `answered` is not called.
    bool ask(const ChargeCall& call, Answered answered) noexcept;

    // Gives charges back, if the server is ready; nobody waits for that.
    void refund(const std::vector<Refund>& refunds,
                const std::string& pass) noexcept;

    // What runs a script: EVAL and its text, or EVALSHA and its hash.
    static std::vector<std::string> command(const char* verb,
                                            std::string script,
                                            std::vector<std::string> arguments);

    // Runs another command, if the server is ready. False: it was not sent.
    bool run(const std::vector<std::string>& command,
             RedisConnection::Callback callback = {}) noexcept {
        return is_ready() && connection_.send(command, std::move(callback));
    }

    // Sets a key for that time, if the server is ready; nobody waits for that.
    void keep(char kind, const std::string& name, const std::string& value,
              Milliseconds kept) noexcept;

    // Counts a request that waited in vain, or was answered an error.
    void failed() noexcept;

  private:
    enum class State : std::uint8_t { resting, connecting, greeting, ready };

    void connection_made() noexcept override;
    void connection_lost(std::string_view why) noexcept override;
    void take_addresses(std::vector<ServerAddress> addresses) noexcept;

    void wake() noexcept;
    void connect() noexcept;
    bool may_have_moved() const;
    void open() noexcept;
    void greet();
    void rest(std::string_view why) noexcept;
    void pause() noexcept;
    bool follow(std::string_view error) noexcept;
    void ready() noexcept;
    void take_secret(const redisReply* reply) noexcept;
    void take_script(const redisReply* reply, std::string& sha) noexcept;
    bool is_right(const redisReply* reply, const char* what) noexcept;
    struct Asked;
    bool send(const Asked& asked, const char* verb, std::string script);
    void take_answer(const Asked& asked, const redisReply* reply) noexcept;
    void take_error(std::string_view error) noexcept;
    void note_answer() noexcept;
    void complain(std::string_view what) noexcept;
    void ask_for_eviction() noexcept;
    void warn_of_eviction(const std::vector<std::string>& settings) const;

    // The place of the server that is used now.
    const FleetMember& member() const { return conf_.servers[place_]; }
    void use_next_place();

    const FleetConf& conf_;
    std::size_t place_ = 0;  // in conf_.servers
    Zone& zone_;
    State state_ = State::resting;
    CircuitBreaker breaker_;
    std::optional<FleetSecret> secret_;
    std::string charge_sha_;
    std::string refund_sha_;
    std::vector<ServerAddress> addresses_;
    std::size_t next_address_ = 0;
    ServerAddress address_{};  // of the connection
    // Where a cluster said that the fleet's keys are: the next to connect to.
    std::optional<ServerAddress> moved_to_;
    bool was_connected_to_ = false;
    AddressLookup lookup_;
    bool is_closing_ = false;
    std::time_t complained_ = 0;
    Timer timer_;
    RedisConnection connection_;
};

}  // namespace robots::nginx
