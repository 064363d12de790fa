// A worker's connection to the Valkey or Redis server of its fleet. After
// failures, the worker waits for a while before it connects again.
//
// The server may have several URLs, called places, that lead to the same data:
// for example a server and its replica. The worker uses one place at a time.
// After a failure, the worker uses the next place. In a cluster, each node can
// answer which node has the fleet's keys. The worker then connects to that
// node.

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
#include "policy/fleet/charge_call.hpp"
#include "policy/fleet/circuit_breaker.hpp"
#include "policy/fleet/fleet_secret.hpp"
#include "policy/fleet/server_url.hpp"

namespace robots::nginx {

// The settings of "robots_fleet".

// One place of the server. `addresses` are the addresses that its host had when
// nginx read nginx.conf.
struct FleetMember {
    ServerUrl url;
    std::string shown;                     // the URL in logs and metrics
    bool has_name = false;                 // whether the host is a name
    std::vector<ServerAddress> addresses;  // at least one
};

struct FleetConf {
    static constexpr std::size_t kMaxServers = kMaxFleetServers;

    enum class Fallback : std::uint8_t { local, divide };

    std::vector<FleetMember> servers;  // empty: no fleet
    ngx_msec_t timeout = 20;           // maximum wait for an answer, in ms
    std::string prefix = "{robots}";   // the braces select one cluster slot
    std::string password;              // never shown
    std::string ca_file;               // empty: the system's authorities
    std::shared_ptr<const Tls> tls;    // set if a server is reached by TLS
    // The configuration of the "http" block. Its resolver finds the current
    // addresses of servers.
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

    // Closes the connection, and never connects again. All calls that wait for
    // an answer get nullopt.
    void close() noexcept;

    // Whether requests can be sent now.
    bool is_ready() const { return state_ == State::ready; }

    // Call secret() and keys() only when the server is ready.
    const FleetSecret& secret() const { return *secret_; }
    ServerKeys keys() const { return {conf_.prefix, secret_->id()}; }

    // A callback that receives the answer to a call, or nullopt if no answer
    // came. Must not throw. This object stores the callback until the server
    // has answered or failed.
    using Answered = std::function<void(std::optional<ChargeAnswer> answer)>;

    // Sends `call`, which must not be nullptr. The server must be ready, and
    // the names in `call` must be made with secret(). Returns false if the call
    // was not sent; then `answered` is not called.
    bool ask(std::shared_ptr<const ChargeCall> call,
             Answered answered) noexcept;

    // Gives charges back on the server. For a HEAD, `pass` is the name of the
    // pass that the HEAD left for its GET: the server gives the charges back
    // only if this pass still exists. Otherwise `pass` is empty. Call this
    // function only when the server is ready. Does not wait for the answer.
    void refund(const std::vector<Refund>& refunds,
                const std::string& pass) noexcept;

    // Returns the command that runs a script. If `verb` is EVAL, `script` is
    // the text of the script. If `verb` is EVALSHA, `script` is its hash.
    static std::vector<std::string> command(const char* verb,
                                            std::string script,
                                            std::vector<std::string> arguments);

    // Sends a command, if the server is ready. Returns false if the command was
    // not sent.
    bool run(const std::vector<std::string>& command,
             RedisConnection::Callback callback = {}) noexcept {
        return is_ready() && connection_.send(command, std::move(callback));
    }

    // Handles the reply to a command that run() has sent. If the reply is an
    // error, counts a failure, or disconnects if the server cannot be used any
    // more (for example, because it is now a replica). Ignores other replies,
    // and nullptr.
    void take_error_of(const redisReply* reply) noexcept;

    // Sets a key on the server. The key expires after the time `kept`. Call
    // this function only when the server is ready. Does not wait for the
    // answer.
    void keep(char kind, const std::string& name, const std::string& value,
              Milliseconds kept) noexcept;

    // Counts a request that got an error or no answer in time. After five
    // failures in a row, disconnects for a while.
    void failed() noexcept;

    // Disconnects for a while. Call this function if the server has not
    // answered for a long time.
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

    // Returns the place that is in use.
    const FleetMember& member() const { return conf_.servers[place_]; }
    void use_next_place();

    const FleetConf& conf_;
    std::size_t place_ = 0;                               // in conf_.servers
    std::array<std::uint64_t, kMaxFleetServers> urls_{};  // hash of a URL
    Zone& zone_;
    State state_ = State::resting;
    CircuitBreaker breaker_;
    std::optional<FleetSecret> secret_;
    std::string charge_sha_;
    std::string refund_sha_;
    std::vector<ServerAddress> addresses_;
    // The number of connections made to each place. Each new connection uses
    // the next address of the place, unless `moved_to_` is set.
    std::array<std::size_t, kMaxFleetServers> next_addresses_{};
    ServerAddress address_{};  // of the current connection
    // Set if a cluster has answered that the fleet's keys are at this address.
    // Then the next connection uses this address.
    std::optional<ServerAddress> moved_to_;
    bool was_connected_to_ = false;
    AddressLookup lookup_;
    bool is_closing_ = false;
    std::time_t complained_ = 0;
    Timer timer_;
    RedisConnection connection_;
};

}  // namespace robots::nginx
