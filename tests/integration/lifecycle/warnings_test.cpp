// What `nginx -t` warns of besides the policy itself: violations that nobody
// will see, and locations where nothing is enforced.

#include <string>
#include <utility>

#include "tests/harness/certificate.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kHidden = "violations are not logged";
constexpr std::string_view kReturn = "is not judged";

class Warnings : public RobotsTest {
  protected:
    Warnings() {
        policy("default: {groups: [{user_agent: '*', disallow: /private}]}\n");
    }

    std::string printed(const std::string& http) {
        configure(http);
        const Outcome outcome = nginx.test();
        EXPECT_EQ(outcome.status, 0) << outcome.output;
        return outcome.output;
    }
};

TEST_F(Warnings, FiveOfThePolicyArePrintedAndTheOthersAreCounted) {
    const auto lines_about = [this](int rules) {
        std::string paths;
        for (int i = 0; i < rules; ++i) {
            paths += "/x" + std::to_string(i) + "/.git/, ";
        }
        policy("default: {groups: [{user_agent: '*', disallow: [" + paths +
               "'/*?sort=']}]}\n");
        std::size_t count = 0;
        const std::string output =
            printed("server { listen 127.0.0.1:@web@; }");
        // Advice is not for a server's start.
        EXPECT_FALSE(contains(output, "only-first-parameter")) << output;
        for (std::size_t at = 0; (at = output.find("[secret-looking-path]",
                                                   at)) != std::string::npos;
             ++at) {
            ++count;
        }
        return std::make_pair(count, output);
    };
    EXPECT_EQ(lines_about(5).first, 5u);
    EXPECT_FALSE(contains(lines_about(5).second, "more warning"));
    const auto [count, output] = lines_about(30);
    EXPECT_EQ(count, 5u);
    EXPECT_TRUE(contains(output, "25 more warnings about `")) << output;
    EXPECT_TRUE(contains(output, "\"robotsctl check\" shows all")) << output;
    EXPECT_TRUE(contains(lines_about(6).second, "1 more warning about `"));
}

TEST_F(Warnings, AnErrorLogThatHidesViolationsIsNamedWithWhatToWrite) {
    nginx.log_level = "error";
    const std::string output = printed(
        "server { listen 127.0.0.1:@web@; }"
        "server { listen 127.0.0.1:@web@; server_name b.example; }");
    EXPECT_TRUE(contains(output, "[warn]")) << output;
    EXPECT_TRUE(contains(output, kHidden)) << output;
    EXPECT_TRUE(contains(output, "nginx.conf:")) << output;
    EXPECT_TRUE(contains(output, "(and 1 more)")) << output;
    EXPECT_TRUE(contains(output, "level \"notice\""));
    EXPECT_TRUE(contains(output, "shows \"error\" and above"));
    EXPECT_TRUE(contains(output, "write \"error_log FILE notice;\"")) << output;
}

TEST_F(Warnings, ALogThatShowsViolationsIsNotNamed) {
    EXPECT_FALSE(
        contains(printed("server { listen 127.0.0.1:@web@; }"), kHidden));
    nginx.log_level = "warn";
    EXPECT_FALSE(contains(printed("robots_log_level warn;"
                                  "server { listen 127.0.0.1:@web@; }"),
                          kHidden));
}

TEST_F(Warnings, AServersOwnLogCounts) {
    nginx.log_level = "error";
    EXPECT_FALSE(
        contains(printed("error_log @prefix@/a.log notice;"
                         "server { listen 127.0.0.1:@web@; location / { } }"),
                 kHidden));
    nginx.log_level = "notice";
    EXPECT_TRUE(contains(printed("server { listen 127.0.0.1:@web@;"
                                 "error_log @prefix@/a.log error; }"),
                         kHidden));
    // Of several logs one is enough.
    EXPECT_FALSE(contains(printed("server { listen 127.0.0.1:@web@;"
                                  "error_log @prefix@/a.log error;"
                                  "error_log @prefix@/b.log info; }"),
                          kHidden));
}

TEST_F(Warnings, OnlyALocationsLogIsHidden) {
    EXPECT_TRUE(
        contains(printed("server { listen 127.0.0.1:@web@; location / { }"
                         "location /a { error_log @prefix@/a.log crit; } }"),
                 "shows \"crit\" and above"));
}

TEST_F(Warnings, ALogThatGetsNoLinesIsNotNamed) {
    nginx.log_level = "error";
    EXPECT_FALSE(contains(printed("server { listen 127.0.0.1:@web@;"
                                  "robots_enforce off; }"),
                          kHidden));
    EXPECT_FALSE(contains(printed("server { listen 127.0.0.1:@web@;"
                                  "robots off; }"),
                          kHidden));
    policy(
        "enforce: {disallow: pass, crawl_delay: pass, request_rate: pass, "
        "visit_time: pass, impostor: pass}\n"
        "default: {groups: [{user_agent: '*', disallow: /private}]}\n");
    EXPECT_FALSE(
        contains(printed("server { listen 127.0.0.1:@web@; }"), kHidden));
}

