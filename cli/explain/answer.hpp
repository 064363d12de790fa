// Prints the answer of explain, for people and for programs.

#pragma once

#include <string>
#include <vector>

#include "cli/explain/identification.hpp"
#include "cli/output/json.hpp"
#include "policy/signature/web_bot_auth.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/judge.hpp"
#include "status/model/model.hpp"

namespace robotsctl {

struct Answer {
    const robots::Site* site = nullptr;
    robots::Verdict verdict;
    // Where less is done about its requests than its group says.
    std::vector<robots::status::model::CapRow> caps;
    Identification who;
    robots::signature::Finding signature;
    bool allowed = true;  // the path is, at whatever time of day
};

// Prints one fact per line on standard output.
void print_text(const robots::Policy& policy, const Answer& answer);

// Puts the members that print_json() prints.
void put_members(const robots::Policy& policy, const Answer& answer,
                 JsonWriter& json);

// Prints one JSON object on standard output.
void print_json(const robots::Policy& policy, const Answer& answer);

}  // namespace robotsctl
