#include "cli/judging/logged_request.hpp"

#include <chrono>
#include <random>

#include "policy/crawlers/address_ranges.hpp"
#include "policy/crawlers/identity.hpp"

namespace robotsctl {

namespace {

robots::Identity identity_from(std::string_view text) {
    for (const auto identity :
         {robots::Identity::verified, robots::Identity::impostor}) {
        if (text == to_string(identity)) {
            return identity;
        }
    }
    return robots::Identity::unverifiable;
}

}  // namespace

LoggedRequest::LoggedRequest(const LogRecord& record, robots::Slashes slashes)
    : address_(robots::address_from(record.address)) {
    facts_.target = record.target;
    facts_.slashes = slashes;
    facts_.address = address_;
    facts_.method = robots::method_from(record.method);
    facts_.utc = std::chrono::duration_cast<robots::Utc>(record.arrival());
    facts_.identity = identity_from(record.identity);
}

robots::HeaderMemory remember_headers(const robots::Crawlers& crawlers) {
    // The log of a day has some thousand different headers.
    constexpr std::size_t kSets = std::size_t{1} << 13;
    std::random_device source;
    return robots::HeaderMemory(
        crawlers, std::uint64_t{source()} << 32 | source(), kSets);
}

}  // namespace robotsctl
