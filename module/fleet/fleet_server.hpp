// The server of a fleet, as one worker sees it: connected, authenticated and
// ready to be asked, or left alone for a while because it failed.
//
// It may have several URLs: places of the same data, such as a server and its
// replica. The worker uses one at a time, and after a failure the next.

#ifndef ROBOTS_MODULE_FLEET_FLEET_SERVER_HPP
#define ROBOTS_MODULE_FLEET_FLEET_SERVER_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "module/fleet/fleet_conf.hpp"
#include "module/fleet/redis_connection.hpp"
#include "module/fleet/server_addresses.hpp"
#include "module/ngx/ngx.hpp"
#include "module/ngx/timer.hpp"
#include "module/zone/fleet_counters.hpp"
#include "module/zone/zone.hpp"
#include "policy/sharing/charge_call.hpp"
#include "policy/sharing/circuit_breaker.hpp"
#include "policy/sharing/fleet_secret.hpp"

namespace robots::nginx {

// A question to a server, and who waits for the answer. It lives until the
// server has answered or failed, whether or not anybody still waits.
class FleetQuestion {
  public:
    virtual ~FleetQuestion() = default;

    // nullopt: nobody answered. Destroyed afterwards.
    virtual void answered(std::optional<ChargeAnswer> answer,
                          FleetResult failure) noexcept = 0;

    ChargeCall call;
    ServerKeys keys;  // what the names were made of
};

class FleetServer : public RedisConnection::Owner, public AddressLookup::Owner {
  public:
    // All outlive this.
    FleetServer(const FleetConf& conf, Zone& zone);
    ~FleetServer() override;
    FleetServer(const FleetServer&) = delete;
    FleetServer& operator=(const FleetServer&) = delete;

    // Connects, and again whenever the connection is lost.
    void start();

    // For ever. All that it was asked is answered with nothing.
    void close() noexcept;

    // Whether it can be asked now.
    bool is_ready() const { return state_ == State::ready; }

    // Of a server that is ready.
    const FleetSecret& secret() const { return *secret_; }
    ServerKeys keys() const { return {conf_.prefix, secret_->id()}; }

    // Asks a server that is ready. False: the question could not be sent, and
    // is destroyed unanswered.
    bool ask(FleetQuestion* question) noexcept;

    // Gives charges back, if the server is ready; nobody waits for that.
    void refund(const std::vector<Refund>& refunds,
                const std::string& pass) noexcept;

    // What runs a script: EVAL and its text, or EVALSHA and its hash.
    static std::vector<std::string> command(const char* verb,
                                            std::string script,
                                            std::vector<std::string> arguments);

    // Runs another command, if the server is ready. False: it was not sent.
    bool run(const std::vector<std::string>& command,
             RedisConnection::Callback callback, void* data) noexcept {
        return is_ready() && connection_.send(command, callback, data);
    }

    // Sets a key for so long, if the server is ready; nobody waits for that.
    void keep(char kind, const std::string& name, const std::string& value,
              Milliseconds kept) noexcept;

    // For a request that waited in vain.
    void timed_out() noexcept;

  private:
    enum class State : std::uint8_t { resting, connecting, greeting, ready };

    struct Asked;

    void connection_made() noexcept override;
    void connection_lost(std::string_view why) noexcept override;
    void addresses_found(
        std::vector<ServerAddress> addresses) noexcept override;

    void wake() noexcept;
    void connect() noexcept;
    bool may_have_moved() const;
    void open() noexcept;
    bool greet();
    void rest(std::string_view why) noexcept;
    void ready() noexcept;
    void take_secret(const redisReply* reply) noexcept;
    void take_script(const redisReply* reply, std::string& sha) noexcept;
    bool is_right(const redisReply* reply, const char* what) noexcept;
    void take_answer(Asked& asked, const redisReply* reply) noexcept;
    void take_error(std::string_view error) noexcept;
    bool ask_with_script(Asked& asked) noexcept;
    void failed() noexcept;
    void complain(std::string_view what) noexcept;
    static void secret_reply(void* data, const redisReply* reply) noexcept;
    static void charge_script_reply(void* data,
                                    const redisReply* reply) noexcept;
    static void refund_script_reply(void* data,
                                    const redisReply* reply) noexcept;
    static void greeting_reply(void* data, const redisReply* reply) noexcept;
    static void answer_reply(void* data, const redisReply* reply) noexcept;
    static void refund_reply(void* data, const redisReply* reply) noexcept;

    // Where it is looked for now.
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
    bool was_connected_to_ = false;
    AddressLookup lookup_;
    bool is_closing_ = false;
    std::time_t complained_ = 0;
    Timer timer_;
    RedisConnection connection_;
};

}  // namespace robots::nginx

#endif
