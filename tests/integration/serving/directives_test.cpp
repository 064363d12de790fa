// Directives: the contexts in which they are allowed, and errors about their
// values.

#include <string>
#include <utility>
#include <vector>

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

class Directives : public RobotsTest {
  protected:
    Directives() {
        policy(R"(
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private/}]
)");
    }

    // nginx -t with `http` inside http {}.
    Outcome test(const std::string& http) {
        nginx.http = http;
        return nginx.test();
    }

    void expect_refused(const std::string& http, const std::string& said) {
        const Outcome outcome = test(http);
        EXPECT_NE(outcome.status, 0) << http;
        EXPECT_TRUE(contains(outcome.output, said)) << outcome.output;
        EXPECT_TRUE(contains(outcome.output, "nginx.conf:")) << outcome.output;
    }
};

constexpr const char* kServer = "server { listen 127.0.0.1:@web@; ";

TEST_F(Directives, AllAreAcceptedInTheirContexts) {
    const Outcome outcome = test(
        "robots_policy_last_good kept; robots_policy_root .;"
        "robots_policy policy.yaml; robots on;"
        "robots_enforce log; robots_origin $http_x_forwarded_proto://;"
        "robots_zone 1m; robots_log_level warn; robots_log_rate 5r/s;" +
        std::string(kServer) +
        "robots off; robots_enforce on; robots_origin \"\"; robots_log_level "
        "error;"
        "location / { robots_enforce off; robots_log_level info;"
        "  robots_log_rate off; }"
        "location /n { robots_log_level notice; } }" +
        "server { listen 127.0.0.1:@other@; robots on; }");
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    EXPECT_FALSE(contains(outcome.output, "[warn]")) << outcome.output;
}

TEST_F(Directives, AnUnknownValueIsRefused) {
    const std::vector<std::pair<std::string, std::string>> rows{
        {"robots maybe", "invalid value \"maybe\""},
        {"robots_enforce strict",
         "invalid value \"strict\" in \"robots_enforce\" directive; write one "
         "of \"on\", \"log\", \"off\" in "},
        {"robots_enforce reject",
         "\"reject\" belongs into the policy, as in \"enforce: reject\"; here "
         "write on, log or off in "},
        {"robots_zone 900g",
         "invalid zone size \"900g\"; write a whole number with k or m, such "
         "as 4m in "},
        {"robots_policy_last_good kept",
         "must come before \"robots_policy\" in "},
        {"robots_log_level debug",
         "write one of \"info\", \"notice\", \"warn\", \"error\" in "},
    };
    for (const auto& [directive, text] : rows) {
        expect_refused(
            "robots_policy policy.yaml; " + directive + ";" + kServer + "}",
            text);
    }
}

TEST_F(Directives, ADuplicateIsRefused) {
    for (const char* directive :
         {"robots_policy policy.yaml", "robots on", "robots_enforce log",
          "robots_zone 1m", "robots_log_level warn", "robots_log_rate off"}) {
        const std::string line = std::string(directive) + ";";
        const bool is_policy = contains(line, "robots_policy");
        expect_refused((is_policy ? "" : "robots_policy policy.yaml;") + line +
                           line + kServer + "}",
                       "duplicate");
    }
}

TEST_F(Directives, OneInTheWrongContextIsRefused) {
    const std::string policy_first = "robots_policy policy.yaml; robots on;";
    expect_refused(kServer + std::string("robots_policy policy.yaml; }"),
                   "not allowed here");
    expect_refused(policy_first + kServer + "robots_zone 1m; }",
                   "not allowed here");
    expect_refused(policy_first + kServer + "location / { robots on; } }",
                   "not allowed here");
}

TEST_F(Directives, ArgumentsAreCounted) {
    expect_refused("robots_policy;" + std::string(kServer) + "}",
                   "invalid number of arguments");
    expect_refused(
        "robots_policy policy.yaml; robots;" + std::string(kServer) + "}",
        "invalid number of arguments");
}

TEST_F(Directives, VariablesMustBeDeclaredPairs) {
    for (const char* pair : {"env", "=x", "unknown=x"}) {
        const Outcome outcome =
            test("robots_policy policy.yaml " + std::string(pair) +
                 "; robots on;" + kServer + "}");
        EXPECT_NE(outcome.status, 0) << pair;
        EXPECT_TRUE(contains(outcome.output, "nginx.conf:") ||
                    contains(outcome.output, "policy.yaml"))
            << outcome.output;
    }
}

TEST_F(Directives, AnUnusedPolicyGetsAWarning) {
    const Outcome outcome =
        test("robots_policy policy.yaml;" + std::string(kServer) + "}");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_TRUE(contains(outcome.output, "[warn]")) << outcome.output;
    EXPECT_TRUE(contains(outcome.output, "robots")) << outcome.output;
}

TEST_F(Directives, WarningsOfAPolicyDoNotFail) {
    policy(R"(
include: nothing.d/*.yaml
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private/}]
)");
    const Outcome outcome = test("robots_policy policy.yaml; robots on;" +
                                 std::string(kServer) + "}");
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    EXPECT_TRUE(contains(outcome.output, "[warn]")) << outcome.output;
    EXPECT_TRUE(contains(outcome.output, "policy.yaml:3:")) << outcome.output;
}

}  // namespace
}  // namespace integration
