// Judges a crawler's request by the budgets that the server of a fleet stores.
// A fleet is several nginx that share budgets on one Valkey or Redis server.
// This nginx asks the server. If the answer can change what is done with the
// request, the request waits for the answer. If no answer comes in time, this
// nginx judges by the budgets in its own zone.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "module/enforcement/delay.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/fleet/fleet.hpp"
#include "policy/fleet/charge_call.hpp"
#include "policy/verdict/charge.hpp"
#include "policy/verdict/plan.hpp"

namespace robots::nginx {

// A question to the fleet's server about the budgets of one request. The object
// that waits for the answer owns the FleetWait. Until the server has answered
// or failed, the FleetServer also owns the FleetWait. So an answer that comes
// too late still updates the budgets of this nginx.
class FleetWait : public std::enable_shared_from_this<FleetWait> {
  public:
    // `plan` has the budgets that the request demands
    // (policy/verdict/plan.hpp); there must be at least one. The owner must
    // call leave() before the owner is destroyed. The objects to which `plan`
    // refers must exist until leave() is called.
    FleetWait(MainConf& conf, const Plan& plan);
    FleetWait(const FleetWait&) = delete;
    FleetWait& operator=(const FleetWait&) = delete;

    // Makes a FleetWait that the request `r` owns. Throws std::bad_alloc.
    static FleetWait& of(ngx_http_request_t* r, const Plan& plan);

    const Plan& plan() const { return plan_; }

    // Returns the verdict if earlier answers of the fleet's server show that a
    // budget refuses the request. Then the server need not be asked. Otherwise
    // returns nullopt.
    std::optional<Verdict> known_here();

    // Asks the fleet's server. Returns false if the server could not be asked.
    // Otherwise `then` is called when the server has answered or the connection
    // is lost, unless the wait ends earlier. `then` must not throw. Throws
    // std::bad_alloc.
    bool ask(const Site& site, std::function<void()> then);

    // Asks the fleet's server, and delays the request until the answer comes.
    // Returns NGX_OK if the server could not be asked. Otherwise returns the
    // value that the handler must return; when nginx calls the handler again,
    // the handler must call finish(). Throws std::bad_alloc.
    ngx_int_t start(ngx_http_request_t* r, const Site& site, Delay& delay);

    // Ends the wait, whether or not an answer has come.
    void finish() noexcept;

    // Ends the wait without a result: `then` will not be called. Does not give
    // back charges on the fleet's server.
    void leave() noexcept;

    // Ends the wait of a request that gets no verdict, because the request ends
    // or an error page processes it. Gives back the charges on the fleet's
    // server.
    void abandon() noexcept;

    // Whether the fleet's server answered that the crawler was last served a
    // different robots.txt than this nginx had recorded. Then the caller must
    // make a new plan and call replan().
    bool has_news() const { return is_news_; }
    // Replaces the plan. Gives back, on the fleet's server, the charges that
    // the new plan does not need. If the server was not asked about a budget of
    // the new plan, charges this budget in the zone of this nginx. Throws
    // std::bad_alloc.
    void replan(const Plan& plan);

    // Returns the verdict by the answer of the fleet's server. If no answer has
    // come, charges the budgets in the zone of this nginx, and returns the
    // verdict by these budgets. Adds the charges to `receipt`.
    Verdict settle(Receipt& receipt) noexcept;
    // Returns the charges by which settle() made the verdict, one for each
    // demand of the plan.
    const Charged& charged() const { return charged_; }

    // Gives back the charges in `receipt`, which must be the receipt of the
    // request.
    void give_back(Receipt& receipt) noexcept;

    // Copies the result, which text() returns, from `other`. `other` must be a
    // FleetWait of the same request.
    void note(const FleetWait& other) { result_ = other.result_; }

    // Returns the value of $robots_fleet: "shared" if answers of the fleet's
    // server decided, "local" if this nginx decided alone, and "asked" until
    // the result is known.
    std::string_view text() const;

  private:
    std::vector<std::uint64_t> local_keys() const;
    void ask_fetch(const Visitor& visitor);
    void take(std::optional<ChargeAnswer> answer) noexcept;
    bool learn(const ChargeAnswer& answer) noexcept;
    bool may_have_pass() noexcept;
    void mark_refusal() noexcept;
    std::uint64_t refused_target() const;
    std::uint64_t refused_budget() const;
    Verdict settle_told(Receipt& receipt) noexcept;
    void decided(FleetResult result) noexcept;

    MainConf& conf_;
    Plan plan_;
    std::function<void()> then_;  // empty if nobody waits
    std::optional<FleetResult> result_;
    bool is_abandoned_ = false;
    // The question to the fleet's server, and the server's answer. Both list
    // the budgets in the order of the plan's demands.
    ChargeCall call_;
    std::optional<ChargeAnswer> answer_;
    bool is_news_ = false;
    Charged charged_;
    // The zone's keys of the budgets in the question (`asked_keys_`) and of the
    // crawler's last fetch of robots.txt (`fetch_key_`). `fetched_` is the
    // revision that the zone had recorded for this fetch when the question was
    // sent.
    std::vector<std::uint64_t> asked_keys_;
    std::uint64_t fetch_key_ = 0;
    std::optional<RevisionTag> fetched_;
};

}  // namespace robots::nginx
