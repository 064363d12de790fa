#include "cli/explain/reverse_name.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "policy/crawlers/identity.hpp"

namespace robotsctl {

namespace {

// Of 4 or 16 octets.
int family_of(std::string_view octets) {
    return octets.size() == sizeof(in_addr) ? AF_INET : AF_INET6;
}

struct ReverseNames {
    std::vector<std::string> names;
    std::string problem;  // why the lookup failed, or empty
};

// All names of an address. getnameinfo(3) reports an address without a name and
// a server that refuses to answer in the same way.
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

// Whether the answer is "no such name", and not a failure.
bool is_nothing(int code) {
    return code == EAI_NONAME || code == EAI_NODATA;
}

std::string problem_text(int code) {
    return code == EAI_SYSTEM ? std::strerror(errno) : ::gai_strerror(code);
}

// The octets of an address that getaddrinfo(3) found.
std::string_view octets_of(const addrinfo& found) {
    if (found.ai_family == AF_INET) {
        const auto* ipv4 = reinterpret_cast<const sockaddr_in*>(found.ai_addr);
        return {reinterpret_cast<const char*>(&ipv4->sin_addr),
                sizeof ipv4->sin_addr};
    }
    const auto* ipv6 = reinterpret_cast<const sockaddr_in6*>(found.ai_addr);
    return {reinterpret_cast<const char*>(&ipv6->sin6_addr),
            sizeof ipv6->sin6_addr};
}

bool has_address(const addrinfo* found, std::string_view octets) {
    while (found != nullptr && octets_of(*found) != octets) {
        found = found->ai_next;
    }
    return found != nullptr;
}

// Looks up the addresses of `out.name`.
void confirm(std::string_view octets, ReverseName& out) {
    addrinfo hints{};
    // A records hold IPv4 addresses, AAAA records IPv6: ask for one kind.
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

}  // namespace robotsctl
