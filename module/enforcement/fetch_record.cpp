#include "module/enforcement/fetch_record.hpp"

#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/enforcement/recognition.hpp"
#include "module/enforcement/sender.hpp"
#include "module/enforcement/signed_request.hpp"
#include "module/request/request_facts.hpp"
#include "policy/state/recent_violations.hpp"

namespace robots::nginx {

namespace {

// Records the fetch in the table of fetches first, by which grace is judged: if
// a worker dies before it has written both, the fetch must not be only in the
// ledger.
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

// Does the same without throwing, since the crawler gets its robots.txt even if
// the fetch is not recorded.
void record_safely(MainConf& conf, const Site& site, const Visitor& visitor,
                   std::string_view address) {
    guarded(ngx_cycle->log, [&] { record(conf, site, visitor, address); });
}

// Records the fetch when it is known who sent it: at once if DNS need not or
// cannot be asked, otherwise when DNS has answered. The request may have ended
// by then. If the worker exits first, the identity is unverifiable.
void record_when_known(ngx_http_request_t* r, MainConf& conf, const Site& site,
                       const Sighting& crawler) {
    const Lookups::Asked asked = ask_lookup(r, crawler);
    // A copy of the address, since the request may end while DNS is asked.
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
