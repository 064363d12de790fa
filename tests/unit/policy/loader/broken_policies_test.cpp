// tests/data/broken_policies.txt: policies with a mistake, and what is said of
// it, with the place.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

struct Broken {
    int line;  // in the file of cases
    std::string policy;
    std::string errors;  // "line:column: text", one a line
};

void replace_all(std::string& text, const std::string& from,
                 const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos;
         at += to.size()) {
        text.replace(at, from.size(), to);
    }
}

// A case is a policy, "---> " in front of what is said of it, and "====".
// "<TAB>" is a tab.
std::vector<Broken> broken_policies() {
    const char* root = std::getenv("ROBOTS_SOURCE");
    std::ifstream file(std::string(root == nullptr ? "." : root) +
                       "/tests/data/broken_policies.txt");
    constexpr std::string_view kSaid = "---> ";
    std::vector<Broken> out;
    Broken next{1, "", ""};
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line == "====") {
            replace_all(next.policy, "<TAB>", "\t");
            out.push_back(next);
            next = {number + 1, "", ""};
        } else if (line.compare(0, kSaid.size(), kSaid) == 0) {
            next.errors += line.substr(kSaid.size()) + '\n';
        } else {
            next.policy += line + '\n';
        }
    }
    out.push_back(next);
    return out;
}

class BrokenPolicies : public PolicyFixture {};

TEST_F(BrokenPolicies, AreToldWhatIsWrongAndWhere) {
    const auto all_of_them = broken_policies();
    EXPECT_GE(all_of_them.size(), 150U);
    for (const Broken& broken : all_of_them) {
        const Loaded loaded = load(broken.policy);
        EXPECT_EQ(loaded.policy, nullptr) << broken.policy;
        std::string said;
        for (const Diagnostic& each : loaded.diagnostics) {
            if (each.severity == Severity::error) {
                said += std::to_string(each.line) + ':' +
                        std::to_string(each.column) + ": " + each.text + '\n';
            }
        }
        replace_all(said, path("policy.yaml"), "policy.yaml");
        EXPECT_EQ(said, broken.errors)
            << "tests/data/broken_policies.txt:" << broken.line << '\n'
            << broken.policy;
    }
}

}  // namespace
}  // namespace robots
