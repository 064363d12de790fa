#include "module/dns/lookup.hpp"

#include <algorithm>

#include "module/ngx/log_text.hpp"
#include "module/request/request_facts.hpp"
#include "policy/crawlers/identity.hpp"

namespace robots::nginx {

namespace {

constexpr std::size_t kPoolSize = 1024;

// nginx asks again after five seconds.
constexpr ngx_msec_t kMaxTimeout = 10000;

constexpr ngx_msec_t kSlowFor = 10000;

// Longer than any answer is kept.
constexpr time_t kLongestTtl = time_t{7} * 24 * 3600;

// Whether DNS has answered, even with a failure. nginx reports an answer that
// it cannot read in the same way.
bool is_answer(ngx_int_t state) {
    return state != NGX_ERROR && state != NGX_RESOLVE_TIMEDOUT;
}

// What it means that DNS has no such name, as opposed to every other failure.
Identity without_name(ngx_int_t state) {
    return state == NGX_RESOLVE_NXDOMAIN ? Identity::impostor
                                         : Identity::unverifiable;
}

socklen_t write_sockaddr(std::string_view address, ngx_sockaddr_t& out) {
#if (NGX_HAVE_INET6)
    if (address.size() == sizeof(in6_addr)) {
        out.sockaddr_in6.sin6_family = AF_INET6;
        ngx_memcpy(&out.sockaddr_in6.sin6_addr, address.data(),
                   sizeof(in6_addr));
        return sizeof(sockaddr_in6);
    }
#endif
    out.sockaddr_in.sin_family = AF_INET;
    ngx_memcpy(&out.sockaddr_in.sin_addr, address.data(), sizeof(in_addr));
    return sizeof(sockaddr_in);
}

// Whether a resolver asks for the addresses of names that are of that kind:
// "ipv6=off", and from 1.23.1 on "ipv4=off".
bool asks_for(const ngx_resolver_t& resolver, int family) {
#if (NGX_HAVE_INET6)
    if (family == AF_INET6) {
        return resolver.ipv6 != 0;
    }
#if (nginx_version >= 1023001)
    return resolver.ipv4 != 0;
#endif
#endif
    (void)resolver;
    (void)family;
    return true;
}

std::string_view network_of(std::string_view address) {
    constexpr std::size_t kOctetsOf4 = 3;
    constexpr std::size_t kOctetsOf6 = 6;
    return address.substr(
        0, address.size() == sizeof(in_addr) ? kOctetsOf4 : kOctetsOf6);
}

}  // namespace

void Waiter::leave() {
    if (link_.queue.next != nullptr) {
        ngx_queue_remove(&link_.queue);
        link_.queue = {nullptr, nullptr};
    }
}

Lookup::Lookup(Lookups& all, ngx_pool_t* pool, const Question& question)
    : all_(all),
      pool_(pool),
      crawler_(question.crawler),
      socklen_(write_sockaddr(question.address, sockaddr_)),
      began_(ngx_current_msec),
      ttl_(kLongestTtl) {
    ngx_queue_init(&waiters_);
}

void Lookup::add(Waiter& waiter) {
    ngx_queue_insert_tail(&waiters_, &waiter.link_.queue);
}

ngx_pool_t* Lookup::guest_pool() {
    return guests_++ < kMaxGuests ? pool_ : nullptr;
}

std::string_view Lookup::address() const {
    return octets_of(&sockaddr_.sockaddr);
}

std::string_view Lookup::name() const {
    return {reinterpret_cast<const char*>(name_.data()), name_size_};
}

bool Lookup::asks(const Question& question) const {
    return &crawler_ == &question.crawler && address() == question.address;
}

bool Lookup::is_near(std::string_view other) const {
    return network_of(address()) == network_of(other);
}

// A resolver that asks for no addresses of the kind could never confirm one.
bool Lookup::is_confirmable() const {
    return asks_for(*resolver_, sockaddr_.sockaddr.sa_family);
}

void Lookup::ask(const ngx_http_core_loc_conf_t& core) {
    resolver_ = core.resolver;
    timeout_ = std::clamp<ngx_msec_t>(core.resolver_timeout, 1, kMaxTimeout);
    if (!ask_others()) {
        ask_name();
    }
}

IdentityQuestion Lookup::question() const {
    return {crawler_.assertion_key, address()};
}

bool Lookup::ask_others() {
    return all_.others_ != nullptr && all_.others_->ask(question(), *this);
}

// What others know is kept for a minute here, and then asked for again, so that
// it lasts no longer than theirs.
void Lookup::told(std::optional<Identity> identity) noexcept {
    if (!identity) {
        ask_name();
        return;
    }
    all_.remove(*this, *identity, std::chrono::seconds{0});
    tell(*identity);
    ngx_destroy_pool(pool_);
}

void Lookup::ask_name() {
    began_ = ngx_current_msec;
    ngx_resolver_ctx_t* ctx = ngx_resolve_start(resolver_, nullptr);
    if (ctx == nullptr || ctx == NGX_NO_RESOLVER) {
        end(Identity::unverifiable, NGX_ERROR);
        return;
    }
    ctx->addr.sockaddr = &sockaddr_.sockaddr;
    ctx->addr.socklen = socklen_;
    ctx->handler = [](ngx_resolver_ctx_t* answer) noexcept {
        static_cast<Lookup*>(answer->data)->take_name(answer);
    };
    ctx->data = this;
    ctx->timeout = timeout_;
    // A worker that shuts down waits for its requests, not for this.
    ctx->cancelable = 1;

    if (ngx_resolve_addr(ctx) != NGX_OK) {
        end(Identity::unverifiable, NGX_ERROR);
    }
}

void Lookup::take_name(ngx_resolver_ctx_t* ctx) {
    const ngx_int_t state = ctx->state;
    const bool fits = ctx->name.len <= name_.size();
    take_ttl(ctx);
    if (state == NGX_OK && fits) {
        // nginx frees it when this function returns.
        name_size_ = ctx->name.len;
        ngx_memcpy(name_.data(), ctx->name.data, name_size_);
    }
    ngx_resolve_addr_done(ctx);

    if (state != NGX_OK) {
        end(without_name(state), state);
    } else if (fits && !is_operators_name(crawler_, name())) {
        end(Identity::impostor, state);
    } else if (!fits || !is_confirmable()) {
        end(Identity::unverifiable, state);
    } else {
        ask_addresses();
    }
}

void Lookup::ask_addresses() {
    ngx_resolver_ctx_t* ctx = ngx_resolve_start(resolver_, nullptr);
    if (ctx == nullptr || ctx == NGX_NO_RESOLVER) {
        end(Identity::unverifiable, NGX_ERROR);
        return;
    }
    ctx->name = {name_size_, name_.data()};
    ctx->handler = [](ngx_resolver_ctx_t* answer) noexcept {
        static_cast<Lookup*>(answer->data)->take_addresses(answer);
    };
    ctx->data = this;
    ctx->timeout = timeout_;
    ctx->cancelable = 1;

    // Where it succeeds, this lookup may be over and gone by now.
    if (ngx_resolve_name(ctx) != NGX_OK) {
        end(Identity::unverifiable, NGX_ERROR);
    }
}

void Lookup::take_addresses(ngx_resolver_ctx_t* ctx) {
    const ngx_int_t state = ctx->state;
    Identity identity = without_name(state);
    take_ttl(ctx);
    if (state == NGX_OK) {
        const auto* first = ctx->addrs;
        identity = std::any_of(first, first + ctx->naddrs,
                               [this](const ngx_resolver_addr_t& each) {
                                   return octets_of(each.sockaddr) == address();
                               })
                       ? Identity::verified
                       : Identity::impostor;
    }
    ngx_resolve_name_done(ctx);
    end(identity, state);
}

void Lookup::take_ttl(const ngx_resolver_ctx_t* ctx) {
    ttl_ = std::min(ttl_, ctx->valid - ngx_time());
}

// Destroys this lookup, if it has not just been started.
void Lookup::end(Identity identity, ngx_int_t state) {
    log_end(identity, state);
    all_.ended(*this, identity, state);
    if (starting_) {
        answer_ = identity;
        return;
    }
    tell(identity);
    ngx_destroy_pool(pool_);
}

void Lookup::tell(Identity identity) {
    while (!ngx_queue_empty(&waiters_)) {
        auto* link =
            ngx_queue_data(ngx_queue_head(&waiters_), Waiter::Link, queue);
        link->waiter->leave();
        link->waiter->answered(identity);
    }
}

void Lookup::log_end(Identity identity, ngx_int_t state) {
    ngx_log_t* log = ngx_cycle->log;
    if (log->log_level < NGX_LOG_INFO) {
        return;
    }
    guarded(log, [&] {
        std::array<u_char, NGX_SOCKADDR_STRLEN> text{};
        ngx_str_t address{ngx_sock_ntop(&sockaddr_.sockaddr, socklen_,
                                        text.data(), text.size(), 0),
                          text.data()};
        ngx_str_t crawler = str(crawler_.token);
        ngx_str_t found = str(to_string(identity));
        ngx_str_t name = escape(pool_, this->name(), kMaxName);
        ngx_log_error(
            NGX_LOG_INFO, log, 0,
            "robots: %V as %V is %V, reverse name \"%V\" (%i: %s)", &address,
            &crawler, &found, &name, state,
            state == NGX_OK ? "no error" : ngx_resolver_strerror(state));
    });
}

Lookups::Lookups(Zone& zone) : zone_(zone) {
    ngx_queue_init(&running_);
}

Lookup* Lookups::at(ngx_queue_t* queue) {
    auto* link = ngx_queue_data(queue, Lookup::Link, queue);
    return link->lookup;
}

// nginx's resolvers have gone already, and took what they knew of these along.
Lookups::~Lookups() {
    for (ngx_queue_t* q = ngx_queue_head(&running_);
         q != ngx_queue_sentinel(&running_);) {
        Lookup* lookup = at(q);
        q = ngx_queue_next(q);
        if (others_ != nullptr) {
            Fleet::leave(*lookup);
        }
        lookup->tell(Identity::unverifiable);
        ngx_destroy_pool(lookup->pool_);
    }
}

Lookups::Asked Lookups::ask(const ngx_http_core_loc_conf_t& core,
                            const Lookup::Question& question) {
    if (Lookup* running = find(question)) {
        return {running, Identity::unverifiable};
    }
    return has_room(question.address) ? start(core, question) : Asked{};
}

Lookup* Lookups::find(const Lookup::Question& question) const {
    for (ngx_queue_t* q = ngx_queue_head(&running_);
         q != ngx_queue_sentinel(&running_); q = ngx_queue_next(q)) {
        Lookup* lookup = at(q);
        if (lookup->asks(question)) {
            return lookup;
        }
    }
    return nullptr;
}

bool Lookups::has_room(std::string_view address) const {
    ngx_uint_t near = 0;
    for (ngx_queue_t* q = ngx_queue_head(&running_);
         q != ngx_queue_sentinel(&running_); q = ngx_queue_next(q)) {
        near += at(q)->is_near(address) ? 1 : 0;
    }
    return size_ < kMax && near < kMaxOfNetwork;
}

Lookups::Asked Lookups::start(const ngx_http_core_loc_conf_t& core,
                              const Lookup::Question& question) {
    ngx_pool_t* pool = ngx_create_pool(kPoolSize, ngx_cycle->log);
    if (pool == nullptr) {
        throw std::bad_alloc();
    }
    auto* lookup = guarded<Lookup*>(ngx_cycle->log, nullptr, [&] {
        return make_owned<Lookup>(pool, *this, pool, question);
    });
    if (lookup == nullptr) {
        ngx_destroy_pool(pool);
        return {};
    }
    ngx_queue_insert_tail(&running_, &lookup->link_.queue);
    size_++;
    lookup->starting_ = true;
    lookup->ask(core);
    lookup->starting_ = false;
    if (!lookup->answer_) {
        return {lookup, Identity::unverifiable};
    }
    const Identity identity = *lookup->answer_;
    ngx_destroy_pool(pool);
    return {nullptr, identity};
}

void Lookups::remove(Lookup& lookup, Identity identity,
                     std::chrono::seconds ttl) {
    ngx_queue_remove(&lookup.link_.queue);
    size_--;
    zone_.identities().remember(lookup.crawler_, lookup.address(), identity,
                                ttl, zone_.now());
}

void Lookups::ended(Lookup& lookup, Identity identity, ngx_int_t state) {
    const std::chrono::seconds ttl(lookup.ttl_);
    remove(lookup, identity, ttl);
    if (others_ != nullptr) {
        others_->tell(lookup.question(), identity, kept_for(identity, ttl));
    }
    if (!is_answer(state)) {
        waited_in_vain();
    } else if (ngx_current_msec - lookup.began_ < kPatience) {
        slow_ = false;
    }
}

bool Lookups::is_prompt() const {
    return !slow_ ||
           static_cast<ngx_msec_int_t>(ngx_current_msec - slow_until_) >= 0;
}

void Lookups::waited_in_vain() {
    slow_ = true;
    slow_until_ = ngx_current_msec + kSlowFor;
}

}  // namespace robots::nginx
