// A log record as the request that the module would judge.

#pragma once

#include <string>

#include "cli/log/log_record.hpp"
#include "policy/crawlers/header_memory.hpp"
#include "policy/verdict/judge.hpp"

namespace robotsctl {

class LoggedRequest {
  public:
    // `record` and the texts that it views outlive this.
    explicit LoggedRequest(const LogRecord& record,
                           robots::Slashes slashes = robots::Slashes::merge);
    LoggedRequest(const LoggedRequest&) = delete;
    LoggedRequest& operator=(const LoggedRequest&) = delete;

    const robots::Request& facts() const { return facts_; }

  private:
    std::string address_;    // 4 or 16 octets; or empty
    robots::Request facts_;  // views address_
};

// A cache of which crawlers the User-Agent headers of a log name. Its hash has
// a random seed, so that no client can prepare headers that collide. `crawlers`
// outlives it.
robots::HeaderMemory remember_headers(const robots::Crawlers& crawlers);

}  // namespace robotsctl
