// Runs robotsctl in a folder of the test.

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {

// The result of a run of robotsctl.
struct Ran {
    int code = -1;  // exit code; -1 if a signal ended it
    std::string out;
    std::string err;

    // Reads standard output as JSON Lines.
    std::vector<nlohmann::json> json() const;
};

class RobotsctlFixture : public PolicyFixture {
  protected:
    // Runs the robotsctl that the environment variable ROBOTSCTL names.
    Ran run(const std::vector<std::string>& arguments,
            const std::string& input = "") const;

    // The same, with standard output in a file, which is not read.
    Ran run_into(const std::string& file,
                 const std::vector<std::string>& arguments,
                 const std::string& input = "") const;

    // Compresses `text` into a file of `members` gzip members; returns its
    // path.
    std::string write_gzip(const std::string& name, const std::string& text,
                           int members = 1) const;
};

// Returns a line in nginx's combined format, `second` seconds after the start
// of a day.
std::string combined_line(int second, const std::string& target,
                          const std::string& user_agent,
                          const std::string& address = "192.0.2.1");

}  // namespace robots
