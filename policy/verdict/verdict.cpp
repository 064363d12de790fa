#include "policy/verdict/verdict.hpp"

namespace robots {

std::string to_string(const Violations& violations) {
    std::string out;
    for (const Violation each : kGravestFirst) {
        if (violations.contains(each)) {
            out += out.empty() ? "" : ",";
            out += to_string(each);
        }
    }
    return out;
}

bool supports(const Crawler* crawler, Violation violation) {
    if (crawler == nullptr) {
        return true;
    }
    switch (violation) {
        case Violation::none:
        case Violation::disallow:
        case Violation::impostor:
        case Violation::unverifiable:
        case Violation::budget:
            break;
        case Violation::crawl_delay:
            return crawler->crawl_delay != Obeys::no;
        case Violation::request_rate:
            return crawler->request_rate != Obeys::no;
        case Violation::visit_time:
            return crawler->visit_time != Obeys::no;
    }
    return true;
}

namespace {

std::string_view done_by(Action most) {
    return most == Action::pass  ? "not enforced"
           : most == Action::log ? "only logged"
                                 : "only delayed";
}

// Returns the name of the field that a request violates. `violation` must be
// one for which supports() can return false.
std::string_view line_name(Violation violation) {
    return violation == Violation::crawl_delay    ? "Crawl-delay"
           : violation == Violation::request_rate ? "Request-rate"
                                                  : "Visit-time";
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
    limit(!supports(crawler.crawler, violation), settings.unsupported,
          CapReason::unsupported);
    limit(crawler.contact_only && !request.has_fetched &&
              request.identity != Identity::verified,
          settings.contact_only, CapReason::contact_only);
    limit(is_only_logged(crawler, request.method), Action::log,
          CapReason::unsafe_method);
    return cap;
}

std::vector<CappedKind> capped_kinds(const Group& group,
                                     const Sighting& crawler,
                                     const Request& request) {
    std::vector<CappedKind> kinds;
    for (const Violation each : kGravestFirst) {
        const Cap cap = cap_for(*group.enforcement, crawler, request, each);
        if (has_lines(group, each) && cap.reason != CapReason::none) {
            kinds.push_back({each, cap});
        }
    }
    return kinds;
}

std::string_view to_string(CapReason reason) {
    static constexpr std::array<std::string_view, 4> kNames{
        "", "unsupported", "contact_only", "unsafe_method"};
    return kNames[static_cast<std::size_t>(reason)];
}

std::string cap_text(const Cap& cap, const Sighting& crawler,
                     Violation violation) {
    const std::string name(crawler.token);
    std::string text = std::string(done_by(cap.most)) + ": " + name;
    switch (cap.reason) {
        case CapReason::none:
            return "";
        case CapReason::unsupported:
            text += " documents that it ignores ";
            text += line_name(violation);
            break;
        case CapReason::contact_only:
            text +=
                " is only taken for a crawler by its contact address or "
                "`compatible;`, and has not read robots.txt";
            break;
        case CapReason::unsafe_method:
            text += " may be an API client, and its request may change data";
            break;
    }
    return text;
}

}  // namespace robots
