// explain --batch: many questions, one a line.

#ifndef ROBOTS_CLI_EXPLAIN_BATCH_HPP
#define ROBOTS_CLI_EXPLAIN_BATCH_HPP

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "cli/explain/batch_line.hpp"
#include "cli/explain/question.hpp"
#include "cli/log/log_source.hpp"

namespace robotsctl {

class Batch {
  public:
    // `any_host`: the policy is one robots.txt, and URLs may be paths.
    Batch(const robots::Policy& policy, Judging judging, robots::Utc now,
          bool any_host)
        : policy_(policy), judging_(std::move(judging)), any_host_(any_host) {
        question_.now = now;
    }

    // Writes one JSON object for each line of `in`, in their order: the members
    // of `explain --json` with the number of the line in front, or
    //
    //     {"line":7,"error":"missing `url`","text":"{}"}
    //
    // `text` is the line, cut to 200 octets. Returns the number of such lines.
    std::uint64_t run(LogSource& in, std::ostream& out);

  private:
    void answer(std::string_view line, std::uint64_t number, std::string& out);
    std::string ask(std::string_view line);
    std::string ask_url(const BatchLine& line);

    const robots::Policy& policy_;
    const Judging judging_;
    const bool any_host_;
    BatchLineParser parser_;
    BatchLine line_;
    Question question_;
    std::string address_;
    std::uint64_t errors_ = 0;
};

}  // namespace robotsctl

#endif
