// The command-line options for access logs: which logs are read, and how their
// lines are read.

#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/log/access_log.hpp"
#include "cli/options/policy_option.hpp"
#include "policy/matching/target.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// The options --log-format and --log-format-from, which describe the format of
// lines, and --url, which selects the site for lines without a host.
class LogLinesOption {
  public:
    void add_to(CLI::App& verb);

    // reading() and url() throw Unusable.
    LogReading reading() const;
    std::optional<robots::Url> url() const;

  private:
    LogReading from_file() const;

    std::string format_;
    std::string file_;
    std::string url_;
};

// The policy and the logs that the verbs replay, report and suggest read.
struct ReplayInput {
    std::shared_ptr<const robots::Policy> policy;
    std::vector<std::string> logs;
    LogReading reading;
    std::optional<robots::Url> url;  // site of lines without a host
    robots::Slashes slashes = robots::Slashes::merge;
};

class ReplayInputOption {
  public:
    void add_to(CLI::App& verb);

    // Throws Unusable.
    ReplayInput read();

    const std::string& policy_file() const { return policy_.source(); }

  private:
    PolicyOption policy_;
    std::vector<std::string> logs_;
    LogLinesOption lines_;
    bool keep_slashes_ = false;
};

}  // namespace robotsctl
