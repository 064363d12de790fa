#include "module/enforcement/fleet_wait.hpp"

#include <algorithm>
#include <utility>

#include "module/conf/configuration.hpp"
#include "policy/verdict/charge.hpp"
#include "policy/verdict/judge.hpp"

namespace robots::nginx {

namespace {

// The minimum time between two questions to the fleet's server about GETs that
// are refused by the same budget.
constexpr Milliseconds kBetweenQuestions{100};
constexpr std::uint64_t kQuestionKey = 0x1d8a'27f4'90c3'6be5;

// Gives back the charges on the fleet's server. For a HEAD, `pass` is the name
// of the pass that the HEAD left for its GET. The charges of a HEAD are given
// back only if no GET has used this pass. `pass` is empty for other requests.
void refund(FleetServer& server, const ChargeCall& call,
            const ChargeAnswer& answer, const std::string& pass) noexcept {
    guarded(ngx_cycle->log, [&] {
        const std::vector<Refund> refunds = refunds_of(call, answer);
        if (!refunds.empty() && server.is_ready()) {
            ngx_log_debug1(NGX_LOG_DEBUG_HTTP, ngx_cycle->log, 0,
                           "robots: the fleet gets %uz charges back",
                           refunds.size());
            server.refund(refunds, pass);
        }
    });
}

void refund(FleetServer& server, const ChargeCall& call,
            const ChargeAnswer& answer) noexcept {
    static const std::string kNone;
    refund(server, call, answer,
           call.pass_use == PassUse::leave ? call.pass : kNone);
}

}  // namespace

// NOLINTNEXTLINE(modernize-pass-by-value): a plan has nothing to move.
FleetWait::FleetWait(MainConf& conf, const Plan& plan)
    : conf_(conf), plan_(plan) {}

FleetWait& FleetWait::of(ngx_http_request_t* r, const Plan& plan) {
    struct Held {
        std::shared_ptr<FleetWait> wait;
        ~Held() { wait->leave(); }
    };
    return *make_owned<Held>(r->pool,
                             std::make_shared<FleetWait>(main_conf(r), plan))
                ->wait;
}

// Returns the keys of the plan's budgets in the zone.
std::vector<std::uint64_t> FleetWait::local_keys() const {
    std::vector<std::uint64_t> keys;
    for (const Demand& demand : plan_.demands) {
        keys.push_back(key_of(plan_, demand, conf_.zone.keys()));
    }
    return keys;
}

// Whether the fleet's server possibly has a pass for this GET. If so, the
// server must be asked. A HEAD leaves a pass for a GET with the same target. If
// this nginx has judged a HEAD for this target, returns true. Otherwise another
// nginx may have judged one, so returns false only if the server has just
// refused a GET for this target or budget. Without this exception, a flood of
// GETs would cause one question for each GET.
bool FleetWait::may_have_pass() noexcept {
    if (plan_.method != Method::get) {
        return false;
    }
    BudgetTable& budgets = conf_.zone.budgets();
    const Milliseconds now = conf_.zone.now();
    const auto is_marked = [&](std::uint64_t key) {
        constexpr Rate kOnce{Milliseconds{1}, {}, {}};
        return !budgets.quote(key, now, kOnce).granted;
    };
    return budgets.take_pass(pass_key(plan_, budgets.keys()), now,
                             pass_validity(plan_)) ||
           !(is_marked(refused_target()) || is_marked(refused_budget()));
}

void FleetWait::mark_refusal() noexcept {
    BudgetTable& budgets = conf_.zone.budgets();
    const Milliseconds now = conf_.zone.now();
    budgets.learn(refused_target(), now + kShortestPass, now);
    budgets.learn(refused_budget(), now + kBetweenQuestions, now);
}

// Return the keys of the two marks that mark_refusal() stores in the zone. The
// marks lie in the same part of the memory as the plan's first budget.
std::uint64_t FleetWait::refused_target() const {
    return pass_key(plan_, conf_.zone.keys()) ^ kQuestionKey;
}
std::uint64_t FleetWait::refused_budget() const {
    return key_of(plan_, plan_.demands[0], conf_.zone.keys()) ^ kQuestionKey;
}

std::optional<Verdict> FleetWait::known_here() {
    if (!conf_.fleet->server().is_ready()) {
        return std::nullopt;
    }
    BudgetTable& budgets = conf_.zone.budgets();
    const Charged quoted = quote(plan_, conf_.zone.now(), budgets);
    if (!quoted.refused || may_have_pass()) {
        return std::nullopt;
    }
    // The fleet's server must know which crawlers wait for a shared budget. So
    // the server must be asked if the zone has not recorded yet that this
    // crawler waits.
    const Demand& refusing = plan_.demands[quoted.size() - 1];
    if (refusing.budget != nullptr &&
        !is_waiting(plan_, refusing, conf_.zone.now(), budgets)) {
        return std::nullopt;
    }
    decided(FleetResult::known_here);
    return robots::settle(plan_, quoted);
}

bool FleetWait::ask(const Site& site, std::function<void()> then) {
    FleetServer& server = conf_.fleet->server();
    if (!server.is_ready()) {
        decided(FleetResult::open_circuit);
        return false;
    }
    call_ = charge_call(plan_, server.secret());
    asked_keys_ = local_keys();
    if (conf_.history->knows(site)) {
        ask_fetch({plan_.site, plan_.verdict.crawler, plan_.verdict.identity});
    }
    ngx_log_debug1(NGX_LOG_DEBUG_HTTP, ngx_cycle->log, 0,
                   "robots: the fleet is asked for %uz charges",
                   plan_.demands.size());
    then_ = std::move(then);
    // The server owns this object, and with it call_, until the answer comes.
    const auto self = shared_from_this();
    if (!server.ask({self, &call_},
                    [self](auto answer) { self->take(std::move(answer)); })) {
        leave();
        decided(FleetResult::error);
        return false;
    }
    return true;
}

// Adds a question to the call: which robots.txt the crawler was last served by
// any nginx of the fleet. If this is an older one, it may still bind the
// crawler.
void FleetWait::ask_fetch(const Visitor& visitor) {
    call_.fetch =
        Fleet::fetch_name(conf_.fleet->server(), visitor, plan_.address);
    fetch_key_ = conf_.zone.keys().fetch(visitor, plan_.address);
    fetched_ = conf_.zone.fetches().last(fetch_key_);
}

ngx_int_t FleetWait::start(ngx_http_request_t* r, const Site& site,
                           Delay& delay) {
    const Delay::Guest guest =
        Delay::guest(r, plan_.verdict.crawler, Delay::Reason::answer);
    if (!Delay::has_place(guest)) {
        decided(FleetResult::error);
        return NGX_OK;
    }
    if (!ask(site, [r, &delay] { delay.end(r); })) {
        return NGX_OK;
    }
    return delay.start(r, conf_.fleet->conf().timeout, guest);
}

// When this function runs, the request may have ended. So this function must
// not use the objects to which the plan refers.
void FleetWait::take(std::optional<ChargeAnswer> answer) noexcept {
    const bool is_news = answer && learn(*answer);
    if (answer && is_abandoned_) {
        refund(conf_.fleet->server(), call_, *answer);
    }
    if (then_ != nullptr) {
        answer_ = std::move(answer);
        is_news_ = is_news;
        std::exchange(then_, nullptr)();
    }
}

// Stores the answer of the fleet's server in the zone. This nginx uses the
// stored data when the server does not answer later questions. Returns whether
// the answer has a fetch that this nginx did not know.
bool FleetWait::learn(const ChargeAnswer& answer) noexcept {
    Zone& zone = conf_.zone;
    const Milliseconds now = zone.now();
    for (std::size_t i = 0; i < answer.charges.size(); ++i) {
        zone.budgets().learn(
            asked_keys_[i],
            answer.charges[i].state(call_.budgets[i].rate.interval), now);
    }
    // If the fetch in the zone has changed since the server was asked, the
    // fetch in the zone is newer than the answer.
    if (!answer.fetched || answer.fetched == fetched_ ||
        zone.fetches().last(fetch_key_) != fetched_) {
        return false;
    }
    zone.fetches().record(fetch_key_, *answer.fetched, now);
    return true;
}

void FleetWait::finish() noexcept {
    if (then_ == nullptr) {
        decided(answer_ ? FleetResult::shared : FleetResult::error);
        return;
    }
    leave();
    conf_.fleet->server().failed();
    decided(FleetResult::timeout);
}

void FleetWait::leave() noexcept {
    then_ = nullptr;
}

void FleetWait::abandon() noexcept {
    if (then_ != nullptr) {
        leave();
        is_abandoned_ = true;
    } else if (answer_) {
        refund(conf_.fleet->server(), call_, *answer_);
        answer_.reset();
    }
}

void FleetWait::decided(FleetResult result) noexcept {
    result_ = result;
    conf_.zone.fleet().count(result);
}

// If the server was not asked about a budget of the new plan, this budget is
// charged only in this nginx.
void FleetWait::replan(const Plan& plan) {
    const std::vector<std::uint64_t>& known = asked_keys_;
    plan_ = plan;
    ChargeCall call;
    ChargeAnswer answer = *answer_;
    answer.charges.clear();
    for (const std::uint64_t key : local_keys()) {
        const auto found = std::find(known.begin(), known.end(), key);
        const Demand& demand = plan_.demands[call.budgets.size()];
        if (found != known.end()) {
            const auto i = static_cast<std::size_t>(found - known.begin());
            call.budgets.push_back(call_.budgets[i]);
            answer.charges.push_back(answer_->charges[i]);
            answer_->charges[i].charged = false;
        } else {
            const Charge here = charge_demand(plan_, demand, conf_.zone.now(),
                                              conf_.zone.budgets());
            call.budgets.push_back({{}, demand.rate});
            answer.charges.push_back(
                {here.granted, false, here.wait, here.tat});
        }
    }
    // The request continues, so the server must not use up the pass. The empty
    // name means that no pass is used.
    refund(conf_.fleet->server(), call_, *answer_, "");
    call.pass_use = call_.pass_use;
    call.pass = call_.pass;
    call_ = std::move(call);
    answer_ = std::move(answer);
}

// Returns the verdict by the server's answer. Stores passes, waits and refusals
// in the zone, so that this nginx can continue if the server fails.
Verdict FleetWait::settle_told(Receipt& receipt) noexcept {
    BudgetTable& budgets = conf_.zone.budgets();
    const Milliseconds now = conf_.zone.now();
    Charged& charged = charged_ = charged_by(plan_, *answer_);
    for (std::size_t i = 0; i < answer_->charges.size(); ++i) {
        const ToldCharge& told = answer_->charges[i];
        const Demand& demand = plan_.demands[i];
        if (told.charged) {
            receipt.spent.add({key_of(plan_, demand, budgets.keys()),
                               demand.rate.interval, told.due});
        }
    }
    if (plan_.demands.size() == 0) {
        return plan_.verdict;  // replan() left no demands
    }
    if (!charged.used_pass) {
        note_waits(plan_, charged, now, budgets);
    }
    if (charged.refused) {
        wait_for_rest(plan_, charged, now, budgets);
    }
    if (charged.used_pass) {
        budgets.take_pass(pass_key(plan_, budgets.keys()), now,
                          BudgetStore::kAnyPass);
    } else if (charged.refused && plan_.method == Method::get) {
        mark_refusal();
    } else if (receipt.spent.size() > 0 && plan_.method == Method::head) {
        leave_pass(plan_, charged, now, budgets, receipt);
    }
    return robots::settle(plan_, charged);
}

Verdict FleetWait::settle(Receipt& receipt) noexcept {
    if (answer_) {
        return settle_told(receipt);
    }
    const std::uint32_t parts = parts_alone(conf_.fleet->conf(), conf_.zone);
    for (Demand& demand : plan_.demands) {
        demand.rate.interval *= parts;
    }
    charged_ = charge(plan_, conf_.zone.now(), conf_.zone.budgets(), receipt);
    return robots::settle(plan_, charged_);
}

void FleetWait::give_back(Receipt& receipt) noexcept {
    if (answer_) {
        refund(conf_.fleet->server(), call_, *answer_);
        answer_.reset();
    }
    robots::give_back(receipt, conf_.zone.budgets(), conf_.zone.now());
}

std::string_view FleetWait::text() const {
    if (!result_) {
        return "asked";
    }
    return *result_ <= FleetResult::known_here ? "shared" : "local";
}

}  // namespace robots::nginx
