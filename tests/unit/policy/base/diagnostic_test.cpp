#include "policy/base/diagnostic.hpp"

#include <gtest/gtest.h>

namespace robots {
namespace {

Diagnostic finding(Severity severity) {
    return {"policy.yaml", 12, 7, severity, "open-ended-path", "It is open."};
}

TEST(Diagnostic, NamesFileLineAndColumn) {
    EXPECT_EQ(to_string(finding(Severity::warning)),
              "policy.yaml:12:7: warning: It is open. [open-ended-path]");
    EXPECT_EQ(to_string(finding(Severity::error)),
              "policy.yaml:12:7: error: It is open. [open-ended-path]");
}

TEST(Diagnostic, LeavesOutAnUnknownPlace) {
    Diagnostic nowhere = finding(Severity::error);
    nowhere.line = 0;
    EXPECT_EQ(to_string(nowhere),
              "policy.yaml: error: It is open. [open-ended-path]");
}

}  // namespace
}  // namespace robots
