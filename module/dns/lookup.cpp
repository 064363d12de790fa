#include "module/dns/lookup.hpp"

#include <algorithm>

#include "module/ngx/log_text.hpp"
#include "module/ngx/resolver.hpp"
#include "module/request/request_facts.hpp"
#include "policy/crawlers/identity.hpp"

namespace robots::nginx {

namespace {

// The maximum time for one query of a lookup, even if resolver_timeout is
// longer. nginx's resolver repeats a query after five seconds.
constexpr ngx_msec_t kMaxTimeout = 10000;

constexpr ngx_msec_t kSlowFor = 10000;

// A TTL in seconds. The zone stores each answer for a shorter time than this.
constexpr time_t kLongestTtl = time_t{7} * 24 * 3600;

// Whether `state` means that DNS has answered, even if with a failure.
bool is_answer(ngx_int_t state) {
    return state != NGX_ERROR && state != NGX_RESOLVE_TIMEDOUT;
}

// Returns the identity after a failed query. If a name does not exist, the
// sender is an impostor. Other failures prove nothing.
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

// Whether the resolver asks DNS for addresses of `family`. nginx.conf can
// disable a family by "ipv6=off" and, from nginx 1.23.1 on, by "ipv4=off".
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

Lookup::Lookup(Lookups& all, const Question& question)
    : all_(all),
      crawler_(question.crawler),
      socklen_(write_sockaddr(question.address, sockaddr_)),
      began_(ngx_current_msec),
      ttl_(kLongestTtl) {
    ngx_queue_init(&waiters_);
}

void Lookup::add(Waiter& waiter) {
    ngx_queue_insert_tail(&waiters_, &waiter.link_.queue);
}

bool Lookup::add(Call call) {
    if (calls_.size() == kMaxCalls) {
        return false;
    }
    calls_.push_back(std::move(call));
    return true;
}

std::string_view Lookup::address() const {
    return octets_of(&sockaddr_.sockaddr);
}

std::string_view Lookup::name() const {
    return {reinterpret_cast<const char*>(name_.data()), name_size_};
}

void Lookup::ask(const ngx_http_core_loc_conf_t& core) {
    resolver_ = core.resolver;
    timeout_ = std::clamp<ngx_msec_t>(core.resolver_timeout, 1, kMaxTimeout);
    if (all_.others_ == nullptr || !all_.others_->ask(question(), *this)) {
        ask_name();
    }
}

IdentityQuestion Lookup::question() const {
    return {crawler_.assertion_key, address()};
}

// This nginx stores the answer of another nginx for only a minute, and then
// asks the fleet again. So this nginx uses the answer for at most a minute
// after the fleet's server has deleted it.
void Lookup::told(std::optional<Identity> identity) noexcept {
    if (!identity) {
        ask_name();
        return;
    }
    all_.remember(*this, *identity, std::chrono::seconds{0});
    tell(*identity);
    all_.remove(*this);
}

void Lookup::ask_name() {
    began_ = ngx_current_msec;
    auto* ctx = make_question<&Lookup::take_name>(resolver_, timeout_, *this);
    if (ctx != nullptr) {
        ctx->addr.sockaddr = &sockaddr_.sockaddr;
        ctx->addr.socklen = socklen_;
    }
    if (ctx == nullptr || ngx_resolve_addr(ctx) != NGX_OK) {
        end(Identity::unverifiable, NGX_ERROR);
    }
}

void Lookup::take_name(ngx_resolver_ctx_t* ctx) {
    const ngx_int_t state = ctx->state;
    const bool fits = ctx->name.len <= name_.size();
    take_ttl(ctx);
    if (state == NGX_OK && fits) {
        // nginx frees ctx->name after this function, so the name is copied.
        name_size_ = ctx->name.len;
        ngx_memcpy(name_.data(), ctx->name.data, name_size_);
    }
    ngx_resolve_addr_done(ctx);

    if (state != NGX_OK) {
        end(without_name(state), state);
    } else if (fits && !is_operators_name(crawler_, name())) {
        end(Identity::impostor, state);
    } else if (!fits || !asks_for(*resolver_, sockaddr_.sockaddr.sa_family)) {
        // The name cannot be confirmed: it is too long, or the resolver does
        // not ask for addresses of this family.
        end(Identity::unverifiable, state);
    } else {
        ask_addresses();
    }
}

void Lookup::ask_addresses() {
    auto* ctx =
        make_question<&Lookup::take_addresses>(resolver_, timeout_, *this);
    if (ctx != nullptr) {
        ctx->name = {name_size_, name_.data()};
    }
    // If ngx_resolve_name() succeeds, this lookup may already have ended and
    // been destroyed. Then this code must not use members any more.
    if (ctx == nullptr || ngx_resolve_name(ctx) != NGX_OK) {
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

// Ends this lookup with the result `identity`. Destroys this object, unless
// Lookups::start() is still running.
void Lookup::end(Identity identity, ngx_int_t state) {
    log_end(identity, state);
    all_.ended(*this, identity, state);
    if (starting_) {
        answer_ = identity;
        return;
    }
    tell(identity);
    all_.remove(*this);
}

void Lookup::tell(Identity identity) {
    while (!ngx_queue_empty(&waiters_)) {
        auto* link =
            ngx_queue_data(ngx_queue_head(&waiters_), Waiter::Link, queue);
        link->waiter->leave();
        link->waiter->answered(identity);
    }
    for (const Call& call : calls_) {
        call(identity);
    }
}

void Lookup::log_end(Identity identity, ngx_int_t state) {
    ngx_log_t* log = ngx_cycle->log;
    if (log->log_level < NGX_LOG_INFO) {
        return;
    }
    std::array<u_char, NGX_SOCKADDR_STRLEN> text{};
    ngx_str_t address{ngx_sock_ntop(&sockaddr_.sockaddr, socklen_, text.data(),
                                    text.size(), 0),
                      text.data()};
    ngx_str_t crawler = str(crawler_.token);
    ngx_str_t found = str(to_string(identity));
    std::array<u_char, kMaxName> name{};
    const u_char* end = escape(this->name(), name.begin(), name.end());
    ngx_log_error(NGX_LOG_INFO, log, 0,
                  "robots: %V as %V is %V, reverse name \"%*s\" (%i: %s)",
                  &address, &crawler, &found,
                  static_cast<std::size_t>(end - name.data()), name.data(),
                  state,
                  state == NGX_OK ? "no error" : ngx_resolver_strerror(state));
}

// nginx has already destroyed its resolvers, so no resolver points to these
// lookups any more.
Lookups::~Lookups() {
    for (const auto& lookup : running_) {
        if (others_ != nullptr) {
            Fleet::leave(*lookup);
        }
        lookup->tell(Identity::unverifiable);
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
    for (const auto& lookup : running_) {
        if (&lookup->crawler_ == &question.crawler &&
            lookup->address() == question.address) {
            return lookup.get();
        }
    }
    return nullptr;
}

bool Lookups::has_room(std::string_view address) const {
    const auto near =
        std::count_if(running_.begin(), running_.end(), [&](const auto& each) {
            return network_of(each->address()) == network_of(address);
        });
    return running_.size() < kMax && near < kMaxOfNetwork;
}

Lookups::Asked Lookups::start(const ngx_http_core_loc_conf_t& core,
                              const Lookup::Question& question) {
    Lookup& lookup =
        *running_.emplace_back(std::make_unique<Lookup>(*this, question));
    lookup.starting_ = true;
    lookup.ask(core);
    lookup.starting_ = false;
    if (!lookup.answer_) {
        return {&lookup, Identity::unverifiable};
    }
    const Identity identity = *lookup.answer_;
    remove(lookup);
    return {nullptr, identity};
}

void Lookups::remove(const Lookup& lookup) {
    running_.erase(
        std::find_if(running_.begin(), running_.end(),
                     [&](const auto& each) { return each.get() == &lookup; }));
}

void Lookups::remember(const Lookup& lookup, Identity identity,
                       std::chrono::seconds ttl) {
    zone_.identities().remember(lookup.crawler_, lookup.address(), identity,
                                ttl, zone_.now());
}

void Lookups::ended(Lookup& lookup, Identity identity, ngx_int_t state) {
    const std::chrono::seconds ttl(lookup.ttl_);
    remember(lookup, identity, ttl);
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
