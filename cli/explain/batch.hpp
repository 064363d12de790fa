// explain --batch: many questions, one a line.

#pragma once

#include <simdjson.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/explain/question.hpp"
#include "cli/log/log_merge.hpp"

namespace robotsctl {

// A line of `explain --batch`. Views into the parser, good until its next call.
// Empty: not given.
struct BatchLine {
    std::string_view url;
    std::string_view crawler;
    std::vector<std::string_view> user_agents;
    std::string_view address;
    std::string_view host;  // of the header
};

// A line is a JSON object with `url`, with `crawler` or `user_agent`, and
// possibly with `address` and `headers`. `headers` is an object of strings or
// lists of strings, of which User-Agent and Host count, in any letters. Other
// members are ignored, and null is as if a member was not there. Of members of
// the same name the last counts.
class BatchLineParser {
  public:
    // Throws Unusable if the line cannot be answered, with a sentence about
    // "it".
    void parse(std::string_view line, BatchLine& out);

  private:
    void read_member(simdjson::ondemand::field& member, BatchLine& out);
    std::string_view read_text(simdjson::ondemand::value value,
                               const char* name);
    void read_headers(simdjson::ondemand::value value, BatchLine& out);
    void read_header(simdjson::ondemand::field& header, BatchLine& out);

    simdjson::ondemand::parser parser_;
    std::string padded_;  // the line, and what simdjson may read behind it
};

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
    void ask(std::string_view line);
    robots::Url url_of(const BatchLine& line) const;

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
