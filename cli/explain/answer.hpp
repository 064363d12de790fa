// What explain answers, for people and for programs.

#ifndef ROBOTS_CLI_EXPLAIN_ANSWER_HPP
#define ROBOTS_CLI_EXPLAIN_ANSWER_HPP

#include "cli/explain/identification.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/judge.hpp"

namespace robotsctl {

struct Answer {
    const robots::Site* site = nullptr;
    robots::Verdict verdict;
    Identification who;
    bool allowed = true;  // the path is, whatever the time of day says
};

// A line for each thing that a person may want to know, on standard output.
void print_text(const robots::Policy& policy, const Answer& answer);

// One JSON object, on standard output.
void print_json(const robots::Policy& policy, const Answer& answer);

}  // namespace robotsctl

#endif
