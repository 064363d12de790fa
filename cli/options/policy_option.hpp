// The policy a verb works on, as the command line names it.

#ifndef ROBOTS_CLI_OPTIONS_POLICY_OPTION_HPP
#define ROBOTS_CLI_OPTIONS_POLICY_OPTION_HPP

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "policy/loader/build/load.hpp"

namespace robotsctl {

// The variables that --var name=value name.
robots::Variables variables_from(const std::vector<std::string>& assignments);

// Adds --var name=value, which repeats.
void add_var_to(CLI::App& verb, std::vector<std::string>& assignments);

// Adds --root DIR, which repeats.
void add_root_to(CLI::App& verb, robots::PolicyRoots& roots);

// Loads a policy. Prints what is wrong with it on standard error, and returns
// nullptr where it can't be used.
std::shared_ptr<const robots::Policy> load_told(
    const std::string& file, const robots::Variables& variables,
    const robots::PolicyRoots& roots);

// POLICY, --var name=value, --root DIR and, where a verb takes it, --robots-txt
// FILE.
class PolicyOption {
  public:
    // Adds POLICY, which is returned, --var and --root.
    CLI::Option* add_to(CLI::App& verb);

    // Adds --robots-txt, which takes POLICY's place.
    void add_robots_txt_to(CLI::App& verb);

    // Loads what was named. Prints what is wrong with it on standard error, and
    // returns nullptr where it can't be used.
    std::shared_ptr<const robots::Policy> load() const;

    // What was named, with all that is wrong with it; nothing is printed.
    robots::Loaded try_load() const;

    // Whether a robots.txt stands in for a policy.
    bool is_robots_txt() const { return !robots_txt_.empty(); }

    // What stands in POLICY's place on the command line although --robots-txt
    // does: the first of the files that come after. Empty otherwise.
    std::string take_misplaced();

    const std::string& file() const { return file_; }

  private:
    std::string file_;
    std::string robots_txt_;
    std::vector<std::string> assignments_;
    robots::PolicyRoots roots_;
};

}  // namespace robotsctl

#endif
