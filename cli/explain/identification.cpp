#include "cli/explain/identification.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "cli/output/text.hpp"

namespace robotsctl {

namespace {

// Returns the address family of an address of 4 or 16 octets.
int family_of(std::string_view octets) {
    return octets.size() == sizeof(in_addr) ? AF_INET : AF_INET6;
}

struct ReverseNames {
    std::vector<std::string> names;
    std::string problem;  // why the lookup failed, or empty
};

// Returns all names of an address. This function does not use getnameinfo(3),
// which reports an address without a name and a server that refuses to answer
// in the same way.
ReverseNames names_of(std::string_view octets) {
    std::vector<char> memory(1024);
    hostent entry{};
    hostent* found = nullptr;
    int why = 0;
    while (::gethostbyaddr_r(octets.data(),
                             static_cast<socklen_t>(octets.size()),
                             family_of(octets), &entry, memory.data(),
                             memory.size(), &found, &why) == ERANGE) {
        memory.resize(memory.size() * 2);
    }
    ReverseNames out;
    if (found != nullptr) {
        out.names.emplace_back(found->h_name);
        for (char** alias = found->h_aliases; *alias != nullptr; ++alias) {
            out.names.emplace_back(*alias);
        }
    } else if (why != HOST_NOT_FOUND && why != NO_DATA) {
        out.problem = ::hstrerror(why);
    }
    return out;
}

// Whether the error code means that the name has no address. All other codes
// are failures.
bool is_nothing(int code) {
    return code == EAI_NONAME || code == EAI_NODATA;
}

std::string problem_text(int code) {
    return code == EAI_SYSTEM ? std::strerror(errno) : ::gai_strerror(code);
}

bool has_address(const addrinfo* found, std::string_view octets) {
    while (found != nullptr && robots::octets_of(found->ai_addr) != octets) {
        found = found->ai_next;
    }
    return found != nullptr;
}

// Looks up the addresses of `out.name`, and sets the answer of `out`.
void confirm(std::string_view octets, ReverseName& out) {
    addrinfo hints{};
    // Asks for one kind of record: A for an IPv4 address, AAAA for IPv6.
    hints.ai_family = family_of(octets);
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int code = ::getaddrinfo(out.name.c_str(), nullptr, &hints, &found);
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found,
                                                               ::freeaddrinfo);
    if (code != 0 && !is_nothing(code)) {
        out.answer = ReverseName::Answer::failed;
        out.problem = problem_text(code);
    } else if (code == 0 && has_address(found, octets)) {
        out.answer = ReverseName::Answer::confirmed;
    }
}

using robots::Crawler;
using robots::Identity;
using robots::Policy;
using robots::PublishedRanges;

// Returns the file and place of ranges: "ranges.json (policy.yaml:12:20)". For
// ranges in the policy itself, returns only the place.
std::string list_text(const Policy& policy, const PublishedRanges& list) {
    const std::string where = policy.where(list.place);
    return list.file.empty() ? where : list.file + " (" + where + ")";
}

std::string lists_text(const Policy& policy, const Crawler& crawler) {
    return joined(crawler.ranges, [&policy](const PublishedRanges& list) {
        return list_text(policy, list);
    });
}

std::string domains_text(const Crawler& crawler) {
    return joined(crawler.rdns, [](const std::string& name) { return name; });
}

std::string verified_text(const Policy& policy, const robots::HoldingRange& at,
                          const std::string& address) {
    const std::string list = list_text(policy, *at.list);
    return address + " is in " + at.prefix->text() +
           (at.list->file.empty() ? " (" + list + ")" : " of " + list);
}

// Returns why the ranges do not verify the address; "" if the crawler has no
// ranges.
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

// Returns which data of the crawler the operator publishes and the policy
// lacks; "" if the policy has all data.
std::string_view published_text(const Crawler& crawler) {
    const bool ranges = crawler.ranges.empty() && !crawler.ranges_urls.empty();
    const bool keys = crawler.keys.empty() && !crawler.keys_urls.empty();
    if (ranges && keys) {
        return "the ranges and keys";
    }
    return ranges ? "the ranges" : keys ? "the keys" : "";
}

// Describes a crawler without ranges and reverse names.
std::string unknown_text(const robots::Sighting& crawler) {
    std::string out = "no ranges or reverse names of " +
                      std::string(crawler.token) + " are known";
    const std::string_view published =
        crawler.crawler == nullptr ? "" : published_text(*crawler.crawler);
    if (!published.empty()) {
        out += "; `robotsctl sources update` fetches ";
        out += published;
        out += " that its operator publishes";
    }
    return out;
}

// Returns why the reverse name, which would decide, was not looked up.
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

ReverseName resolve_reverse_name(const robots::Crawler& crawler,
                                 std::string_view address) {
    const ReverseNames found = names_of(address);
    ReverseName out;
    if (!found.problem.empty()) {
        out.answer = ReverseName::Answer::failed;
        out.problem = found.problem;
        return out;
    }
    if (found.names.empty()) {
        return out;
    }
    const auto operators_name = std::find_if(
        found.names.begin(), found.names.end(), [&](const std::string& name) {
            return is_operators_name(crawler, name);
        });
    out.answer = ReverseName::Answer::unconfirmed;
    if (operators_name == found.names.end()) {
        out.name = found.names.front();
    } else {
        out.name = *operators_name;
        confirm(address, out);
    }
    return out;
}

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
