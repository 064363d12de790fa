#include "policy/verdict/cap.hpp"

namespace robots {

namespace {

// False if the crawler's operator documents that it ignores the directive.
bool supports(const Sighting& crawler, Violation violation) {
    const Crawler* entry = crawler.crawler;
    if (entry == nullptr) {
        return true;
    }
    switch (violation) {
        case Violation::none:
        case Violation::disallow:
        case Violation::impostor:
            break;
        case Violation::crawl_delay:
            return entry->crawl_delay != Obeys::no;
        case Violation::request_rate:
            return entry->request_rate != Obeys::no;
        case Violation::visit_time:
            return entry->visit_time != Obeys::no;
    }
    return true;
}

}  // namespace

Cap cap_for(const Enforcement& settings, const Sighting& crawler,
            const Request& request, Violation violation) {
    Cap cap;
    Action most = settings.action_for(violation);
    const auto limit = [&](bool applies, Action action, CapReason reason) {
        if (applies && action < most) {
            most = action;
            cap = {action, reason};
        }
    };
    limit(!supports(crawler, violation), settings.unsupported,
          CapReason::unsupported);
    limit(crawler.contact_only && !request.has_fetched &&
              request.identity != Identity::verified,
          settings.contact_only, CapReason::contact_only);
    limit(request.method == Method::unsafe &&
              (crawler.crawler == nullptr || crawler.contact_only ||
               crawler.category == Category::client),
          Action::log, CapReason::unsafe_method);
    return cap;
}

}  // namespace robots
