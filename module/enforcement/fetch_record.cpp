#include "module/enforcement/fetch_record.hpp"

#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/enforcement/recognition.hpp"
#include "module/enforcement/sender.hpp"
#include "module/enforcement/signed_request.hpp"
#include "module/request/request_facts.hpp"
#include "policy/shared_memory/recent_violations.hpp"

namespace robots::nginx {

namespace {

// Records the fetch in the zone and on the fleet's server. The table of fetches
// decides whether a crawler may still follow an earlier robots.txt. So this
// table is written before the ledger: even if the worker dies between the two
// writes, the table has each fetch that the ledger has.
void record(MainConf& conf, const Site& site, const Visitor& visitor,
            std::string_view address) {
    const RevisionTag revision = revision_tag(site.robots->revision.text());
    Zone& zone = conf.zone;
    const Milliseconds now = zone.now();
    zone.fetches().record(zone.keys().fetch(visitor, address), revision, now);
    zone.ledger().fetched(visitor, revision, now);
    if (conf.fleet != nullptr) {
        conf.fleet->fetched(visitor, address, revision,
                            longest_grace(*site.robots));
    }
}

// Calls record() and catches exceptions, because the crawler gets its
// robots.txt even if the fetch cannot be recorded.
void record_safely(MainConf& conf, const Site& site, const Visitor& visitor,
                   std::string_view address) {
    guarded(ngx_cycle->log, [&] { record(conf, site, visitor, address); });
}

// Records the fetch when the identity of the sender is known: at once if DNS
// need not or cannot be asked, otherwise when DNS has answered. The request may
// end before DNS answers. If the worker exits before DNS answers, records the
// identity `unverifiable`.
void record_when_known(ngx_http_request_t* r, MainConf& conf, const Site& site,
                       const Sighting& crawler) {
    const Lookups::Asked asked = ask_lookup(r, crawler);
    // The address is copied, because the request may end before DNS answers.
    const ShortText<16> address(octets_of(r->connection->sockaddr));
    const auto record_as = [&conf, &site, crawler, address](Identity identity) {
        record_safely(conf, site, {site.key, crawler, identity},
                      address.view());
    };
    if (asked.lookup == nullptr ||
        !asked.lookup->add(Lookup::Call(record_as))) {
        record_as(asked.identity);
    }
}

}  // namespace

void record_fetch(ngx_http_request_t* r, const Site& site) {
    if (r->method != NGX_HTTP_GET) {
        return;
    }
    MainConf& conf = main_conf(r);
    const std::string_view user_agent = user_agent_of(r);
    const HeaderMemory::Found found = conf.headers->find(user_agent);
    const RequestContext* context = existing_context(r->main);
    const bool is_signed = context != nullptr && context->is_signed;
    if (found.names_nobody() && !is_signed) {
        return;
    }
    const Sighting crawler =
        is_signed ? crawler_without_header(r->main)
                  : conf.headers->identify(found, user_agent, NamedAtSite{r});
    const bool is_proven =
        context != nullptr && is_signed_by(conf, *context, crawler);
    if (!crawler) {
        return;
    }
    if (is_proven) {
        record_safely(conf, site, {site.key, crawler, Identity::verified},
                      octets_of(r->connection->sockaddr));
    } else {
        record_when_known(r, conf, site, crawler);
    }
}

}  // namespace robots::nginx
