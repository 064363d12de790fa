// Asks DNS whether an address belongs to a crawler's operator: the address's
// reverse name must be in one of the operator's domains, and the addresses of
// the reverse name must include the address.
//
// nginx's resolver sends the queries, so a worker never blocks. The zone stores
// the answers (identity_cache.hpp). The resolver does not report all that DNS
// answers. If an address has several reverse names, the resolver returns only
// the first name. The resolver returns NXDOMAIN in three cases: the name does
// not exist, the name has no record of the requested type, or the answer about
// a reverse name is truncated. The resolver ignores answers that it cannot
// parse, and the lookup then times out.

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

// An object that waits for the answer of one Lookup. A Waiter may be destroyed
// before the answer comes.
class Waiter {
  public:
    Waiter() = default;
    virtual ~Waiter() { leave(); }
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

    void leave();

  protected:
    // Receives the answer. The Lookup has already removed this Waiter from its
    // list.
    virtual void answered(Identity identity) noexcept = 0;

  private:
    friend class Lookup;

    struct Link {
        ngx_queue_t queue;
        Waiter* waiter;
    };
    Link link_{{nullptr, nullptr}, this};
};

// One running lookup. With a fleet, a lookup first asks the fleet's server
// whether another nginx has the answer. Without a fleet, or if the server does
// not have the answer, the lookup asks DNS.
class Lookup : public Fleet::Guest {
  public:
    struct Question {
        const Crawler& crawler;
        std::string_view address;  // 4 or 16 octets
    };

    // A callback that receives the answer. Must not throw.
    using Call = std::function<void(Identity identity)>;
    static constexpr std::size_t kMaxCalls = 64;

    Lookup(Lookups& all, const Question& question);
    Lookup(const Lookup&) = delete;
    Lookup& operator=(const Lookup&) = delete;

    void add(Waiter& waiter);

    // Adds a callback. If the lookup already has kMaxCalls callbacks, does not
    // add `call` and returns false. Throws std::bad_alloc.
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
    std::optional<Identity> answer_;  // set if answered during Lookups::start()
    ngx_queue_t waiters_{};
    std::vector<Call> calls_;
};

// The running lookups of one worker.
class Lookups {
  public:
    // The maximum number of running lookups is kMax in total, and kMaxOfNetwork
    // for addresses in one network (/24 of IPv4, /48 of IPv6). Because of the
    // second limit, a DNS server that does not answer for one network does not
    // block the lookups for other networks. In policy/base/network.hpp, a
    // network of IPv6 is a /56. Here it is a /48, because one DNS server
    // usually has all reverse names of a /48.
    static constexpr std::size_t kMax = 256;
    static constexpr std::ptrdiff_t kMaxOfNetwork = 32;

    // Maximum time in milliseconds for which a request waits for an answer.
    static constexpr ngx_msec_t kPatience = 1000;

    // `zone` must outlive this object. nginx's resolvers must be destroyed
    // before this object, because the resolvers have pointers to lookups of
    // this object.
    explicit Lookups(Zone& zone) : zone_(zone) {}
    ~Lookups();
    Lookups(const Lookups&) = delete;
    Lookups& operator=(const Lookups&) = delete;

    // Sets the fleet with which lookups share the answers of DNS; nullptr if
    // there is no fleet. Lookups ask the fleet before DNS, and send new answers
    // of DNS to the fleet. The fleet must outlive this object, or the caller
    // must call share_with(nullptr) before it destroys the fleet.
    void share_with(Fleet* others) { others_ = others; }

    // The result of ask(): a running lookup or, if `lookup` is nullptr, the
    // answer `identity`.
    struct Asked {
        Lookup* lookup = nullptr;
        Identity identity = Identity::unverifiable;
    };

    // Returns the running lookup for `question`. If no lookup for it runs,
    // starts one with the resolver of the location `core`; this resolver must
    // have servers. If too many lookups run, starts none, and returns the
    // answer `unverifiable`. Throws std::bad_alloc.
    Asked ask(const ngx_http_core_loc_conf_t& core,
              const Lookup::Question& question);

    // Returns whether DNS will probably answer within kPatience. If not, a
    // request should not wait for DNS. Returns false for ten seconds after a
    // request has waited in vain, or after a lookup has ended without an answer
    // of DNS. A lookup that is answered within kPatience ends these ten seconds
    // early.
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
