// Judges a crawler's request by budgets that a fleet's server stores: asks the
// server, waits if the answer can change what is done, and judges by the
// answer. If no answer comes in time, this nginx judges by its own budgets.

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
#include "policy/sharing/charge_call.hpp"
#include "policy/verdict/charge.hpp"
#include "policy/verdict/plan.hpp"

namespace robots::nginx {

// Owned by the object that waits for the answer and, until the server has
// answered or failed, by the FleetServer, too. So an answer that comes too late
// still updates this nginx's budgets.
class FleetWait : public std::enable_shared_from_this<FleetWait> {
  public:
    // The owner must call leave() before the owner is destroyed. Until then,
    // the objects to which `plan` refers must exist. The plan must have
    // demands.
    FleetWait(MainConf& conf, const Plan& plan);
    FleetWait(const FleetWait&) = delete;
    FleetWait& operator=(const FleetWait&) = delete;

    // Makes a FleetWait, which the request `r` owns until it ends. Throws
    // std::bad_alloc.
    static FleetWait& of(ngx_http_request_t* r, const Plan& plan);

    const Plan& plan() const { return plan_; }

    // Returns the verdict if earlier answers of the fleet show that the request
    // is refused, so that the fleet need not be asked.
    std::optional<Verdict> known_here();

    // Asks the fleet. Returns false if the fleet could not be asked. Otherwise
    // `then` is called when the fleet has answered or the connection is lost,
    // unless the wait ends before that; `then` must not throw. Throws
    // std::bad_alloc.
    bool ask(const Site& site, std::function<void()> then);

    // Asks the fleet, and delays the request until the answer comes. Returns
    // NGX_OK if the fleet could not be asked, otherwise what the handler has to
    // return; when nginx calls the handler again, the handler must call
    // finish(). Throws std::bad_alloc.
    ngx_int_t start(ngx_http_request_t* r, const Site& site, Delay& delay);

    // Ends the wait, whether or not an answer has come.
    void finish() noexcept;

    // Ends the wait without a result, so that `then` is not called. The fleet
    // gets no charges back.
    void leave() noexcept;

    // Ends the wait of a request that gets no verdict, since it ends or an
    // error page processes it. The fleet gets its charges back.
    void abandon() noexcept;

    // Whether the fleet answered that the crawler was last served another
    // robots.txt than this nginx knew. Then the request needs a new plan.
    bool has_news() const { return is_news_; }
    // Replaces the plan. Gives the fleet back the charges that the new plan
    // does not need. Budgets that the fleet was not asked about are charged in
    // this nginx's zone. Throws std::bad_alloc.
    void replan(const Plan& plan);

    // Returns the verdict by the fleet's answer or, if none has come, by this
    // nginx's own budgets. Adds the charges to the receipt.
    Verdict settle(Receipt& receipt) noexcept;
    // The answers to the plan's demands by which settle() made the verdict.
    const Charged& charged() const { return charged_; }

    // Gives back the charges on the request's receipt.
    void give_back(Receipt& receipt) noexcept;

    // Copies the result, which text() returns, from another FleetWait for this
    // request.
    void note(const FleetWait& other) { result_ = other.result_; }

    // The value of $robots_fleet: "shared" or "local"; "asked" until the
    // result is known.
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
    std::function<void()> then_;  // set while somebody waits
    std::optional<FleetResult> result_;
    bool is_abandoned_ = false;
    // The question and the fleet's answer, in the order of the demands.
    ChargeCall call_;
    std::optional<ChargeAnswer> answer_;
    bool is_news_ = false;
    Charged charged_;
    // The zone's keys of what the fleet was asked about: the budgets, and the
    // crawler's last fetch. `fetched_` is the robots.txt that the zone had
    // recorded for that fetch.
    std::vector<std::uint64_t> asked_keys_;
    std::uint64_t fetch_key_ = 0;
    std::optional<RevisionTag> fetched_;
};

}  // namespace robots::nginx
