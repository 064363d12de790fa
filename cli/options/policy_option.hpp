// The arguments and options that name a policy.

#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/build/load.hpp"
#include "policy/site/host.hpp"

namespace robotsctl {

// Whether `text` starts with a scheme and "://" (RFC 3986 3.1). A path may hold
// "://" too.
bool has_scheme(std::string_view text);

// An absolute URL, whose host may have percent-encoded octets (RFC 3986 3.2.2).
// On failure, `problem` says why and what to write.
std::optional<robots::Url> absolute_url(std::string_view text,
                                        std::string& problem);

// nullopt, and a message on standard error, if `text` is not an absolute URL.
std::optional<robots::Url> url_from_option(const std::string& text);

// The values of --var.
robots::Variables variables_from(const std::vector<std::string>& assignments);

// Adds --var name=value, which repeats.
void add_var_to(CLI::App& verb, std::vector<std::string>& assignments);

// Adds --root DIR, which repeats.
void add_root_to(CLI::App& verb, robots::PolicyRoots& roots);

// Loads a policy. Prints its errors on standard error; returns nullptr if it
// has any.
std::shared_ptr<const robots::Policy> load_or_complain(
    const std::string& file, const robots::Variables& variables,
    const robots::PolicyRoots& roots);

// POLICY, --var name=value, --root DIR and, for some verbs, --robots-txt FILE.
class PolicyOption {
  public:
    // Adds POLICY, which is returned, --var and --root.
    CLI::Option* add_to(CLI::App& verb);

    // Adds --robots-txt, which replaces POLICY. "-" is standard input.
    void add_robots_txt_to(CLI::App& verb);

    // The same as load_or_complain().
    std::shared_ptr<const robots::Policy> load() const;

    // As load(), but prints nothing.
    robots::Loaded try_load(
        const robots::loader::Listing& listing = {},
        int language = robots::loader::kLanguageMinor) const;

    // Whether --robots-txt is given.
    bool is_robots_txt() const { return !robots_txt_.empty(); }

    bool reads_standard_input() const { return robots_txt_ == "-"; }

    // With --robots-txt, what the parser took for POLICY is the first argument
    // of the list after it. Returns it once; empty without --robots-txt.
    std::string take_misplaced();

    const std::string& file() const { return file_; }

  private:
    std::string file_;
    std::string robots_txt_;
    std::vector<std::string> assignments_;
    robots::PolicyRoots roots_;
};

}  // namespace robotsctl
