#include "module/enforcement/delay.hpp"

#include <algorithm>

#include "module/conf/configuration.hpp"
#include "module/enforcement/sender.hpp"
#include "module/ngx/ngx.hpp"
#include "module/request/request_facts.hpp"
#include "policy/verdict/identity_need.hpp"

namespace robots::nginx {

namespace {

// Handles the write event of a delayed request: the timer has expired, or the
// connection became writable before that.
void wake(ngx_http_request_t* r) noexcept {
    ngx_connection_t* c = r->connection;

    if (c->write->delayed) {
        if (ngx_handle_write_event(c->write, 0) != NGX_OK) {
            ngx_http_finalize_request(r, NGX_HTTP_INTERNAL_SERVER_ERROR);
        }
        return;
    }

    ngx_log_debug0(NGX_LOG_DEBUG_HTTP, c->log, 0, "robots: waits no more");
    context_of(r).delay->release();

    if (ngx_handle_read_event(c->read, 0) != NGX_OK) {
        ngx_http_finalize_request(r, NGX_HTTP_INTERNAL_SERVER_ERROR);
        return;
    }

    r->read_event_handler = ngx_http_block_reading;
    r->write_event_handler = ngx_http_core_run_phases;
    ngx_http_core_run_phases(r);
}

}  // namespace

WaitingPlaces* Delay::places_;
SharedWord* Delay::shown_;

void Delay::show() {
    if (shown_ != nullptr) {
        shown_->store(
            Ledger::delay_count(static_cast<std::uint32_t>(ngx_pid),
                                static_cast<std::uint32_t>(places_->taken())),
            std::memory_order_relaxed);
    }
}

// open() keeps existing places: without a master process, the same process
// continues after a reload, and its requests still wait.
void Delay::open(SharedWord* word) {
    if (places_ == nullptr) {
        places_ = new WaitingPlaces(ngx_cycle->connection_n / 2, make_secret());
    }
    shown_ = word;
    show();
}

void Delay::close() noexcept {
    delete places_;
    places_ = nullptr;
}

Delay::Guest Delay::guest(ngx_http_request_t* r, const Sighting& crawler,
                          Reason reason) {
    return {places_->network_key(octets_of(r->connection->sockaddr)), reason,
            crawler.crawler == nullptr};
}

bool Delay::has_place_among_many(ngx_http_request_t* r,
                                 const Sighting& crawler) {
    return has_place(guest(r, crawler, Reason::time));
}

// Delays a request in the same way as nginx's limit_req.
ngx_int_t Delay::start(ngx_http_request_t* r, ngx_msec_t wait,
                       const Guest& guest) {
    ngx_connection_t* c = r->connection;

    if (c->read->ready) {
        ngx_post_event(c->read, &ngx_posted_events);
    } else if (ngx_handle_read_event(c->read, 0) != NGX_OK) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    release();
    guest_ = guest;
    places_->take(guest_);
    taken_ = true;
    show();

    ngx_log_debug1(NGX_LOG_DEBUG_HTTP, c->log, 0, "robots: waits for %Mms",
                   wait);

    // This handler notices when the client closes the connection.
    r->read_event_handler = ngx_http_test_reading;
    r->write_event_handler = wake;
    c->write->delayed = 1;
    ngx_add_timer(c->write, wait);
    return NGX_AGAIN;
}

void Delay::end(ngx_http_request_t* r) const {
    ngx_event_t* write = r->connection->write;

    if (!taken_ || !write->delayed) {
        return;
    }
    write->delayed = 0;
    if (write->timer_set) {
        ngx_del_timer(write);
    }
    ngx_post_event(write, &ngx_posted_events);
}

void Delay::count(Zone& zone, const Visitor& visitor) {
    zone_ = &zone;
    visitor_ = visitor;
    since_ = zone.now();
    zone.ledger().delayed(visitor, since_);
}

void Delay::release() {
    if (zone_ != nullptr) {
        zone_->ledger().released(visitor_, zone_->now() - since_);
        zone_ = nullptr;
    }
    if (taken_ && places_ != nullptr) {
        taken_ = false;
        places_->leave(guest_);
        show();
    }
}

Delay& delay_of(ngx_http_request_t* r, RequestContext& context) {
    if (context.delay == nullptr) {
        context.delay = make_owned<Delay>(r->main->pool);
    }
    return *context.delay;
}

// A request does not wait for DNS if the answer can change only its log line.
bool SenderWait::is_worth_it(ngx_http_request_t* r, const Sighting& crawler,
                             const Site& site, Action cap) {
    return cap > Action::log && !is_only_logged(crawler, method_of(r)) &&
           needs_identity(*main_conf(r).policy, site, crawler) &&
           main_conf(r).lookups.is_prompt();
}

ngx_int_t SenderWait::start(ngx_http_request_t* r, Delay& delay,
                            const Delay::Guest& guest, Lookup& lookup) {
    lookup.add(*this);
    request_ = r;
    delay_ = &delay;
    return delay.start(
        r, std::min(core_conf(r).resolver_timeout, Lookups::kPatience), guest);
}

void SenderWait::answered(Identity identity) noexcept {
    answered_ = true;
    identity_ = identity;
    delay_->end(request_);
}

Identity SenderWait::finish() {
    leave();
    if (!answered_) {
        main_conf(request_).lookups.waited_in_vain();
    }
    return identity_;
}

SenderWait& sender_wait_of(ngx_http_request_t* r, RequestContext& context) {
    if (context.sender_wait == nullptr) {
        context.sender_wait = make_owned<SenderWait>(r->main->pool);
    }
    return *context.sender_wait;
}

}  // namespace robots::nginx
