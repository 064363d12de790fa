// A crawler's request whose budgets lie in a fleet: asks, waits for the answer
// if that can change what becomes of the request, and charges what the answer
// says. Where nobody answers in time, this nginx decides by its own budgets.

#ifndef ROBOTS_MODULE_ENFORCEMENT_FLEET_WAIT_HPP
#define ROBOTS_MODULE_ENFORCEMENT_FLEET_WAIT_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "module/enforcement/delay.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/fleet/fleet.hpp"
#include "policy/sharing/asked_budgets.hpp"
#include "policy/sharing/divided_budgets.hpp"
#include "policy/sharing/told_budgets.hpp"
#include "policy/verdict/judge.hpp"

namespace robots::nginx {

// What is judged, twice: without charging anything, and with the answer.
struct FleetCase {
    MainConf& conf;
    const Site* site;
    const Sighting& crawler;
    const Request& facts;
    Action cap;
};

// Lives as long as the request.
class FleetWait : public ToldBudgets::Refunds {
  public:
    // Is told when all that were asked have answered, if no request waits.
    class Listener {
      public:
        virtual ~Listener() = default;
        virtual void all_answered() noexcept = 0;
    };

    FleetWait() = default;
    ~FleetWait() override { leave(); }
    FleetWait(const FleetWait&) = delete;
    FleetWait& operator=(const FleetWait&) = delete;

    // Asks the fleet if the case needs a budget. NGX_OK: it can be judged now,
    // with budgets(). NGX_DONE: whatever the fleet says can only be logged, and
    // nobody was asked. Else what the handler has to return; entered again, it
    // calls finish(). Throws std::bad_alloc.
    ngx_int_t start(ngx_http_request_t* r, const FleetCase& judged,
                    Delay& delay);

    // Asks, and no request waits. True: the listener, which outlives this, is
    // told. False: nobody could be asked. Throws std::bad_alloc.
    bool ask_for(const FleetCase& judged, Listener& listener);

    // For a request about which another FleetWait asks: what came of that, if
    // anything has yet.
    void note(const FleetWait& other) {
        result_ = other.result_.value_or(FleetResult::shared);
    }

    // Ends the wait; the identity of the request that was delayed.
    Identity finish();

    // Nobody waits for the answer any more.
    void leave() noexcept;

    // What judge() charges; lasts as long as this.
    BudgetStore& budgets(MainConf& conf);

    // After judge(): gives back what the fleet charged and no demand used.
    void give_back_unused() noexcept;

    // Gives back what is on the receipt of the request.
    void give_back(Receipt& receipt, MainConf& conf) noexcept;

    // For $robots_fleet: "shared", "local", or "-" if no budget was needed.
    std::string_view text() const;

  private:
    class Question;
    struct Call;

    // A budget's place in the fleet.
    struct Place {
        FleetServer* server = nullptr;
        std::string name;
    };

    bool is_known_here(const FleetCase& judged, Milliseconds now) const;
    static Call& call_to(FleetServer& server, std::vector<Call>& calls);
    void add_budgets(const FleetCase& judged, Milliseconds now,
                     std::vector<Call>& calls);
    void add_pass(const FleetCase& judged, std::vector<Call>& calls) const;
    void add_fetch(const FleetCase& judged, std::vector<Call>& calls) const;
    std::vector<Call> calls_for(const FleetCase& judged, Milliseconds now);
    bool ask(std::vector<Call> calls);
    void take(Question& question, std::optional<ChargeAnswer> answer,
              FleetResult failure) noexcept;
    void decided(FleetResult result) noexcept;
    void refund(std::size_t index, const std::string& pass) noexcept;
    void give_back(std::size_t index) noexcept override;

    ngx_http_request_t* request_ = nullptr;
    Delay* delay_ = nullptr;
    Listener* listener_ = nullptr;
    Zone* zone_ = nullptr;
    Identity identity_ = Identity::unverifiable;
    std::optional<FleetResult> result_;
    std::optional<FleetResult> failure_;  // of any question so far
    AskedList asked_;
    ToldCharges told_;
    std::array<Place, kMaxDemands> places_;
    std::array<Milliseconds, kMaxDemands> server_due_{};
    std::string pass_;  // its name, at the first budget's server
    std::vector<Question*> questions_;
    std::optional<ToldBudgets> told_budgets_;
    std::optional<DividedBudgets> divided_budgets_;
};

// The request's, made on first use. Throws std::bad_alloc.
FleetWait& fleet_wait_of(ngx_http_request_t* r, RequestContext& context);

}  // namespace robots::nginx

#endif
