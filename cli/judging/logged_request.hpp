// A request of a log, as the module would have judged it.

#ifndef ROBOTS_CLI_JUDGING_LOGGED_REQUEST_HPP
#define ROBOTS_CLI_JUDGING_LOGGED_REQUEST_HPP

#include "cli/judging/address.hpp"
#include "cli/log/log_record.hpp"
#include "policy/crawlers/header_memory.hpp"
#include "policy/verdict/judge.hpp"

namespace robotsctl {

class LoggedRequest {
  public:
    // `record` and what it views outlive this.
    explicit LoggedRequest(const LogRecord& record,
                           robots::Slashes slashes = robots::Slashes::merge);
    LoggedRequest(const LoggedRequest&) = delete;
    LoggedRequest& operator=(const LoggedRequest&) = delete;

    const robots::Request& facts() const { return facts_; }

  private:
    Address address_;
    robots::Request facts_;  // views address_
};

// Whom the headers of a log name, remembered under a seed that nobody who
// writes into the log can know. `crawlers` outlives it.
robots::HeaderMemory remember_headers(const robots::Crawlers& crawlers);

}  // namespace robotsctl

#endif
