#include "module/handlers/handlers.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "module/enforcement/ledger_entry.hpp"
#include "module/ngx/response.hpp"
#include "module/request/request_facts.hpp"
#include "status/answer.hpp"

namespace robots::nginx {

namespace {

class Job;

// The queue of answers that this worker is making, in the order of their
// requests. Each turn of the event loop makes one step of one answer. Therefore
// the worker's other tasks wait for one step at most, even if the status has
// many readers. Only one answer at a time needs memory for its data.
class Jobs {
  public:
    Jobs() {
        event_.handler = [](ngx_event_t*) noexcept { take_turn(); };
        // nginx's debug log reads the fd of the connection that a timer must
        // have.
        nobody_.fd = static_cast<ngx_socket_t>(-1);
        event_.data = &nobody_;
    }

    void add(Job& job) {
        jobs_.push_back(&job);
        go_on();
    }

    void remove(const Job& job) noexcept {
        jobs_.erase(std::remove(jobs_.begin(), jobs_.end(), &job), jobs_.end());
        if (jobs_.empty()) {
            rest();
        }
    }

  private:
    // A worker that shuts down waits only for its timers. So this timer runs as
    // long as the queue has answers. The time is in milliseconds.
    static constexpr ngx_msec_t kKeepsWorker = 60000;

    static void take_turn() noexcept;

    // Schedules the next step for the next turn of the event loop, so that
    // other tasks run first.
    void go_on() {
        event_.log = ngx_cycle->log;
        ngx_post_event(&event_, &ngx_posted_next_events);
        if (!event_.timer_set) {
            ngx_add_timer(&event_, kKeepsWorker);
        }
    }

    void rest() {
        if (event_.posted) {
            ngx_delete_posted_event(&event_);
        }
        if (event_.timer_set) {
            ngx_del_timer(&event_);
        }
    }

    // This is not a deque, because a deque allocates memory when it is
    // constructed, and ~Job must never throw.
    std::vector<Job*> jobs_;
    ngx_event_t event_{};
    ngx_connection_t nobody_{};
};

Jobs& jobs() {
    static Jobs of_worker;
    return of_worker;
}

std::unique_ptr<status::Answer> make_answer(ngx_http_request_t* r);

// The job of making the answer to one request.
class Job : public FleetView::Guest {
  public:
    explicit Job(ngx_http_request_t* r) : request_(r) {}

    // nginx calls the destructor when the request ends, even if it ends early.
    ~Job() override {
        if (fleet_ != nullptr) {
            fleet_->leave(*this);
        }
        jobs().remove(*this);
    }

    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    // Starts to make the answer. If `fleet` is not nullptr, first waits for a
    // new view of the fleet, because the answer shows this view.
    void start(FleetView* fleet) {
        request_->read_event_handler = ngx_http_test_reading;
        fleet_ = fleet;
        if (fleet_ == nullptr || !fleet_->look(*this)) {
            fleet_ = nullptr;
            jobs().add(*this);
        }
    }

    void shown() noexcept override {
        fleet_ = nullptr;
        const auto rc = guarded<ngx_int_t>(
            request_->connection->log, NGX_HTTP_INTERNAL_SERVER_ERROR, [this] {
                jobs().add(*this);
                return ngx_int_t{NGX_AGAIN};
            });
        if (rc != NGX_AGAIN) {
            ngx_http_finalize_request(request_, rc);
        }
    }

    // Works on the answer for a few milliseconds. The last step finalizes the
    // request, and this may destroy this object.
    void step() noexcept {
        ngx_http_request_t* r = request_;
        ngx_connection_t* c = r->connection;

        ngx_http_set_log_request(c->log, r);
        const auto rc = guarded<ngx_int_t>(
            c->log, NGX_HTTP_INTERNAL_SERVER_ERROR, [this]() -> ngx_int_t {
                if (answer_ == nullptr) {
                    answer_ = make_answer(request_);
                }
                if (!answer_->step()) {
                    return NGX_AGAIN;
                }
                jobs().remove(*this);
                ngx_log_debug1(NGX_LOG_DEBUG_HTTP, request_->connection->log, 0,
                               "robots: status made: %uz octets",
                               answer_->body().size());
                return send();
            });
        if (rc == NGX_HTTP_INTERNAL_SERVER_ERROR) {
            jobs().remove(*this);
            ngx_http_finalize_request(r, rc);
        }
        ngx_http_run_posted_requests(c);
    }

