// A log record as the request that the module would judge.

#pragma once

#include <cstdint>
#include <string_view>

#include "cli/log/log_record.hpp"
#include "policy/crawlers/header_memory.hpp"
#include "policy/verdict/judge.hpp"

namespace robotsctl {

// `address` has the 4 or 16 octets of the record's; or is empty. The request
// views both.
robots::Request request_of(const LogRecord& record, std::string_view address,
                           robots::Slashes slashes = robots::Slashes::merge);

// The status that nginx answered with; 0: the log does not say.
std::uint16_t status_of(const LogRecord& record);

// A cache of which crawlers the User-Agent headers of a log name. Its hash has
// a random seed, so that no client can prepare headers that collide. `crawlers`
// outlives it.
robots::HeaderMemory remember_headers(const robots::Crawlers& crawlers);

}  // namespace robotsctl
