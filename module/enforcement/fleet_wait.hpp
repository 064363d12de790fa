// A crawler's request whose budgets are stored by a fleet's server: asks the
// server, waits if the answer can change the verdict, and judges by the answer.
// If no answer comes in time, this nginx judges by its own budgets.

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

// Owned by the object that waits for the answer and, until it has answered or
// failed, by the fleet's server: a late answer is used for the next request.
class FleetWait : public std::enable_shared_from_this<FleetWait> {
  public:
    // All that `plan` refers to outlives the owner's wait; the owner calls
    // leave() at its end. The plan has demands.
    FleetWait(MainConf& conf, const Plan& plan);
    FleetWait(const FleetWait&) = delete;
    FleetWait& operator=(const FleetWait&) = delete;

    // Makes the FleetWait of a request, which owns it until the request ends.
    // Throws std::bad_alloc.
    static FleetWait& of(ngx_http_request_t* r, const Plan& plan);

    const Plan& plan() const { return plan_; }

    // Returns the verdict if an earlier answer of the fleet already refuses the
    // request, so that nobody need be asked.
    std::optional<Verdict> known_here();

    // Asks the fleet. If true, `then` is called when the fleet has answered, or
    // can no longer answer; it must not throw. False if nobody could be asked.
    // Throws std::bad_alloc.
    bool ask(const Site& site, std::function<void()> then);

    // Asks the fleet, and delays the request until the answer comes. Returns
    // NGX_OK if nobody could be asked, otherwise what the handler has to
    // return; when nginx calls the handler again, it must call finish(). Throws
    // std::bad_alloc.
    ngx_int_t start(ngx_http_request_t* r, const Site& site, Delay& delay);

    // Ends the wait, whether or not an answer has come.
    void finish() noexcept;

    // Ends the owner's wait. Charges stay, since the request passes.
    void leave() noexcept;

    // Ends the wait of a request that ends or is processed elsewhere without a
    // verdict: the fleet's charges are given back.
    void abandon() noexcept;

    // Whether the answer says that the crawler was served another robots.txt
    // than this nginx knew, so that the request must be planned again.
    bool has_news() const { return is_news_; }
    // Replaces the plan, and gives back the charges that the new plan does not
    // need. Throws std::bad_alloc.
    void replan(const Plan& plan);

    // Returns the verdict by the fleet's answer or, without one, by this
    // nginx's own budgets.
    Verdict settle(Receipt& receipt) noexcept;
    // The charges of that verdict.
    const Charged& charged() const { return charged_; }

    // Gives back the charges on the request's receipt.
    void give_back(Receipt& receipt) noexcept;

    // Takes the result of another FleetWait, which also holds for this request.
    void note(const FleetWait& other) { result_ = other.result_; }

    // The value of $robots_fleet: "shared" or "local"; "asked" if nothing is
    // decided.
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
    // Keys in the zone: of the budgets, and of the crawler's fetch; and the
    // fetch that was known when the fleet was asked.
    std::vector<std::uint64_t> asked_keys_;
    std::uint64_t fetch_key_ = 0;
    std::optional<RevisionTag> fetched_;
};

}  // namespace robots::nginx
