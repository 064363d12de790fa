// Sends cases to a real nginx, and says what is wrong with the answers.

#pragma once

#include <sys/types.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tests/harness/nginx.hpp"
#include "tests/request_fuzz/cases.hpp"
#include "tests/request_fuzz/oracle.hpp"

namespace request_fuzz {

class Driver {
  public:
    Driver();

    // Empty if all is well, else what is wrong: a response that belongs to
    // another request, a verdict or status that the oracle does not agree with,
    // an alert, a worker that died.
    std::string run(const Case& one);

    std::size_t requests() const { return requests_; }
    // Requests with a verdict, and requests that were refused.
    std::size_t judged() const { return judged_; }
    std::size_t refused() const { return refused_; }

  private:
    struct Sent {
        const Asked* asked;
        int status = 0;  // 0: no answer
    };

    std::string over_http1(const Case& one);
    std::string over_http2(const Case& one);
    std::string bytes_of(const Asked& asked, const std::string& id) const;
    // Reads one answer; "" where all is well. `ended`: no other follows.
    std::string take_answer(integration::Connection& connection,
                            const std::string& id, bool& ended);
    std::string over_http2_unless_closed(const Case& one);
    bool has_logged_broken();
    std::string new_log() const;
    std::string check_logs();
    std::string check_health();
    std::string new_id() { return "r" + std::to_string(++requests_); }

    integration::Nginx nginx_;
    std::map<std::string, Sent> sent_;  // of the case, by X-Id
    std::size_t log_offset_ = 0;
    std::size_t requests_ = 0;
    std::size_t judged_ = 0;
    std::size_t refused_ = 0;
    pid_t worker_ = 0;
};

}  // namespace request_fuzz
