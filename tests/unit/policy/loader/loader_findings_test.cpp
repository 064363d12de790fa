// Which findings are kept if there are too many, and in which order.

#include "policy/loader/yaml/findings.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace robots::loader {
namespace {

constexpr std::size_t kMost = Listing{}.all;

struct Told {
    std::uint32_t stage;  // of several, in the order of the report
    std::uint32_t item;
    std::uint32_t line;
    bool error;
};

void tell(const Told& told, Findings& findings) {
    const Place place{0, told.line, 1};
    const std::string text = "stage " + std::to_string(told.stage);
    if (told.error) {
        findings.error(place, "an-error", text);
    } else {
        findings.warning(place, "a-warning", text);
    }
}

std::vector<std::string> all(const Findings& findings) {
    std::vector<std::string> out;
    for (const Diagnostic& each : findings.diagnostics()) {
        out.push_back(to_string(each));
    }
    return out;
}

// Findings at `count` places, some of which are the same.
std::vector<Told> many(std::uint32_t count, std::mt19937& random) {
    std::vector<Told> out;
    for (std::uint32_t stage = 0; stage < 4; ++stage) {
        for (std::uint32_t item = 0; item < count; ++item) {
            out.push_back({stage, item,
                           1 + static_cast<std::uint32_t>(random() % count),
                           random() % 3 > 0});
        }
    }
    return out;
}

// Items by item, each with all of its stages, as sites are read and built.
TEST(LoaderFindings, TheOrderOfFindingDoesNotMatter) {
    for (const std::uint32_t count : {5U, 40U, 90U, 400U}) {
        std::mt19937 random(count);
        const std::vector<Told> in_order = many(count, random);
        Findings expected;
        for (const Told& each : in_order) {
            tell(each, expected);
        }
        Findings findings;
        std::vector<Stage> stages;
        for (int stage = 0; stage < 4; ++stage) {
            stages.push_back(findings.reserve_stage());
        }
        for (std::uint32_t item = 0; item < count; ++item) {
            for (const std::uint32_t stage : {2U, 0U, 3U, 1U}) {
                findings.enter_stage(stages[stage], item);
                tell(in_order[stage * count + item], findings);
            }
        }
        EXPECT_EQ(all(findings), all(expected)) << count;
        EXPECT_EQ(findings.errors(), expected.errors()) << count;
    }
}

TEST(LoaderFindings, FindingsOutsideOfStagesComeLast) {
    Findings findings;
    const Stage stage = findings.reserve_stage();
    for (std::uint32_t i = 0; i < kMost; ++i) {
        findings.error({0, 500 + i, 1}, "late", "late");
    }
    EXPECT_TRUE(findings.full());
    findings.enter_stage(stage);
    EXPECT_FALSE(findings.full());
    findings.error({0, 1, 1}, "early", "early");
    findings.leave_stages();
    EXPECT_TRUE(findings.full());
    const Diagnostics told = findings.diagnostics();
    ASSERT_EQ(told.size(), kMost + 1);
    EXPECT_EQ(told.front().code, "early");
    EXPECT_EQ(told[kMost - 1].line, 500 + kMost - 2);
    EXPECT_EQ(told.back().code, "more-findings");
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
