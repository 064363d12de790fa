#include "module/enforcement/sender.hpp"

#include <algorithm>

#include "module/conf/configuration.hpp"
#include "module/request/request_facts.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/verdict/identity_need.hpp"

namespace robots::nginx {

namespace {

// nullopt: DNS may know, and can be asked.
std::optional<Identity> settled(ngx_http_request_t* r, const Sighting& sighting,
                                std::string_view address) {
    if (cannot_be_told(r, sighting)) {
        return Identity::unverifiable;
    }
    const Crawler& crawler = *sighting.crawler;
    const Resolver resolver =
        has_resolver(r) ? Resolver::present : Resolver::none;
    if (const auto identity =
            settled_identity(crawler, address, Utc(ngx_time()), resolver)) {
        return identity;
    }
    Zone& zone = main_conf(r).zone;
    return zone.identities().find(crawler, address, zone.now());
}

}  // namespace

Identity known_identity(ngx_http_request_t* r, const Sighting& crawler) {
    return known_identity(r, crawler, octets_of(r->connection->sockaddr));
}

Identity known_identity(ngx_http_request_t* r, const Sighting& crawler,
                        std::string_view address) {
    return settled(r, crawler, address).value_or(Identity::unverifiable);
}

Lookups::Asked ask_who_can_tell(ngx_http_request_t* r,
                                const Sighting& crawler) {
    const std::string_view address = octets_of(r->connection->sockaddr);
    if (const auto identity = settled(r, crawler, address)) {
        return {nullptr, *identity};
    }
    return main_conf(r).lookups.ask(core_conf(r), {*crawler.crawler, address});
}

// Nobody waits for an answer that could but change a line in a log.
bool SenderWait::pays(ngx_http_request_t* r, const Sighting& crawler,
                      const Site& site, Action cap) {
    return cap > Action::log &&
           needs_identity(*main_conf(r).policy, site, crawler) &&
           main_conf(r).lookups.is_prompt();
}

ngx_int_t SenderWait::start(ngx_http_request_t* r, Hold& hold,
                            const Hold::Guest& guest, Lookup& lookup) {
    lookup.add(*this);
    request_ = r;
    hold_ = &hold;
    return hold.start(
        r, std::min(core_conf(r).resolver_timeout, Lookups::kPatience), guest);
}

void SenderWait::answered(Identity identity) noexcept {
    answered_ = true;
    identity_ = identity;
    hold_->end(request_);
}

Identity SenderWait::finish() {
    leave();
    if (!answered_) {
        main_conf(request_).lookups.waited_in_vain();
    }
    request_ = nullptr;
    return identity_;
}

}  // namespace robots::nginx
