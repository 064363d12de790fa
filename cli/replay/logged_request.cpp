#include "replay/logged_request.hpp"

#include <chrono>
#include <random>

namespace robotsctl {

LoggedRequest::LoggedRequest(const LogRecord& record)
    : address_(record.address) {
    facts_.target = record.target;
    facts_.address = address_.octets();
    facts_.utc = std::chrono::duration_cast<robots::Utc>(record.time);
}

robots::HeaderMemory remember_headers(const robots::Crawlers& crawlers) {
    // Logs of a day have some thousand distinct headers.
    constexpr std::size_t kSets = std::size_t{1} << 13;
    std::random_device source;
    return robots::HeaderMemory(
        crawlers, std::uint64_t{source()} << 32 | source(), kSets);
}

}  // namespace robotsctl
