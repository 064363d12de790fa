#include "cli/explain/identification.hpp"

#include <vector>

namespace robotsctl {

namespace {

using robots::Crawler;
using robots::Identity;
using robots::Policy;
using robots::PublishedRanges;

// "ranges.json (policy.yaml:12:20)", or the place alone of what the policy
// itself says.
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
    return address + " lies in " + at.prefix->text() +
           (at.list->file.empty() ? " (" + list + ")" : " of " + list);
}

// Why the ranges do not settle it; "" where there are none.
std::string doubt_text(const Policy& policy, const Crawler& crawler,
                       const std::string& address, robots::Utc now) {
    if (crawler.ranges.empty()) {
        return "";
    }
    const PublishedRanges* stale = first_stale(crawler, now);
    if (stale == nullptr) {
        return "no range of " + lists_text(policy, crawler) + " holds " +
               address;
    }
    const std::string list = list_text(policy, *stale);
    if (!stale->usable) {
        return list + " can't be used";
    }
    return list + " is " + std::to_string(days_old(*stale, now)) +
           " days old, and makes nobody an impostor";
}

// Why the reverse name does not settle it, which would have been asked for.
std::string unasked_text(const Crawler& crawler,
                         const std::optional<Identity>& settled) {
    const std::string named =
        crawler.token + " is verified by its reverse name";
    return settled ? named + ", and there is no resolver to look it up"
                   : named + ", which explain does not look up; use --resolve";
}

Identification by_reverse_name(const Crawler& crawler,
                               const std::string& address,
                               const ReverseName& reverse) {
    const std::string name = "its reverse name " + reverse.name;
    switch (reverse.answer) {
        case ReverseName::Answer::none:
            return {Identity::impostor,
                    address + " has no reverse name, and those of " +
                        crawler.token + " lie in " + domains_text(crawler)};
        case ReverseName::Answer::failed:
            return {Identity::unverifiable,
                    "the reverse name of " + address +
                        " can't be looked up: " + reverse.problem};
        case ReverseName::Answer::unconfirmed:
        case ReverseName::Answer::confirmed:
            break;
    }
    if (!is_operators_name(crawler, reverse.name)) {
        return {Identity::impostor,
                name + " does not lie in " + domains_text(crawler)};
    }
    if (reverse.answer == ReverseName::Answer::unconfirmed) {
        return {Identity::impostor, name + " does not lead back to " + address};
    }
    return {Identity::verified, name + " lies in " + domains_text(crawler)};
}

}  // namespace

Identification identify_address(const Policy& policy,
                                const robots::Sighting& crawler,
                                std::string_view address, robots::Utc now,
                                robots::Resolver resolver,
                                const AskReverseName& ask) {
    const Crawler* known = crawler.crawler;
    if (known == nullptr || (known->ranges.empty() && known->rdns.empty())) {
        return {Identity::unverifiable, "neither ranges nor reverse names of " +
                                            std::string(crawler.token) +
                                            " are known"};
    }
    if (address.empty()) {
        return {Identity::unverifiable, "no --address is given"};
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
    return {Identity::unverifiable, (doubt.empty() ? "" : doubt + "; ") +
                                        unasked_text(*known, settled)};
}

}  // namespace robotsctl
