#include "module/enforcement/sender.hpp"

#include "module/conf/configuration.hpp"
#include "module/enforcement/signed_request.hpp"
#include "module/request/request_facts.hpp"
#include "policy/crawlers/identity.hpp"

namespace robots::nginx {

namespace {

// Returns the identity if it is known without asking DNS; nullopt if DNS must
// be asked.
std::optional<Identity> settled(ngx_http_request_t* r, const Sighting& sighting,
                                std::string_view address) {
    if (cannot_be_verified(r, sighting)) {
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
    return is_signed_by(r, crawler)
               ? Identity::verified
               : known_identity(r, crawler, octets_of(r->connection->sockaddr));
}

Identity known_identity(ngx_http_request_t* r, const Sighting& crawler,
                        std::string_view address) {
    return settled(r, crawler, address).value_or(Identity::unverifiable);
}

Lookups::Asked ask_lookup(ngx_http_request_t* r, const Sighting& crawler) {
    const std::string_view address = octets_of(r->connection->sockaddr);
    if (const auto identity = settled(r, crawler, address)) {
        return {nullptr, *identity};
    }
    return main_conf(r).lookups.ask(core_conf(r), {*crawler.crawler, address});
}

}  // namespace robots::nginx
