// One worker's connection to the server of its fleet. After failures, the
// worker does not connect for a while.
//
// The server may have several URLs, called places, with the same data: for
// example a server and its replica. The worker uses one place at a time, and
// the next place after a failure. In a cluster, any node answers which node has
// the fleet's keys, and the worker connects to that node.

#pragma once

#include <array>
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

// The settings of "robots_fleet".

// One place of the server, and the addresses that its name had when nginx read
// nginx.conf.
struct FleetMember {
    ServerUrl url;
    std::string shown;                     // the URL in logs and metrics
    bool has_name = false;                 // whether the host is a name
    std::vector<ServerAddress> addresses;  // at least one
};

struct FleetConf {
    static constexpr std::size_t kMaxServers = kMaxFleetServers;

    enum class Fallback : std::uint8_t { local, divide };

    std::vector<FleetMember> servers;  // none: there is no fleet
    ngx_msec_t timeout = 20;           // milliseconds for one request
    std::string prefix = "{robots}";   // in one slot of a cluster (hash tag)
    std::string password;              // never shown
    std::string ca_file;               // empty: the system's authorities
    std::shared_ptr<const Tls> tls;    // set if a server is reached by TLS
    // The "http" block, whose resolver finds the new addresses of servers.
    const ngx_http_core_loc_conf_t* http = nullptr;
    Fallback fallback = Fallback::local;
};

class FleetServer : public RedisConnection::Owner {
  public:
    // All arguments must outlive this object.
    FleetServer(const FleetConf& conf, Zone& zone);
    ~FleetServer() override;
    FleetServer(const FleetServer&) = delete;
    FleetServer& operator=(const FleetServer&) = delete;

    // Connects, and connects again whenever the connection is lost.
    void start() { connect(); }

    // Closes the connection, and never connects again. All requests without an
    // answer get nullopt.
    void close() noexcept;

    // Whether requests can be sent now.
    bool is_ready() const { return state_ == State::ready; }

    // Call these two only when the server is ready.
    const FleetSecret& secret() const { return *secret_; }
    ServerKeys keys() const { return {conf_.prefix, secret_->id()}; }

    // Receives the answer to a call, or nullopt if there was none. Must not
    // throw. This object keeps the function until the server has answered or
    // failed.
    using Answered = std::function<void(std::optional<ChargeAnswer> answer)>;

    // Sends `call`, which must not be nullptr, to a server that is ready. The
    // names in `call` must be made with secret(). False if it was not sent;
    // then `answered` is not called.
    bool ask(std::shared_ptr<const ChargeCall> call,
             Answered answered) noexcept;

    // Gives charges back; if `pass` is not empty, only if that pass still
    // exists. Call it only when the server is ready. Does not wait for the
    // answer.
    void refund(const std::vector<Refund>& refunds,
                const std::string& pass) noexcept;

    // Returns the command that runs a script: EVAL and its text, or EVALSHA and
    // its hash.
    static std::vector<std::string> command(const char* verb,
                                            std::string script,
                                            std::vector<std::string> arguments);

    // Runs another command, if the server is ready. False if it was not sent.
    bool run(const std::vector<std::string>& command,
             RedisConnection::Callback callback = {}) noexcept {
        return is_ready() && connection_.send(command, std::move(callback));
    }

    // Handles an error that a server which is ready has answered to run():
    // leaves the server if it cannot be used any more, as a replica. Ignores
    // other replies, and nullptr.
    void take_error_of(const redisReply* reply) noexcept;

    // Sets a key, which the server keeps for the time `kept`. Call it only when
    // the server is ready. Does not wait for the answer.
    void keep(char kind, const std::string& name, const std::string& value,
              Milliseconds kept) noexcept;

    // Counts a request that got an error, or no answer in time. After five in a
    // row, disconnects for a while.
    void failed() noexcept;

    // Disconnects for a while from a server that has been silent for long.
    void fell_silent() noexcept;

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
    void note(FleetCounters::OfUrls& times, Milliseconds time) noexcept;
    void note_answer() noexcept;
    void complain(std::string_view what) noexcept;
    void ask_for_eviction() noexcept;
    void warn_of_eviction(const std::vector<std::string>& settings) const;

    // The place of the server that is in use.
    const FleetMember& member() const { return conf_.servers[place_]; }
    void use_next_place();

    const FleetConf& conf_;
    std::size_t place_ = 0;                               // in conf_.servers
    std::array<std::uint64_t, kMaxFleetServers> urls_{};  // their hashes
    Zone& zone_;
    State state_ = State::resting;
    CircuitBreaker breaker_;
    std::optional<FleetSecret> secret_;
    std::string charge_sha_;
    std::string refund_sha_;
    std::vector<ServerAddress> addresses_;
    // Counts the connections to each place: each is to its next address.
    std::array<std::size_t, kMaxFleetServers> next_addresses_{};
    ServerAddress address_{};  // of the current connection
    // Set if a cluster has answered that the fleet's keys are at this address:
    // then the next connection goes there.
    std::optional<ServerAddress> moved_to_;
    bool was_connected_to_ = false;
    AddressLookup lookup_;
    bool is_closing_ = false;
    std::time_t complained_ = 0;
    Timer timer_;
    RedisConnection connection_;
};

}  // namespace robots::nginx
