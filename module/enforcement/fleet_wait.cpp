#include "module/enforcement/fleet_wait.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "module/conf/configuration.hpp"
#include "policy/verdict/budget_key.hpp"
#include "policy/verdict/quotes.hpp"

namespace robots::nginx {

namespace {

Verdict judge_with(const FleetCase& judged, Milliseconds now,
                   BudgetStore& budgets) {
    return judge(*judged.conf.policy, judged.site, judged.crawler, judged.facts,
                 now, budgets, judged.cap);
}

// The same budgets, under the names that `keys` give them.
AskedList list_with(const FleetCase& judged, Milliseconds now,
                    const Keys& keys) {
    AskedList list;
    AskedBudgets budgets(keys, list);
    judge_with(judged, now, budgets);
    return list;
}

// Whether the budgets can do more than add a line to a log.
bool can_act(const FleetCase& judged, Milliseconds now) {
    SpentBudgets spent;
    return judge_with(judged, now, spent).action > Action::log;
}

PassUse pass_use_of(Method method) {
    switch (method) {
        case Method::get:
            return PassUse::take;
        case Method::head:
            return PassUse::leave;
        case Method::safe:
        case Method::unsafe:
            break;
    }
    return PassUse::none;
}

// Of the target as it was sent, and of a secret key.
std::uint64_t pass_key(std::string_view target, std::uint64_t key) {
    return XXH3_64bits_withSeed(target.data(), target.size(), key);
}

}  // namespace

// What one server is asked.
struct FleetWait::Call {
    FleetServer* server;
    ChargeCall call;
    std::vector<std::uint64_t> keys;  // of the budgets, in the zone
    std::uint64_t fetch_key = 0;      // the same of the fetch
};

// It may outlive the request that it was asked for.
class FleetWait::Question : public FleetQuestion {
  public:
    Question(Zone& zone, FleetWait* waiter, Call&& asked)
        : server(asked.server),
          zone_(zone),
          waiter_(waiter),
          keys_(std::move(asked.keys)),
          fetch_key_(asked.fetch_key) {
        call = std::move(asked.call);
        keys = server->keys();
    }

    void leave() { waiter_ = nullptr; }

    void answered(std::optional<ChargeAnswer> answer,
                  FleetResult failure) noexcept override {
        if (answer) {
            learn(*answer);
        }
        if (waiter_ != nullptr) {
            waiter_->take(*this, std::move(answer), failure);
        }
    }

    FleetServer* const server;

  private:
    // For the time when nobody answers.
    void learn(const ChargeAnswer& answer) noexcept {
        const Milliseconds now = zone_.now();
        for (std::size_t i = 0; i < answer.charges.size(); ++i) {
            zone_.budgets().learn(
                keys_[i], answer.charges[i].state(call.rates[i].interval), now);
        }
        if (answer.fetched) {
            zone_.fetches().record(fetch_key_, *answer.fetched, now);
        }
    }

