// `tests`: what an author expects of a policy, checked whenever it is loaded.

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_POLICY_TESTS_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_POLICY_TESTS_HPP

#include <optional>
#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/site/host.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

struct TestEntry {
    Place place;
    std::optional<Url> url;  // whose scheme, host and port pick the site
    std::optional<Text> user_agent;  // a header, or a product token alone
    std::optional<Text> crawler;     // a product token
    std::vector<Text> allow;         // request targets
    std::vector<Text> disallow;
};

// The tests of a `tests` list; those that can't be run are told and left out.
std::vector<TestEntry> read_test_entries(const Reader& reader,
                                         const Value& value);

// Runs a test; tells each target that the policy answers otherwise, and which
// rule decides. A suspended site allows nothing; where no site is, or the
// sender is no crawler, all is allowed.
void run_test(const TestEntry& test, const Policy& policy, Findings& findings);

}  // namespace robots::loader

#endif
