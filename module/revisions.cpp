#include "revisions.hpp"

#include "request_facts.hpp"
#include "sender.hpp"

namespace robots::nginx {

namespace {

// A fetch that the ledger knows of already the table of fetches does, too.
void record(MainConf& conf, const Site& site, const Visitor& visitor) {
    const RevisionTag revision = revision_tag(site.robots->revision.text());
    const Milliseconds now = conf.zone.now();
    if (conf.zone.ledger().fetched(visitor, revision, now)) {
        conf.zone.fetches().record(visitor_key(visitor), revision, now);
    }
}

}  // namespace

const Robots* Revisions::held(const Site& site, const Visitor& visitor,
                              Milliseconds grace) const noexcept {
    const History& history = *conf_.history;
    if (!history.knows(site)) {
        return nullptr;
    }
    return history.held(site, conf_.zone.fetches().last(visitor_key(visitor)),
                        grace, Milliseconds(ngx_current_msec));
}

[[gnu::flatten]] void record_fetch(ngx_http_request_t* r, const Site& site) {
    if (r->method != NGX_HTTP_GET) {
        return;
    }
    MainConf& conf = main_conf(r);
    const std::string_view user_agent = user_agent_of(r);
    const HeaderMemory::Found found = conf.headers->find(user_agent);
    if (found.names_nobody()) {
        return;
    }
    if (Sighting crawler = conf.headers->identify(found, user_agent)) {
        when_known(r, crawler, [&conf, &site, crawler](Identity identity) {
            record(conf, site, {site.key, crawler, identity});
        });
    }
}

}  // namespace robots::nginx
