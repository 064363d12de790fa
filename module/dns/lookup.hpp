// Asks DNS whether an address belongs to a crawler's operator: the address's
// reverse name must be in one of the operator's domains, and the addresses of
// that name must include the address.
//
// nginx's resolver sends the queries, so no worker waits; the answers are kept
// in the zone (identity_cache.hpp). The resolver reports less than DNS says. Of
// several reverse names it returns the first. It returns NXDOMAIN if the name
// or a record of that type does not exist, or if the answer about a reverse
// name is truncated. It ignores answers that it cannot read, until the lookup
// times out.

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

// Waits for the answer of one lookup. It may be destroyed before the answer.
class Waiter {
  public:
    Waiter() = default;
    virtual ~Waiter() { leave(); }
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

    void leave();

  protected:
    // When this is called, the waiter has already left the lookup.
    virtual void answered(Identity identity) noexcept = 0;

  private:
    friend class Lookup;

    struct Link {
        ngx_queue_t queue;
        Waiter* waiter;
    };
    Link link_{{nullptr, nullptr}, this};
};

// One running lookup. It first asks the fleet's server whether another nginx
// has the answer, and then DNS. Without a fleet it asks only DNS.
class Lookup : public Fleet::Guest {
  public:
    struct Question {
        const Crawler& crawler;
        std::string_view address;  // 4 or 16 octets
    };

    // A function that gets the answer. Must not throw.
    using Call = std::function<void(Identity identity)>;
    static constexpr std::size_t kMaxCalls = 64;

    Lookup(Lookups& all, const Question& question);
    Lookup(const Lookup&) = delete;
    Lookup& operator=(const Lookup&) = delete;

    void add(Waiter& waiter);

    // Returns false if `call` is not added, since there are kMaxCalls already.
    // Throws std::bad_alloc.
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
    std::optional<Identity> answer_;  // set if answered while starting
    ngx_queue_t waiters_{};
    std::vector<Call> calls_;
};

// The running lookups of one worker.
class Lookups {
  public:
    // Maximum numbers of running lookups: in all, and about one network (/24 of
    // IPv4, /48 of IPv6). If the DNS server of one network does not answer,
    // other networks can still be asked about. The network is a /48, and not a
    // /56 as in policy/base/network.hpp, since a DNS server usually has the
    // reverse names of a /48.
    static constexpr std::size_t kMax = 256;
    static constexpr std::ptrdiff_t kMaxOfNetwork = 32;

    // Maximum time in milliseconds for which a request waits for an answer.
    static constexpr ngx_msec_t kPatience = 1000;

    // `zone` must outlive this object. nginx's resolvers must be destroyed
    // before this object, since they point to its lookups.
    explicit Lookups(Zone& zone) : zone_(zone) {}
    ~Lookups();
    Lookups(const Lookups&) = delete;
    Lookups& operator=(const Lookups&) = delete;

    // Sets the fleet, which is asked before DNS and gets DNS's answers; nullptr
    // if there is none. The fleet must outlive this object, unless the caller
    // sets nullptr before it destroys the fleet.
    void share_with(Fleet* others) { others_ = others; }

    // If `lookup` is nullptr, `identity` is the answer.
    struct Asked {
        Lookup* lookup = nullptr;
        Identity identity = Identity::unverifiable;
    };

    // Returns the running lookup for the question. If there is none, starts one
    // with the location's resolver, which must have servers. If too many
    // lookups run, starts none, and the answer is `unverifiable`. Throws
    // std::bad_alloc.
    Asked ask(const ngx_http_core_loc_conf_t& core,
              const Lookup::Question& question);

    // Whether DNS is expected to answer a waiting request in time. False for
    // ten seconds after a request got no answer in time, or a lookup ended
    // without an answer of DNS, unless a later lookup was answered in time.
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
