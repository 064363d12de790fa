#include "cli/options/policy_option.hpp"

#include <iostream>
#include <istream>
#include <utility>

#include "cli/output/text.hpp"
#include "policy/base/text.hpp"
#include "policy/loader/build/robots_txt_policy.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robotsctl {

namespace {

// The first `most` octets of a stream, or fewer if it has no more.
std::string read_start(std::istream& in, std::size_t most) {
    std::string text(most, '\0');
    in.read(text.data(), static_cast<std::streamsize>(most));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

std::string check_assignment(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        return robots::quoted(text) +
               " has no name and `=`; write name=value, such as env=staging";
    }
    return {};
}

// `check` is for warnings. But that only the start of a robots.txt counts
// changes each answer.
std::shared_ptr<const robots::Policy> policy_of(const robots::Loaded& loaded) {
    for (const robots::Diagnostic& diagnostic : loaded.diagnostics) {
        if (diagnostic.severity == robots::Severity::error ||
            diagnostic.code == "body-too-large") {
            std::cerr << to_string(diagnostic) << '\n';
        }
    }
    return loaded.policy;
}

}  // namespace

robots::Variables variables_from(const std::vector<std::string>& assignments) {
    robots::Variables variables;
    for (const std::string& text : assignments) {
        const std::size_t equals = text.find('=');
        variables.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return variables;
}

void add_var_to(CLI::App& verb, std::vector<std::string>& assignments) {
    verb.add_option("--var", assignments, "override a variable of the policy")
        ->type_name("NAME=VALUE")
        ->check(CLI::Validator(check_assignment, ""))
        ->allow_extra_args(false);
}

void add_root_to(CLI::App& verb, robots::PolicyRoots& roots) {
    verb.add_option("--root", roots,
                    "folder that may hold files of the policy; may be "
                    "repeated (default: the folder of the policy)")
        ->type_name("DIR")
        ->allow_extra_args(false);
}

std::shared_ptr<const robots::Policy> load_or_complain(
    const std::string& file, const robots::Variables& variables,
    const robots::PolicyRoots& roots) {
    return policy_of(robots::load_policy(file, variables, roots));
}

CLI::Option* PolicyOption::add_to(CLI::App& verb) {
    CLI::Option* policy =
        verb.add_option("POLICY", file_, "the YAML policy")->type_name("FILE");
    add_var_to(verb, assignments_);
    add_root_to(verb, roots_);
    return policy;
}

void PolicyOption::add_robots_txt_to(CLI::App& verb) {
    verb.add_option("--robots-txt", robots_txt_,
                    "a robots.txt instead of POLICY; - for standard input")
        ->type_name("FILE");
}

robots::Loaded PolicyOption::try_load(
    const robots::loader::Listing& listing) const {
    if (reads_standard_input()) {
        return robots::load_robots_txt_text(
            read_start(std::cin, robots::kMaxRobotsTxt + 1), "-");
    }
    return is_robots_txt() ? robots::load_robots_txt(robots_txt_)
                           : robots::load_policy(
                                 file_, variables_from(assignments_), roots_,
                                 robots::loader::share_folder(), listing);
}

std::string PolicyOption::take_misplaced() {
    return is_robots_txt() ? std::exchange(file_, {}) : std::string();
}

std::shared_ptr<const robots::Policy> PolicyOption::load() const {
    if (file_.empty() == robots_txt_.empty()) {
        complain(file_.empty()
                     ? "POLICY is missing: name the YAML policy"
                     : "POLICY and --robots-txt cannot be used together");
        return nullptr;
    }
    return policy_of(try_load());
}

}  // namespace robotsctl
