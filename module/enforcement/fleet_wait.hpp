// A crawler's request whose budgets lie in a fleet: asks, waits for the answer
// if that can change what becomes of the request, and settles by the answer.
// Where nobody answers in time, this nginx decides by its own budgets.

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

// Owned by whoever waits for the answer, and by the fleet's server until it has
// answered or failed: a late answer is for the next request.
class FleetWait : public std::enable_shared_from_this<FleetWait> {
  public:
    // All that `plan` refers to outlives the wait of its owner, who calls
    // leave() at its end. The plan has demands.
    FleetWait(MainConf& conf, const Plan& plan);
    FleetWait(const FleetWait&) = delete;
    FleetWait& operator=(const FleetWait&) = delete;

    // Makes that of a request, which holds it until it ends. Throws
    // std::bad_alloc.
    static FleetWait& of(ngx_http_request_t* r, const Plan& plan);

    const Plan& plan() const { return plan_; }

    // The verdict, if what the fleet said before refuses the request: then
    // nobody need be asked.
    std::optional<Verdict> known_here();

    // Asks. True: `then` is called when the fleet has answered, or cannot any
    // more; it must not throw. False: nobody could be asked. Throws
    // std::bad_alloc.
    bool ask(const Site& site, std::function<void()> then);

    // Asks, and delays the request until the answer is there. NGX_OK: nobody
    // could be asked. Else what the handler has to return; entered again, it
    // calls finish(). Throws std::bad_alloc.
    ngx_int_t start(ngx_http_request_t* r, const Site& site, Delay& delay);

    // Ends the wait, for an answer that may not have come.
    void finish() noexcept;

    // Nobody waits any more; what is charged stays, since the request passes.
    void leave() noexcept;

    // The request ends, or goes another way, unjudged: what the fleet charges
    // is given back.
    void abandon() noexcept;

    // Whether the answer says that the crawler was served another robots.txt
    // than this nginx knew, so that its request has to be planned again.
    bool has_news() const { return is_news_; }
    // Takes that new plan, and gives back what it does not need any more.
    // Throws std::bad_alloc.
    void replan(const Plan& plan);

    // The verdict by the fleet's answer, or else by this nginx's own budgets.
    Verdict settle(Receipt& receipt) noexcept;
    // What was charged then.
    const Charged& charged() const { return charged_; }

    // Gives back what is on the receipt of the request.
    void give_back(Receipt& receipt) noexcept;

    // What came of another FleetWait's question holds for this request.
    void note(const FleetWait& other) { result_ = other.result_; }

    // For $robots_fleet: "shared" or "local"; "asked" if nothing is decided.
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
    // What the fleet was asked and answered, in the order of the demands.
    ChargeCall call_;
    std::optional<ChargeAnswer> answer_;
    bool is_news_ = false;
    Charged charged_;
    // In the zone: the budgets, and what the crawler fetched as it was known
    // when the fleet was asked.
    std::vector<std::uint64_t> asked_keys_;
    std::uint64_t fetch_key_ = 0;
    std::optional<RevisionTag> fetched_;
};

}  // namespace robots::nginx
