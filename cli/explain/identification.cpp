#include "cli/explain/identification.hpp"

#include <vector>

namespace robotsctl {

namespace {

using robots::Crawler;
using robots::Identity;
using robots::Policy;
using robots::PublishedRanges;

// "ranges.json (policy.yaml:12:20)"; the place alone for ranges that the policy
// itself holds.
std::string list_text(const Policy& policy, const PublishedRanges& list) {
    const std::string where = policy.where(list.place);
    return list.file.empty() ? where : list.file + " (" + where + ")";
}

std::string lists_text(const Policy& policy, const Crawler& crawler) {
    std::string out;
    for (const PublishedRanges& list : crawler.ranges) {
        out += (out.empty() ? "" : ", ") + list_text(policy, list);
    }
    return out;
}

std::string domains_text(const Crawler& crawler) {
    std::string out;
    for (const std::string& domain : crawler.rdns) {
        out += (out.empty() ? "" : ", ") + domain;
    }
    return out;
}

std::string verified_text(const Policy& policy, const robots::HoldingRange& at,
                          const std::string& address) {
    const std::string list = list_text(policy, *at.list);
    return address + " is in " + at.prefix->text() +
           (at.list->file.empty() ? " (" + list + ")" : " of " + list);
}

// Why the ranges do not verify the address; "" if there are none.
std::string doubt_text(const Policy& policy, const Crawler& crawler,
                       const std::string& address, robots::Utc now) {
    if (crawler.ranges.empty()) {
        return "";
    }
    const PublishedRanges* stale = first_stale(crawler, now);
    if (stale == nullptr) {
        return address + " is in no range of " + lists_text(policy, crawler);
    }
    const std::string list = list_text(policy, *stale);
    if (!stale->usable) {
        return list + " cannot be used";
    }
    return list + " is " + std::to_string(days_old(*stale, now)) +
           " days old: too old to prove an impostor";
}

// What the operator publishes to know the crawler by; "" if it is all here.
std::string_view published_text(const Crawler& crawler) {
    const bool ranges = crawler.ranges.empty() && !crawler.ranges_urls.empty();
    const bool keys = crawler.keys.empty() && !crawler.signature_agents.empty();
    if (ranges && keys) {
        return "the ranges and keys";
    }
    return ranges ? "the ranges" : keys ? "the keys" : "";
}

// Of a crawler that has neither.
std::string unknown_text(const robots::Sighting& crawler) {
    std::string out = "no ranges or reverse names of " +
                      std::string(crawler.token) + " are known";
    const std::string_view published =
        crawler.crawler == nullptr ? "" : published_text(*crawler.crawler);
    if (!published.empty()) {
        out += "; `robotsctl identity update` fetches ";
        out += published;
        out += " that its operator publishes";
    }
    return out;
}

// Why the reverse name, which would have decided, was not looked up.
std::string not_asked_text(const std::optional<Identity>& settled) {
    return settled ? "the reverse name would decide, but there is no resolver"
                   : "the reverse name would decide, but explain looks it up "
                     "only with --resolve";
}

Identification by_reverse_name(const Crawler& crawler,
                               const std::string& address,
                               const ReverseName& reverse) {
    const std::string name = "reverse name " + reverse.name;
    switch (reverse.answer) {
        case ReverseName::Answer::none:
            return {Identity::impostor, address + " has no reverse name; " +
                                            crawler.token + " has them in " +
                                            domains_text(crawler)};
        case ReverseName::Answer::failed:
            return {Identity::unverifiable,
                    "cannot look up the reverse name of " + address + ": " +
                        reverse.problem};
        case ReverseName::Answer::unconfirmed:
        case ReverseName::Answer::confirmed:
            break;
    }
    if (!is_operators_name(crawler, reverse.name)) {
        return {Identity::impostor,
                name + " is not in " + domains_text(crawler)};
    }
    if (reverse.answer == ReverseName::Answer::unconfirmed) {
        return {Identity::impostor, name + " does not resolve to " + address};
    }
    return {Identity::verified, name + " is in " + domains_text(crawler)};
}

}  // namespace

Identification identify_address(const Policy& policy,
                                const robots::Sighting& crawler,
                                std::string_view address, robots::Utc now,
                                robots::Resolver resolver,
                                const AskReverseName& ask) {
    const Crawler* known = crawler.crawler;
    if (known == nullptr || (known->ranges.empty() && known->rdns.empty())) {
        return {Identity::unverifiable, unknown_text(crawler)};
    }
    if (address.empty()) {
        return {Identity::unverifiable, "--address is not given"};
    }
    const std::string text = robots::address_text(address);
    const auto settled = settled_identity(*known, address, now, resolver);
    if (settled == Identity::verified) {
        return {Identity::verified,
                verified_text(policy, holding_range(*known, address), text)};
    }
    if (!settled && ask) {
        return by_reverse_name(*known, text, ask(*known, address));
    }
    const std::string doubt = doubt_text(policy, *known, text, now);
    if (known->rdns.empty()) {
        return {settled.value_or(Identity::unverifiable), doubt};
    }
    return {Identity::unverifiable,
            (doubt.empty() ? "" : doubt + "; ") + not_asked_text(settled)};
}

}  // namespace robotsctl