  private:
    // Sends the answer. Returns NGX_DONE if the request was finalized; then
    // this object may be destroyed.
    ngx_int_t send() {
        Response response(request_);
        response.content_type(answer_->content_type());
        const bool is_page = !answer_->tag().empty();
        response.cache_control(str(is_page ? "no-cache" : "no-store"));
        response.header("X-Content-Type-Options", str("nosniff"));
        if (is_page) {
            response.etag(str(answer_->tag()));
            response.header("Content-Security-Policy",
                            str(answer_->security_policy()));
            response.header("Referrer-Policy", str("no-referrer"));
        }
        response.append(str(answer_->body()));
        return response.send(answer_->status());
    }

    ngx_http_request_t* request_;
    FleetView* fleet_ = nullptr;  // set while this job waits for the view
    std::unique_ptr<status::Answer> answer_;
};

void Jobs::take_turn() noexcept {
    Jobs& all = jobs();
    if (!all.jobs_.empty()) {
        all.jobs_.front()->step();
    }
    if (!all.jobs_.empty()) {
        all.go_on();
    }
}

Milliseconds time_of_day() {
    const ngx_time_t* time = ngx_timeofday();
    return std::chrono::seconds(time->sec) + Milliseconds(time->msec);
}

status::model::Fleet fleet_of(MainConf& conf,
                              const status::StatusSource& source) {
    const FleetCounters& counters = conf.zone.fleet();
    status::model::Fleet fleet;
    Membership& membership = conf.fleet->membership();
    fleet.node = membership.name();
    fleet.nodes = membership.view().nodes();
    fleet.nodes_alive = counters.nodes();
    fleet.crawlers = membership.view().crawlers();
    fleet.timeout = conf.fleet_conf.timeout;
    fleet.fallback = conf.fleet_conf.fallback == FleetConf::Fallback::divide
                         ? "divide"
                         : "local";
    const auto& servers = conf.fleet_conf.servers;
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const auto answered = static_cast<std::int64_t>(
            counters.answered[i].load(std::memory_order_relaxed));
        fleet.servers.push_back({servers[i].shown, counters.is_up(i),
                                 source.unix_time(Milliseconds(answered))});
    }
    for (std::size_t i = 0; i < counters.results.size(); ++i) {
        fleet.results[i] = counters.results[i].load(std::memory_order_relaxed);
    }
    for (std::size_t i = 0; i < counters.latencies.size(); ++i) {
        fleet.latencies.limit.push_back(
            i < kFleetLatencies.size() ? kFleetLatencies[i] : 0);
        fleet.latencies.count.push_back(
            counters.latencies[i].load(std::memory_order_relaxed));
    }
    fleet.latencies.sum = counters.latency_sum.load(std::memory_order_relaxed);
    return fleet;
}

status::StatusSource source_of(ngx_http_request_t* r) {
    MainConf& conf = main_conf(r);
    const Milliseconds now = conf.zone.now();
    status::StatusSource source{
        *conf.policy,
        conf.zone.ledger(),
        conf.zone.activity(),
        {},
        now,
        conf.zone.ledger().epoch(now, time_of_day()),
        conf.zone.counters().robots_txt,
        static_cast<std::size_t>(delayed_now(conf.zone)),
        conf.zone.size(),
        conf.zone.counters().evicted,
        conf.zone.budgets().capacity(),
        {}};
    for (std::size_t i = 0; i < source.signatures.size(); ++i) {
        source.signatures[i] = conf.zone.counters().signatures[i];
    }
    source.masks_addresses = loc_conf(r).mask_addresses != 0;
    source.server.version = ROBOTS_VERSION;
    source.server.policy_file = conf.file;
    source.server.policy_modified = conf.policy->modified;
    const PolicyState& state = conf.zone.policy_state();
    source.server.policy_loaded = state.loaded.load(std::memory_order_relaxed);
    source.server.reload_failed =
        state.reload_failed.load(std::memory_order_relaxed);
    const loader::OnDisk on_disk =
        state.on_disk.load(std::memory_order_relaxed);
    if (on_disk != loader::OnDisk::unknown) {
        source.server.policy_stale = on_disk == loader::OnDisk::changed;
    }
    source.server.last_good_in_use = conf.last_good.in_use;
    source.server.kept_files = conf.kept_files;
    source.server.log_only = conf.log_only;
    source.server.now = ngx_time();
    source.server.sites = conf.policy->sites().size();
    source.server.crawlers = conf.policy->crawlers().entries().size();
    if (conf.fleet != nullptr) {
        source.server.fleet = fleet_of(conf, source);
    }
    return source;
}

ngx_int_t refuse_method(ngx_http_request_t* r) {
    Response response(r);
    response.header("Allow", str("GET, HEAD"));
    response.cache_control(str("no-store"));
    response.append(str("Use GET or HEAD for the status.\n"));
    return response.send(NGX_HTTP_NOT_ALLOWED);
}

std::unique_ptr<status::Answer> make_answer(ngx_http_request_t* r) {
    status::StatusRequest asked;
    asked.arguments = view(r->args);
    asked.authority = authority_of(r);
    const auto explain_live = [r](const status::Question& question,
                                  status::JsonWriter& json) {
        explain(r, question, json);
    };
    return std::make_unique<status::Answer>(source_of(r), asked, explain_live);
}

ngx_int_t start_answer(ngx_http_request_t* r) {
    if (!(r->method & (NGX_HTTP_GET | NGX_HTTP_HEAD))) {
        return refuse_method(r);
    }
    const std::string_view refusal = status_refusal(r);
    if (!refusal.empty()) {
        return Response::send_text(r, NGX_HTTP_FORBIDDEN, refusal);
    }
    ngx_log_debug1(NGX_LOG_DEBUG_HTTP, r->connection->log, 0,
                   "robots: status \"%V\"", &r->args);
    MainConf& conf = main_conf(r);
    const bool shows_fleet =
        conf.fleet != nullptr &&
        status::format_from(view(r->args)) == status::Format::json;
    make_owned<Job>(r->pool, r)
        ->start(shows_fleet ? &conf.fleet->membership().view() : nullptr);
    return NGX_DONE;
}

// Increments the reference count of the request, because the code that answers
// finalizes the request. If no answer was started, this function finalizes the
// request.
ngx_int_t answer_status(ngx_http_request_t* r) noexcept {
    r->main->count++;
    const auto rc =
        guarded<ngx_int_t>(r->connection->log, NGX_HTTP_INTERNAL_SERVER_ERROR,
                           [r] { return start_answer(r); });
    if (rc != NGX_DONE) {
        ngx_http_finalize_request(r, rc);
    }
    return NGX_DONE;
}

}  // namespace

char* set_robots_status(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    const auto* value = static_cast<ngx_str_t*>(cf->args->elts);
    auto* core = static_cast<ngx_http_core_loc_conf_t*>(
        ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module));

    if (core->handler == answer_status) {
        return conf_error("is duplicate");
    }
    auto& location = *static_cast<LocConf*>(conf);
    location.status = kStatusLocal;
    if (cf->args->nelts > 1) {
        if (view(value[1]) != "any") {
            ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                               R"(invalid parameter "%V", expected "any")",
                               &value[1]);
            return conf_error();
        }
        location.status = kStatusAny;
    }
    core->handler = answer_status;
    main_conf(cf).status = place_now(cf);
    return NGX_CONF_OK;
}

bool inherit_status(ngx_conf_t* cf, const LocConf& parent, LocConf& location) {
    auto* core = static_cast<ngx_http_core_loc_conf_t*>(
        ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module));
    if (location.status == NGX_CONF_UNSET_UINT) {
        location.status =
            core->noname ? parent.status : ngx_uint_t{kStatusNobody};
    }
    if (location.status == kStatusNobody) {
        return true;
    }
    if (core->handler == nullptr) {
        core->handler = answer_status;
    }
    return keep_server_names(cf, location);
}

}  // namespace robots::nginx
