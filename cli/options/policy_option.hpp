// The arguments and options that name a policy.

#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/build/load.hpp"
#include "policy/site/host.hpp"

namespace robotsctl {

// Whether `text` starts with a scheme and "://" (RFC 3986 3.1). A path that
// contains "://" has no scheme.
bool has_scheme(std::string_view text);

// Reads an absolute URL, whose host may have percent-encoded octets (RFC 3986
// 3.2.2). Throws Unusable if `text` is not valid for the option `name`.
robots::Url absolute_url(std::string_view name, std::string_view text);

// Prints on standard error the errors that were found while loading, and also
// the warnings and advice with the code `and_code`.
void print_errors(const robots::Loaded& loaded, std::string_view and_code = {});

// The options --var NAME=VALUE and --root DIR for loading a policy. Both may be
// repeated.
struct LoadingOptions {
    std::vector<std::string> assignments;
    robots::PolicyRoots roots;

    void add_to(CLI::App& verb);

    robots::Variables variables() const;

    // Loads a policy and prints its errors. Returns nullptr if the policy has
    // errors.
    std::shared_ptr<const robots::Policy> load(const std::string& file) const;
};

// The arguments POLICY, --var name=value, --root DIR and, for some verbs,
// --robots-txt FILE.
class PolicyOption {
  public:
    // Adds --var, --root and POLICY. Returns the option of POLICY.
    CLI::Option* add_to(CLI::App& verb);

    // Adds --robots-txt, which replaces POLICY. "-" is standard input.
    void add_robots_txt_to(CLI::App& verb);

    // Loads the policy and prints its errors. Throws Unusable if it has errors,
    // or unless exactly one of POLICY and --robots-txt is given.
    std::shared_ptr<const robots::Policy> load() const;

    // Loads the policy like load(), but prints no errors.
    robots::Loaded try_load(
        const robots::loader::Listing& listing = {},
        int language = robots::loader::kLanguageMinor) const;

    // Whether --robots-txt is given.
    bool is_robots_txt() const { return !robots_txt_.empty(); }

    bool reads_standard_input() const { return robots_txt_ == "-"; }

    // If --robots-txt is given, POLICY is not. So the parser stores the verb's
    // next argument as POLICY. Removes this argument from POLICY and returns
    // it; returns an empty text if --robots-txt is not given.
    std::string take_misplaced();

    const std::string& file() const { return file_; }
    // The file of --robots-txt if this option is given, or else POLICY.
    const std::string& source() const {
        return is_robots_txt() ? robots_txt_ : file_;
    }
    robots::Variables variables() const { return loading_.variables(); }

  private:
    std::string file_;
    std::string robots_txt_;
    LoadingOptions loading_;
};

}  // namespace robotsctl
