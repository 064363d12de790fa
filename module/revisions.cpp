#include "revisions.hpp"

#include "request_facts.hpp"
#include "sender.hpp"

namespace robots::nginx {

void Revisions::record(const Site& site, const Visitor& visitor) noexcept {
    const RevisionTag revision = revision_tag(site.robots->revision);
    conf_.zone.fetches().record(visitor_key(visitor), revision,
                                conf_.zone.now());
    conf_.zone.ledger().fetched(visitor, revision, conf_.zone.now());
}

const Robots* Revisions::held(const Site& site, const Visitor& visitor,
                              Milliseconds grace) const noexcept {
    const History& history = *conf_.history;
    if (!history.knows(site)) {
        return nullptr;
    }
    return history.held(site, conf_.zone.fetches().last(visitor_key(visitor)),
                        grace, Milliseconds(ngx_current_msec));
}

void record_fetch(ngx_http_request_t* r, const Site& site) {
    if (r->method != NGX_HTTP_GET) {
        return;
    }
    MainConf& conf = main_conf(r);
    if (Sighting crawler = conf.headers->identify(user_agent_of(r))) {
        when_known(r, crawler, [&conf, &site, crawler](Identity identity) {
            Revisions(conf).record(site, {site.key, crawler, identity});
        });
    }
}

}  // namespace robots::nginx
