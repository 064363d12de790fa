// Rules whose path the server resolves to another one.

#include <gtest/gtest.h>

#include "tests/unit/policy/lint/lint_fixture.hpp"

namespace robots {
namespace {

class LintResolving : public LintFixture {};

TEST_F(LintResolving, AnAllowWhoseResolvedPathIsClosedIsOverruled) {
    EXPECT_EQ(group("disallow: /adm/, allow: /x/../adm/help/"),
              one("overruled-allow"));
    EXPECT_EQ(group("disallow: /adm/, allow: '/x/./../adm/help$'"),
              one("overruled-allow"));
    EXPECT_EQ(group("disallow: /adm/, allow: /x%2F..%2Fadm/help/"),
              one("overruled-allow"));
    EXPECT_EQ(group("disallow: '/*x/*a/*b/', allow: /x/a%2Fb/"),
              one("overruled-allow"));
}

TEST_F(LintResolving, AnAllowThatWorksIsNotOverruled) {
    EXPECT_EQ(group("disallow: /adm/, allow: /adm%2Fhelp/"), none());
    EXPECT_EQ(group("disallow: /adm/, allow: /adm//help/"), none());
    EXPECT_EQ(group("disallow: /adm/, allow: /x/../pub/"), none());
    EXPECT_EQ(group("disallow: /adm/, allow: [/x/../adm/help/, /adm/help/]"),
              none());
    EXPECT_EQ(group("disallow: /adm/, allow: '/*/../adm/help/'"), none())
        << "a wildcard may stand for much";
}

// "/adm/.well-known" is opened by it, and no dot segment.
TEST_F(LintResolving, AnAllowThatEndsInDotsGetsNoWarning) {
    EXPECT_EQ(group("disallow: /adm/, allow: /adm/."), none());
    EXPECT_EQ(group("disallow: /adm/, allow: /adm/.."), none());
}

TEST_F(LintResolving, AnAllowThatDependsOnMergeSlashesGetsNoWarning) {
    EXPECT_EQ(group("disallow: '/*w/*x/y', allow: /w/x//y"), none());
}

TEST_F(LintResolving, ARuleOfATemplateGetsOneWarningThere) {
    EXPECT_EQ(codes("templates:\n"
                    "  base: {groups: [{user_agent: '*', disallow: /adm/, "
                    "allow: /x/../adm/help/}]}\n"
                    "sites:\n"
                    "  - {host: a.example, template: base}\n"
                    "  - {host: b.example, template: base}\n"),
              one("overruled-allow"));
}

}  // namespace
}  // namespace robots
