// `tests` and `expect`: an author's expectations of a policy, which every load
// checks.

#pragma once

#include <optional>
#include <vector>

#include "policy/loader/entries/body_entries.hpp"
#include "policy/loader/yaml/reader.hpp"
#include "policy/site/host.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

struct TestEntry {
    Place place;
    std::optional<Url> url;  // a URL whose scheme, host and port pick the site
    std::optional<Text> user_agent;  // a header, or a product token alone
    std::optional<Text> crawler;     // a product token, or "*"
    std::vector<Text> allow;         // request targets
    std::vector<Text> disallow;
};

// Reads a `tests` list. Reports invalid tests, and leaves them out.
std::vector<TestEntry> read_test_entries(const Reader& reader,
                                         const Value& value);

// Runs a test. If the policy decides a target otherwise than the test expects,
// reports an error that names the deciding rule. A suspended site allows
// nothing. If no site answers, or the sender is not a crawler, everything is
// allowed. Adds the deciding rules to `tested`.
void run_test(const TestEntry& test, const Policy& policy, Findings& findings,
              std::vector<const Rule*>& tested);

// `expect`: an assertion about who may crawl a site. Reports an error if
// `robots` breaks the assertion. `closed`: the site is suspended, or "*" and
// every other group close all paths and allow none. `open`: the site is not
// suspended, and at least one crawler may fetch "/", whether a group names it
// or not.
void check_expectation(const ExpectationEntry& asserted, const Robots& robots,
                       Findings& findings);

}  // namespace robots::loader
