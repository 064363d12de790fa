// The policy a verb works on, as the command line names it.

#ifndef ROBOTS_CLI_POLICY_OPTION_HPP
#define ROBOTS_CLI_POLICY_OPTION_HPP

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "policy.hpp"

namespace robotsctl {

// POLICY, --var name=value and, where a verb takes it, --robots-txt FILE.
class PolicyOption {
  public:
    // Adds POLICY and --var.
    void add_to(CLI::App& verb);

    // Adds --robots-txt, which takes POLICY's place.
    void add_robots_txt_to(CLI::App& verb);

    // Loads what was named. Prints what is wrong with it on standard error, and
    // returns nullptr where it can't be used.
    std::shared_ptr<const robots::Policy> load() const;

    // Whether a robots.txt stands in for a policy.
    bool is_robots_txt() const { return !robots_txt_.empty(); }

  private:
    std::string file_;
    std::string robots_txt_;
    std::vector<std::string> assignments_;
};

}  // namespace robotsctl

#endif
