#include "policy_option.hpp"

#include <iostream>

#include "loader/load.hpp"

namespace robotsctl {

namespace {

std::string check_assignment(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        return "\"" + text + "\" is no name=value, such as env=staging";
    }
    return {};
}

robots::Variables split(const std::vector<std::string>& assignments) {
    robots::Variables variables;
    for (const std::string& text : assignments) {
        const std::size_t equals = text.find('=');
        variables.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return variables;
}

}  // namespace

void PolicyOption::add_to(CLI::App& verb) {
    verb.add_option("POLICY", file_, "the YAML policy");
    verb.add_option("--var", assignments_,
                    "overrides a variable of the policy: name=value")
        ->check(CLI::Validator(check_assignment, "NAME=VALUE"))
        ->allow_extra_args(false);
}

void PolicyOption::add_robots_txt_to(CLI::App& verb) {
    verb.add_option("--robots-txt", robots_txt_,
                    "a robots.txt to read in place of POLICY");
}

std::shared_ptr<const robots::Policy> PolicyOption::load() const {
    if (file_.empty() == robots_txt_.empty()) {
        std::cerr << (file_.empty()
                          ? "robotsctl: name a POLICY file\n"
                          : "robotsctl: POLICY and --robots-txt exclude each "
                            "other\n");
        return nullptr;
    }
    const robots::Loaded loaded =
        is_robots_txt() ? robots::load_robots_txt(robots_txt_)
                        : robots::load_policy(file_, split(assignments_));
    for (const robots::Diagnostic& diagnostic : loaded.diagnostics) {
        std::cerr << to_string(diagnostic) << '\n';
    }
    return loaded.policy;
}

}  // namespace robotsctl
