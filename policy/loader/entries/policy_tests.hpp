// The keys `tests` and `expect`: what the author of a policy expects of it.
// Every load checks these expectations.

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
    std::optional<Url> url;  // its scheme, host and port choose the site
    std::optional<Text> user_agent;  // a header or a product token
    std::optional<Text> crawler;     // a product token, or "*"
    std::vector<Text> allow;         // expected to be allowed
    std::vector<Text> disallow;
};

// Reads a `tests` list. Reports invalid tests as errors, and leaves them out.
std::vector<TestEntry> read_test_entries(const Reader& reader,
                                         const Value& value);

// Runs a test. If the result for a request target is not the one that the test
// expects, reports an error with the rule that decided. A suspended site allows
// nothing. Everything is allowed if the policy has no site for the URL, or if
// the sender is not a crawler. Adds the rules that decided to `tested`.
void run_test(const TestEntry& test, const Policy& policy, Findings& findings,
              std::vector<const Rule*>& tested);

// Checks the key `expect` of a site, and reports an error if `robots` does not
// match it. `closed` means: the site is suspended, or the group "*" exists, and
// all groups disallow all paths and allow no path. `open` means: the site is
// not suspended, and at least one crawler, maybe one without a group, is
// allowed to fetch "/".
void check_expectation(const ExpectationEntry& asserted, const Robots& robots,
                       Findings& findings);

}  // namespace robots::loader
