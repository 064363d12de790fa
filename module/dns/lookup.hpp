// Asks DNS whether an address belongs to a crawler's operator. Its reverse name
// must be in one of the operator's domains, and the addresses of that name must
// include the address.
//
// nginx's resolver asks, so no worker waits; the answers are kept in the zone
// (identity_cache.hpp). nginx passes on less than DNS says. Of several reverse
// names it gives the first. It says NXDOMAIN if there is no such name, no
// record of the type asked for, or a truncated answer about a reverse name. It
// ignores answers that it cannot read, until the lookup times out.

#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "module/fleet/fleet.hpp"
#include "module/ngx/ngx.hpp"
#include "module/zone/zone.hpp"
#include "policy/crawlers/crawlers.hpp"

namespace robots::nginx {

class Lookup;
class Lookups;

// Waits for the answer of one lookup, unless it is destroyed before.
class Waiter {
  public:
    Waiter() = default;
    virtual ~Waiter() { leave(); }
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

    void leave();

  protected:
    // The waiter has left the lookup already.
    virtual void answered(Identity identity) noexcept = 0;

  private:
    friend class Lookup;

    struct Link {
        ngx_queue_t queue;
        Waiter* waiter;
    };
    Link link_{{nullptr, nullptr}, this};
};

// One running question: first to the nginx that share their answers, if there
// are any, then to DNS.
class Lookup : public Fleet::Guest {
  public:
    struct Question {
        const Crawler& crawler;
        std::string_view address;  // 4 or 16 octets
    };

    // Called with the answer. Must not throw.
    using Call = std::function<void(Identity identity)>;
    static constexpr std::size_t kMaxCalls = 64;

    Lookup(Lookups& all, const Question& question);
    Lookup(const Lookup&) = delete;
    Lookup& operator=(const Lookup&) = delete;

    void add(Waiter& waiter);

    // False: so many are to be called already that this one is not. Throws
    // std::bad_alloc.
    bool add(Call call);

  private:
    friend class Lookups;

    std::string_view address() const;
    std::string_view name() const;
    void ask(const ngx_http_core_loc_conf_t& core);
    void told(std::optional<Identity> identity) noexcept override;
    void ask_name();
    void ask_addresses();
    void take_name(ngx_resolver_ctx_t* ctx);
    void take_addresses(ngx_resolver_ctx_t* ctx);
    void take_ttl(const ngx_resolver_ctx_t* ctx);
    void end(Identity identity, ngx_int_t state);
    void tell(Identity identity);
    void log_end(Identity identity, ngx_int_t state);
    IdentityQuestion question() const;

    static constexpr std::size_t kMaxName = 255;

    Lookups& all_;
    const Crawler& crawler_;
    ngx_sockaddr_t sockaddr_{};
    socklen_t socklen_ = 0;
    ngx_resolver_t* resolver_ = nullptr;
    ngx_msec_t timeout_ = 0;
    ngx_msec_t began_;
    time_t ttl_;
    std::array<u_char, kMaxName> name_{};
    std::size_t name_size_ = 0;
    bool starting_ = false;
    std::optional<Identity> answer_;  // given while starting
    ngx_queue_t waiters_{};
    std::vector<Call> calls_;
};

// What one worker is asking.
class Lookups {
  public:
    // The most lookups that run at once, in all and about one network (/24 of
    // IPv4, /48 of IPv6): if its DNS does not answer, others can still be asked
    // about. A /48, and not the /56 of network_of, since it is what one server
    // of reverse names usually has.
    static constexpr std::size_t kMax = 256;
    static constexpr std::ptrdiff_t kMaxOfNetwork = 32;

    // How long a request waits at most for an answer.
    static constexpr ngx_msec_t kPatience = 1000;

    // `zone` outlives this object, and so does what nginx's resolvers know of
    // its lookups: it is destroyed after them.
    explicit Lookups(Zone& zone) : zone_(zone) {}
    ~Lookups();
    Lookups(const Lookups&) = delete;
    Lookups& operator=(const Lookups&) = delete;

    // From now on asks the fleet first, and tells it; nullptr: there is none.
    // It outlives this, or is set to nullptr before.
    void share_with(Fleet* others) { others_ = others; }

    // If `lookup` is nullptr, `identity` is the answer.
    struct Asked {
        Lookup* lookup = nullptr;
        Identity identity = Identity::unverifiable;
    };

    // The lookup that asks the question. If none runs, starts one with the
    // location's resolver, which must have servers. If too many run, nobody is
    // asked. Throws std::bad_alloc.
    Asked ask(const ngx_http_core_loc_conf_t& core,
              const Lookup::Question& question);

    // Whether DNS may be expected to answer a waiting request in time: not for
    // ten seconds after one waited in vain or a lookup timed out, unless
    // another one got its answer in time since.
    bool is_prompt() const;
    void waited_in_vain();

  private:
    friend class Lookup;

    Lookup* find(const Lookup::Question& question) const;
    bool has_room(std::string_view address) const;
    Asked start(const ngx_http_core_loc_conf_t& core,
                const Lookup::Question& question);
    void ended(Lookup& lookup, Identity identity, ngx_int_t state);
    void remember(const Lookup& lookup, Identity identity,
                  std::chrono::seconds ttl);
    void remove(const Lookup& lookup);

    Zone& zone_;
    Fleet* others_ = nullptr;
    std::vector<std::unique_ptr<Lookup>> running_;
    bool slow_ = false;
    ngx_msec_t slow_until_ = 0;
};

}  // namespace robots::nginx
