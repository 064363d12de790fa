// What a missing `resolver` does to crawlers that only reverse names can
// verify, and what `nginx -t` and robotsctl say of it.

#include "tests/harness/robotsctl.hpp"
#include "tests/integration/identity/identity_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kWarned = "has no \"resolver\"";

class Resolver : public IdentityTest {
  protected:
    // The identity that robotsctl explain gives for the policy.
    std::string explained(const std::string& address,
                          const std::vector<std::string>& options) const {
        std::vector<std::string> arguments{"explain",
                                           nginx.folder().path("policy.yaml"),
                                           "--json",
                                           "--crawler",
                                           "TrueBot",
                                           "--url",
                                           "http://example.com/page",
                                           "--address",
                                           address};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return robotsctl(arguments).at(0)["identity"];
    }

    std::string resolver() const {
        return "resolver 127.0.0.1:" + std::to_string(names.port()) + ";";
    }

    // What `nginx -t` prints of one server with `server` in it.
    std::string tested(const std::string& server,
                       const std::string& http = "") {
        configure(http + "server { listen 127.0.0.1:@web@; " + server + "}");
        const Outcome outcome = nginx.test();
        EXPECT_EQ(outcome.status, 0) << outcome.output;
        return outcome.output;
    }
    bool warned(const std::string& server, const std::string& http = "") {
        return contains(tested(server, http), kWarned);
    }
};

// All of {ranges, rdns, both} x {resolver, none} x {inside, outside}; names are
// known in one place outside the ranges only.
TEST_F(Resolver, AMissingResolverMakesNoImpostors) {
    struct Row {
        const char* crawler;
        bool resolver;
        const char* inside;
        const char* named;
        const char* outside;
    };
    constexpr const char* kRanges = "ranges: [100.64.0.0/24]";
    constexpr const char* kNames = "rdns: crawl.example";
    constexpr const char* kBoth =
        "rdns: crawl.example, ranges: [100.64.0.0/24]";
    const Row rows[] = {
        {kRanges, true, "verified", "impostor", "impostor"},
        {kRanges, false, "verified", "impostor", "impostor"},
        {kNames, true, "impostor", "verified", "impostor"},
        {kNames, false, "unverifiable", "unverifiable", "unverifiable"},
        {kBoth, true, "verified", "verified", "impostor"},
        {kBoth, false, "verified", "unverifiable", "unverifiable"},
    };
    names.confirmed("100.64.1.1", kName);
    policy_of("impostor: reject");
    serve(server());
    for (const Row& row : rows) {
        SCOPED_TRACE(std::string(row.crawler) +
                     (row.resolver ? " and DNS" : ""));
        policy_of("impostor: reject", "disallow: /private", row.crawler);
        configure("server { listen 127.0.0.1:@web@;" +
                  (row.resolver ? server() : std::string(kRealIp) + kSays) +
                  "}");
        ASSERT_TRUE(nginx.reload());
        EXPECT_EQ(identity(kAddress), row.inside);
        EXPECT_EQ(identity("100.64.1.1"), row.named);
        // robotsctl agrees if it gets the same name as nginx.
        const auto told = [&row](const std::string& name) {
            return row.resolver
                       ? std::vector<std::string>{"--reverse-name", name}
                       : std::vector<std::string>{"--no-resolver"};
        };
        EXPECT_EQ(explained(kAddress, told("elsewhere.example")), row.inside);
        EXPECT_EQ(explained("100.64.1.1", told(kName)), row.named);
        EXPECT_EQ(explained("203.0.113.1", told("elsewhere.example")),
                  row.outside);
        const Response outside = ask("203.0.113.1");
        EXPECT_EQ(outside.header("X-Identity"), row.outside);
        EXPECT_EQ(outside.status,
                  row.outside == std::string_view("impostor") ? 403 : 200);
    }
}

TEST_F(Resolver, APolicyThatNeedsAResolverGetsAWarning) {
    policy_of("impostor: reject");
    const std::string output = tested("location / { empty_gif; }");
    EXPECT_TRUE(contains(output, "[warn]")) << output;
    EXPECT_TRUE(contains(output, "location \"/\" of the server in ")) << output;
    EXPECT_TRUE(contains(output, "nginx.conf:")) << output;
    EXPECT_TRUE(contains(output, kWarned)) << output;
    EXPECT_TRUE(warned(""));
    EXPECT_TRUE(contains(tested(""), " the server in ")) << output;
    policy_of("impostor: throttle");
    EXPECT_TRUE(warned(""));
}

TEST_F(Resolver, APolicyThatWantsProofGetsAWarningOfItsOwn) {
    policy_of("impostor: reject, unverifiable: reject");
    const std::string output = tested("");
    EXPECT_TRUE(contains(output,
                         "has no \"resolver\": the reverse names of crawlers "
                         "such as "))
        << output;
    EXPECT_FALSE(contains(output, "impostors of")) << output;
}

TEST_F(Resolver, AServerWithAResolverGetsNoWarning) {
    policy_of("impostor: reject");
    EXPECT_FALSE(warned(resolver()));
    EXPECT_FALSE(warned("", resolver()));
    EXPECT_FALSE(warned("location / { empty_gif; " + resolver() + "}"));
}

TEST_F(Resolver, ALocationWithoutAResolverGetsAWarning) {
    policy_of("impostor: reject");
    for (const char* location :
         {"location /a/b/ { }", "location = /a { }", "location ~ x { }",
          "location /z { location /z/y { } }"}) {
        const std::string output =
            tested("location / { empty_gif; " + resolver() + "}" + location);
        EXPECT_TRUE(contains(output, kWarned)) << location << output;
    }
}

TEST_F(Resolver, APolicyThatNeedsNoResolverGetsNoWarning) {
    policy_of("impostor: reject");
    EXPECT_FALSE(warned("robots_enforce log;"));
    EXPECT_FALSE(warned("robots_enforce off;"));
    EXPECT_FALSE(warned("robots off;") && warned("robots off; location / { }"));
    policy_of("impostor: log");
    EXPECT_FALSE(warned(""));
    // Only one group is strict, and its crawler has ranges.
    policy(R"(
crawlers:
  - {token: TrueBot, ranges: 192.0.2.0/24}
default:
  groups:
    - {user_agent: TrueBot, disallow: /x, enforce: {impostor: reject}}
)");
    EXPECT_FALSE(warned(""));
}

}  // namespace
}  // namespace integration
