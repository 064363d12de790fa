// Which findings are kept if there are too many, and in which order.

#include "policy/loader/yaml/findings.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace robots::loader {
namespace {

TEST(LoaderFindings, OfTooManyTheFirstFoundAreListedInTheOrderOfLines) {
    constexpr std::uint32_t kMost = Listing{}.all;
    Findings findings;
    for (std::uint32_t i = 0; i < kMost; ++i) {
        EXPECT_FALSE(findings.full());
        findings.error({0, 500 - i, 1}, "early", "early");
        findings.error({0, 500 - i, 1}, "early", "early");
    }
    EXPECT_TRUE(findings.full());
    findings.error({0, 1, 1}, "late", "late");
    EXPECT_EQ(findings.errors(), kMost + 1);
    const Diagnostics told = findings.diagnostics();
    ASSERT_EQ(told.size(), kMost + 1);
    EXPECT_EQ(told.front().line, 501 - kMost);
    EXPECT_EQ(told[kMost - 1].line, 500U);
    EXPECT_EQ(told.back().code, "more-findings");
    EXPECT_EQ(told.back().more, 1U);
}

TEST(LoaderFindings, TenErrorsOfAFileThatIsKeptAreListed) {
    Findings findings;
    const std::uint32_t file = findings.add_file("a.yaml");
    const std::uint32_t other = findings.add_file("b.yaml");
    findings.keep(file);
    findings.keep(other);
    for (std::uint32_t i = 1; i <= 10; ++i) {
        EXPECT_FALSE(findings.full({file, i, 1}));
        findings.error({file, i, 1}, "bad-token", "text");
    }
    EXPECT_TRUE(findings.full({file, 11, 1}));
    EXPECT_FALSE(findings.full({other, 11, 1}));
    const Findings::Blame blame(findings, file);
    EXPECT_TRUE(findings.full({other, 11, 1}));
}

std::vector<std::string> codes_of(const Findings& findings) {
    std::vector<std::string> out;
    for (const Diagnostic& each : findings.diagnostics()) {
        out.push_back(each.code);
    }
    return out;
}

TEST(LoaderFindings, TheWorstComeFirst) {
    using Codes = std::vector<std::string>;
    Findings findings;
    findings.warning({0, 1, 1}, "case-twins", "advice");
    findings.warning({0, 2, 1}, "token-in-two-groups", "a warning");
    findings.warning({0, 1, 5}, "host-in-path", "a warning");
    findings.warning({0, 1, 1}, "case-twins", "a warning", std::nullopt,
                     Severity::warning);
    findings.error({0, 9, 1}, "an-error", "an error");
    EXPECT_EQ(codes_of(findings),
              (Codes{"an-error", "case-twins", "host-in-path",
                     "token-in-two-groups", "case-twins"}));
    findings.ignore("case-twins");
    EXPECT_EQ(codes_of(findings),
              (Codes{"an-error", "host-in-path", "token-in-two-groups"}));
}

TEST(LoaderFindings, TenOfACodeAreListed) {
    Findings some;
    Findings all_of_them(kWholeListing);
    for (std::uint32_t i = 1; i <= 300; ++i) {
        for (Findings* findings : {&some, &all_of_them}) {
            findings->warning({0, i, 1}, "case-twins", "a");
            findings->warning({0, i, 1}, "host-in-path", "b");
        }
    }
    const Diagnostics told = some.diagnostics();
    ASSERT_EQ(told.size(), 22U);
    EXPECT_EQ(told[0].code, "host-in-path");
    EXPECT_EQ(told[9].line, 10U);
    EXPECT_EQ(told[20].severity, Severity::warning);
    EXPECT_EQ(told[21].severity, Severity::advice);
    EXPECT_EQ(told[21].text,
              "290 more of `case-twins` are not shown; `robotsctl check --all` "
              "shows them");
    EXPECT_EQ(all_of_them.diagnostics().size(), 600U);
}

TEST(LoaderFindings, TakenWarningsKeepTheirCount) {
    Findings linted;
    Findings findings;
    for (std::uint32_t i = 1; i <= 107; ++i) {
        linted.warning({0, i, 1}, "w", "w");
    }
    findings.warning({0, 999, 1}, "own", "own");
    findings.take_warnings(linted);
    const Diagnostics told = findings.diagnostics();
    ASSERT_EQ(told.size(), 12U);
    EXPECT_EQ(told.back().more, 97U);
    std::string all_of_them;
    for (const Diagnostic& each : told) {
        all_of_them += to_string(each) + '\n';
    }
    EXPECT_NE(all_of_them.find("97 more of `w` are not shown"),
              std::string::npos);
    EXPECT_NE(all_of_them.find("[own]"), std::string::npos);
}

}  // namespace
}  // namespace robots::loader