    Zone& zone_;
    FleetWait* waiter_;
    std::vector<std::uint64_t> keys_;
    std::uint64_t fetch_key_;
};

bool FleetWait::is_known_here(const FleetCase& judged, Milliseconds now) const {
    Quotes quotes(zone_->budgets());
    return judge_with(judged, now, quotes).action == Action::reject;
}

FleetWait::Call& FleetWait::call_to(FleetServer& server,
                                    std::vector<Call>& calls) {
    const auto known = std::find_if(
        calls.begin(), calls.end(),
        [&server](const Call& each) { return each.server == &server; });
    return known != calls.end() ? *known
                                : calls.emplace_back(Call{&server, {}, {}, 0});
}

void FleetWait::add_budgets(const FleetCase& judged, Milliseconds now,
                            std::vector<Call>& calls) {
    Fleet& fleet = *judged.conf.fleet;
    const AskedList routes = list_with(judged, now, public_keys());
    for (std::size_t i = 0; i < asked_.size && i < routes.size; ++i) {
        FleetServer& server = fleet.server_of(routes.all[i].key);
        if (!server.is_ready()) {
            continue;
        }
        places_[i].server = &server;
        call_to(server, calls).call.places.push_back(i);
    }
    for (Call& call : calls) {
        const FleetSecret& secret = call.server->secret();
        const AskedList high = list_with(judged, now, secret.high());
        const AskedList low = list_with(judged, now, secret.low());
        for (const std::size_t i : call.call.places) {
            places_[i].name = name_of(high.all[i].key, low.all[i].key);
            call.call.names.push_back(places_[i].name);
            call.call.rates.push_back(asked_.all[i].rate);
            call.keys.push_back(asked_.all[i].key);
            if (i == 0) {
                const std::string_view target = judged.facts.target;
                pass_ = name_of(pass_key(target, high.all[0].key),
                                pass_key(target, low.all[0].key));
            }
        }
    }
}

// A pass lies with the first budget.
void FleetWait::add_pass(const FleetCase& judged,
                         std::vector<Call>& calls) const {
    for (Call& call : calls) {
        if (call.server == places_[0].server) {
            call.call.pass_use = pass_use_of(judged.facts.method);
            call.call.pass = pass_;
        }
    }
}

// What the crawler was last served by any nginx, if an older robots.txt may
// still bind it.
void FleetWait::add_fetch(const FleetCase& judged,
                          std::vector<Call>& calls) const {
    MainConf& conf = judged.conf;
    if (!conf.history->knows(*judged.site)) {
        return;
    }
    const Visitor visitor{judged.site->key, judged.crawler,
                          judged.facts.identity};
    const std::string_view address = judged.facts.address;
    FleetServer& server = conf.fleet->server_of_fetch(visitor, address);
    if (!server.is_ready()) {
        return;
    }
    Call& call = call_to(server, calls);
    call.call.fetch = Fleet::fetch_name(server, visitor, address);
    call.fetch_key = zone_->keys().fetch(visitor, address);
}

bool FleetWait::ask(std::vector<Call> calls) {
    bool asked = false;
    for (Call& call : calls) {
        auto question =
            std::make_unique<Question>(*zone_, this, std::move(call));
        Question* const sent = question.get();
        questions_.push_back(sent);
        if (sent->server->ask(question.release())) {
            asked = true;
        } else {
            questions_.pop_back();
        }
    }
    return asked;
}

// Empty: no server can be asked.
std::vector<FleetWait::Call> FleetWait::calls_for(const FleetCase& judged,
                                                  Milliseconds now) {
    std::vector<Call> calls;
    add_budgets(judged, now, calls);
    if (!calls.empty()) {
        add_pass(judged, calls);
        add_fetch(judged, calls);
    }
    return calls;
}

ngx_int_t FleetWait::start(ngx_http_request_t* r, const FleetCase& judged,
                           Delay& delay) {
    MainConf& conf = judged.conf;
    zone_ = &conf.zone;
    const Milliseconds now = zone_->now();
    asked_ = list_with(judged, now, zone_->keys());
    if (asked_.size == 0) {
        return NGX_OK;
    }
    if (!can_act(judged, now)) {
        return NGX_DONE;
    }
    if (is_known_here(judged, now)) {
        decided(FleetResult::known_here);
        return NGX_OK;
    }
    std::vector<Call> calls = calls_for(judged, now);
    if (calls.empty()) {
        decided(FleetResult::open_circuit);
        return NGX_OK;
    }
    const Delay::Guest guest =
        Delay::guest(r, judged.crawler, Delay::Reason::time);
    if (!Delay::has_place(guest) || !ask(std::move(calls))) {
        decided(FleetResult::error);
        return NGX_OK;
    }
    request_ = r;
    delay_ = &delay;
    identity_ = judged.facts.identity;
    return delay.start(r, conf.fleet->conf().timeout, guest);
}

bool FleetWait::ask_for(const FleetCase& judged, Listener& listener) {
    zone_ = &judged.conf.zone;
    listener_ = &listener;
    const Milliseconds now = zone_->now();
    asked_ = list_with(judged, now, zone_->keys());
    std::vector<Call> calls = calls_for(judged, now);
    if (calls.empty()) {
        decided(FleetResult::open_circuit);
        return false;
    }
    if (!ask(std::move(calls))) {
        decided(FleetResult::error);
        return false;
    }
    return true;
}

void FleetWait::take(Question& question, std::optional<ChargeAnswer> answer,
                     FleetResult failure) noexcept {
    questions_.erase(
        std::find(questions_.begin(), questions_.end(), &question));
    if (!answer) {
        failure_ = failure;
    } else {
        told_.used_pass |= answer->used_pass;
        const Milliseconds now = zone_->now();
        for (std::size_t i = 0; i < answer->charges.size(); ++i) {
            const std::size_t place = question.call.places[i];
            told_.all[place] = answer->charges[i];
            server_due_[place] =
                answer->server_now + (answer->charges[i].due - now);
        }
    }
    if (!questions_.empty()) {
        return;
    }
    if (listener_ != nullptr) {
        listener_->all_answered();
    } else if (request_ != nullptr) {
        delay_->end(request_);
    }
}

Identity FleetWait::finish() {
    const bool in_time = questions_.empty();
    // None is asked twice for one request: that would count as two failures.
    std::vector<FleetServer*> late;
    for (const Question* question : questions_) {
        late.push_back(question->server);
    }
    leave();
    for (FleetServer* server : late) {
        server->timed_out();
    }
    decided(!in_time ? FleetResult::timeout
                     : failure_.value_or(FleetResult::shared));
    request_ = nullptr;
    return identity_;
}

void FleetWait::leave() noexcept {
    for (Question* question : questions_) {
        question->leave();
    }
    questions_.clear();
}

void FleetWait::decided(FleetResult result) noexcept {
    result_ = result;
    zone_->fleet().count(result);
}

BudgetStore& FleetWait::budgets(MainConf& conf) {
    BudgetTable& local = conf.zone.budgets();
    const auto any_told =
        std::any_of(told_.all.begin(), told_.all.end(),
                    [](const auto& each) { return each.told; });
    if (any_told) {
        return told_budgets_.emplace(local, asked_, told_, *this);
    }
    const bool is_alone = result_ && *result_ >= FleetResult::timeout;
    if (is_alone &&
        conf.fleet->conf().fallback == FleetConf::Fallback::divide) {
        return divided_budgets_.emplace(local, conf.zone.fleet().nodes());
    }
    return local;
}

// Gives one charge back to the server that it lies on; if `pass` is not empty,
// only if that pass is still there.
void FleetWait::refund(std::size_t index, const std::string& pass) noexcept {
    const Place& place = places_[index];
    if (place.server == nullptr || !place.server->is_ready()) {
        return;
    }
    guarded<int>(ngx_cycle->log, 0, [&] {
        place.server->refund(
            {{place.name, asked_.all[index].rate.interval, server_due_[index]}},
            pass);
        return 0;
    });
}

// judge() gives back what a demand of the same request was granted before
// another refused it.
void FleetWait::give_back(std::size_t index) noexcept {
    refund(index, {});
}

// The robots.txt that the crawler turned out to have may close the path, or
// demand other budgets.
void FleetWait::give_back_unused() noexcept {
    if (!told_budgets_) {
        return;
    }
    for (std::size_t i = 0; i < asked_.size; ++i) {
        if (told_.all[i].charged && !told_budgets_->was_charged(i)) {
            refund(i, {});
            told_.all[i].charged = false;
        }
    }
}

void FleetWait::give_back(Receipt& receipt, MainConf& conf) noexcept {
    static const std::string kNoPass;
    const bool has_pass = receipt.pass != 0;
    for (std::size_t i = 0; i < asked_.size; ++i) {
        if (told_.all[i].charged) {
            refund(i, has_pass && i == 0 ? pass_ : kNoPass);
        }
    }
    robots::give_back(receipt, conf.zone.budgets(), conf.zone.now());
}

std::string_view FleetWait::text() const {
    if (!result_) {
        return "-";
    }
    return *result_ <= FleetResult::known_here ? "shared" : "local";
}

FleetWait& fleet_wait_of(ngx_http_request_t* r, RequestContext& context) {
    if (context.fleet_wait == nullptr) {
        context.fleet_wait = make_owned<FleetWait>(r->main->pool);
    }
    return *context.fleet_wait;
}

}  // namespace robots::nginx