TEST_F(Warnings, AReturnWhereThePolicyDisallowsIsNamed) {
    const std::string output = printed(
        "server { listen 127.0.0.1:@web@; server_name a.example;"
        "location /health { return 200 fine; }"
        "location /private/page { return 200 secret; } }");
    EXPECT_TRUE(contains(output, "location \"/private/page\" of the server in"))
        << output;
    EXPECT_TRUE(contains(output, kReturn));
    EXPECT_TRUE(contains(output, "try_files"));
}

TEST_F(Warnings, AServerWithoutANameHasTheRulesOfTheDefault) {
    EXPECT_TRUE(
        contains(printed("server { listen 127.0.0.1:@web@;"
                         "location /private/page { return 200 secret; } }"),
                 kReturn));
    EXPECT_FALSE(contains(printed("server { listen 127.0.0.1:@web@;"
                                  "location /open { return 200 x; } }"),
                          kReturn));
}

TEST_F(Warnings, AHarmlessReturnIsNotNamed) {
    const std::string output = printed(
        "server { listen 127.0.0.1:@web@; server_name a.example;"
        "location /private/gone { return 410; }"
        "location /private/moved { return 301 /; }"
        "location /private/if { if ($arg_x) { return 200 x; } }"
        "location ~ /private/regex { return 200 x; }"
        "location /private/health { robots_enforce off; return 204; }"
        "location /open { return 200 x; }"
        "location /private/try { try_files /none @named; }"
        "location @named { return 200 x; } }");
    EXPECT_FALSE(contains(output, kReturn)) << output;
}

// What the warning says to write does what it says.
TEST_F(Warnings, ANamedLocationsReturnIsJudged) {
    policy(
        "enforce: {disallow: reject}\n"
        "default: {groups: [{user_agent: '*', disallow: /private}]}\n");
    configure(
        "server { listen 127.0.0.1:@web@;"
        "location /private { try_files /none @named; }"
        "location @named { return 200 x; } }");
    nginx.start();
    EXPECT_EQ(nginx.get("http://a.example/private", kGptBot).status, 403);
    EXPECT_EQ(nginx.get("http://a.example/private", kChrome).status, 200);
}

TEST_F(Warnings, ASiteForHttpsNeedsAServerWithTlsOrAnOrigin) {
    policy(
        "default: {groups: [{user_agent: '*'}]}\nsites: [{host: a.example, "
        "scheme: https, groups: [{user_agent: '*', disallow: /private}]}]\n");
    constexpr std::string_view kNobody = "is never used: all servers";
    const std::string server =
        "server { listen 127.0.0.1:@web@; server_name a.example; ";
    const std::string output = printed(server + "}");
    EXPECT_TRUE(contains(output, kNobody)) << output;
    EXPECT_TRUE(contains(output, "\"a.example\"")) << output;
    EXPECT_FALSE(contains(
        printed(server +
                "robots_origin $http_x_forwarded_proto://$http_host; }"),
        kNobody));
    EXPECT_FALSE(contains(printed(server + "robots off; }"), kNobody));
    EXPECT_FALSE(contains(
        printed("server { listen 127.0.0.1:@web@; server_name b.example; }"),
        kNobody));
}

TEST_F(Warnings, OneServerWithTlsIsEnoughForASiteForHttps) {
    policy(
        "default: {groups: [{user_agent: '*'}]}\nsites: [{host: a.example, "
        "scheme: https, groups: [{user_agent: '*', disallow: /private}]}]\n");
    write_certificate(nginx.folder());
    const std::string server =
        "server { listen 127.0.0.1:@web@; server_name a.example; }";
    EXPECT_FALSE(contains(
        printed(server +
                "server { listen 127.0.0.1:@tls@ ssl; server_name a.example; " +
                std::string(kCertificate) + "}"),
        "is never used: all servers"));
}

TEST_F(Warnings, AZoneThatIsTooSmallForTheStatusIsNamedWithWhatToWrite) {
    const std::string server = "server { listen 127.0.0.1:@web@; }";
    const std::string output = printed("robots_zone 32k;" + server);
    EXPECT_TRUE(contains(output,
                         "\"robots_zone\" is too small: the status "
                         "holds 8 crawlers, no charts"))
        << output;
    EXPECT_TRUE(contains(output, "write \"robots_zone 1m\" or more"));
    EXPECT_FALSE(contains(printed(server), "too small"));
    EXPECT_FALSE(contains(printed("robots_zone 1m;" + server), "too small"));
}

TEST_F(Warnings, AnOriginWithoutSlashesIsNamed) {
    const auto about = [this](const std::string& origin) {
        return printed("server { listen 127.0.0.1:@web@; robots_origin " +
                       origin + "; }");
    };
    const std::string output = about("$http_x_forwarded_proto:/$host");
    EXPECT_TRUE(contains(output,
                         "origin \"$http_x_forwarded_proto:/$host\" lacks "
                         "\"://\", so it is ignored"))
        << output;
    EXPECT_FALSE(contains(about("$http_x_forwarded_proto://$host"), "lacks"));
    EXPECT_FALSE(contains(about("$http_x_origin"), "lacks"));
}

}  // namespace
}  // namespace integration
