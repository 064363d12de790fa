// Parses a line of `explain --batch`.

#ifndef ROBOTS_CLI_EXPLAIN_BATCH_LINE_HPP
#define ROBOTS_CLI_EXPLAIN_BATCH_LINE_HPP

#include <simdjson.h>

#include <string>
#include <string_view>
#include <vector>

namespace robotsctl {

// Views into the parser, good until its next call. Empty: not given.
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
    // "", or why the line cannot be answered, as a sentence about "it".
    std::string parse(std::string_view line, BatchLine& out);

  private:
    simdjson::error_code read(BatchLine& out);
    simdjson::error_code read_member(simdjson::ondemand::field& member,
                                     BatchLine& out);
    simdjson::error_code read_text(simdjson::ondemand::value value,
                                   const char* name, std::string_view& out);
    simdjson::error_code read_headers(simdjson::ondemand::value value,
                                      BatchLine& out);
    simdjson::error_code read_header(simdjson::ondemand::field& header,
                                     BatchLine& out);

    simdjson::ondemand::parser parser_;
    std::string padded_;   // the line, and what simdjson may read behind it
    std::string problem_;  // what simdjson does not know
};

}  // namespace robotsctl

#endif
