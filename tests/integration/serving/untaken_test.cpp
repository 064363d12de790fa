// What the policy leaves to nginx: hosts that no site claims, and robots.txt
// that an application publishes itself.

#include "tests/integration/status/status_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kOnlyExample = R"(
enforce: {disallow: reject, impostor: pass}
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private}]
)";

class Unclaimed : public StatusTest {};

TEST_F(Unclaimed, TheApplicationAnswersForIt) {
    policy(kOnlyExample);
    serve();
    EXPECT_EQ(nginx.get("http://other.example/robots.txt").body,
              "backend GET /robots.txt");
    EXPECT_TRUE(contains(nginx.get("http://example.com/robots.txt").body,
                         "Disallow: /private\n"));
}

TEST_F(Unclaimed, AFileAnswersForIt) {
    policy(kOnlyExample);
    nginx.file("html/robots.txt", "User-agent: *\nDisallow: /own\n");
    serve("root @prefix@/html;");
    EXPECT_EQ(nginx.get("http://other.example/robots.txt").body,
              "User-agent: *\nDisallow: /own\n");
}

TEST_F(Unclaimed, WhatRewriteAndErrorPagesSayHolds) {
    policy(kOnlyExample);
    serve(
        "if ($host = moved.example) { return 301 http://new.example/; }"
        "error_page 404 =410 /gone; location = /gone { return 410 gone; }"
        "location / { root @prefix@/nothing; }");
    EXPECT_EQ(nginx.get("http://moved.example/robots.txt").status, 301);
    EXPECT_EQ(nginx.get("http://other.example/robots.txt").status, 410);
}

TEST_F(Unclaimed, AnyMethodIsTheApplications) {
    policy(kOnlyExample);
    serve();
    EXPECT_EQ(
        nginx.send(Request("http://other.example/robots.txt").as("POST")).body,
        "backend POST /robots.txt");
}

TEST_F(Unclaimed, NobodyIsJudgedAndNothingCounted) {
    policy(kOnlyExample);
    serve_with_status();
    EXPECT_EQ(nginx.get("http://other.example/private", kGptBot).status, 200);
    EXPECT_EQ(nginx.get("http://other.example/robots.txt", kGptBot).status,
              200);
    EXPECT_EQ(nginx.get("http://example.com/private", kGptBot).status, 403);
    ASSERT_TRUE(becomes([&] {
        return crawler("GPTBot")["counts"]["requests"] == 1;
    })) << json();
    EXPECT_EQ(json()["totals"]["robots_txt"], 0);
    EXPECT_EQ(json()["sites"]["rows"].size(), 1U) << json()["sites"];
}

TEST_F(Unclaimed, ADefaultOfNoneAnswers404) {
    policy(std::string(kOnlyExample) + "default: {robots_txt: none}\n");
    serve("error_page 404 =301 http://elsewhere.example/; " +
          std::string(kToBackend));
    const Response answer = nginx.get("http://unknown.example/robots.txt");
    EXPECT_EQ(answer.status, 404);
    EXPECT_EQ(answer.body, "This site has no robots.txt.\n");
    EXPECT_FALSE(answer.has("Location"));
    EXPECT_EQ(nginx.get("http://unknown.example/private", kGptBot).status, 200);
    EXPECT_TRUE(contains(nginx.get("http://example.com/robots.txt").body,
                         "Disallow: /private\n"));
}

class Passed : public StatusTest {
  protected:
    // `server` answers for example.com, whose policy closes /private.
    void start(const std::string& server,
               const std::string& rules = "/private") {
        write(rules);
        configure(
            "server { listen 127.0.0.1:@web@;"
            "add_header X-Revision $robots_revision always;" +
            server + "}" + status_server());
        nginx.start();
    }

    void write(const std::string& rules) {
        policy(
            "enforce: {disallow: reject, impostor: pass}\nsites:\n"
            "  - host: example.com\n    robots_txt: pass\n"
            "    x_robots_tag: noindex\n"
            "    groups: [{user_agent: '*', disallow: [" +
            rules + "]}]\n");
    }

    Response ask(const std::string& path, std::string_view agent = kGptBot) {
        return nginx.get("http://example.com" + path, agent);
    }
};

TEST_F(Passed, TheApplicationsOwnIsServedAsItIs) {
    start(std::string(kToBackend));
    const Response answer = ask("/robots.txt?x");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "backend GET /robots.txt?x");
    EXPECT_FALSE(answer.has("ETag"));
    EXPECT_FALSE(answer.has("Cache-Control"));
    EXPECT_FALSE(answer.has("X-Robots-Tag"));
}

TEST_F(Passed, TheGroupsAreEnforced) {
    start(std::string(kToBackend));
    EXPECT_EQ(ask("/private").status, 403);
    EXPECT_EQ(ask("/private", kChrome).status, 200);
    EXPECT_EQ(ask("/public").status, 200);
    EXPECT_EQ(ask("/public").header("X-Robots-Tag"), "noindex");
}

TEST_F(Passed, AFetchCountsAsFetched) {
    start(std::string(kToBackend));
    EXPECT_EQ(ask("/robots.txt").status, 200);
    write("/private, /more");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(ask("/more").status, 200) << "it knows the older rules";
    EXPECT_EQ(ask("/robots.txt").status, 200);
    EXPECT_EQ(ask("/more").status, 403);
}

TEST_F(Passed, AnAnswerThatFailedDoesNot) {
    start(
        "location = /robots.txt { error_page 500 502 = /down; "
        "  proxy_pass http://127.0.0.1:@backend@/broken; } "
        "location = /down { internal; return 503; }" +
        std::string(kToBackend));
    EXPECT_EQ(ask("/private").status, 403);
    write("/private, /more");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(ask("/robots.txt").status, 500);
    ASSERT_TRUE(becomes([&] { return site("example.com")["robots_txt"] == 1; }))
        << json()["sites"];
    EXPECT_EQ(crawler("GPTBot")["fetches"]["requests"], 0);
}

TEST_F(Passed, ItIsCountedWithTheStatusThatTheClientGot) {
    nginx.file("html/robots.txt", "User-agent: *\nDisallow: /own\n");
    start("root @prefix@/html;");
    const Response first = ask("/robots.txt");
    EXPECT_EQ(first.status, 200);
    EXPECT_EQ(nginx
                  .send(Request("http://example.com/robots.txt")
                            .agent(kChrome)
                            .header("If-None-Match: " + first.header("ETag")))
                  .status,
              304);
    const auto answers = [this] { return json("site=example.com")["answers"]; };
    EXPECT_TRUE(becomes([&] { return answers().size() == 2; })) << answers();
    EXPECT_EQ(answers(), (Json{{{"status", 200}, {"count", 1}},
                               {{"status", 304}, {"count", 1}}}));
}

TEST_F(Passed, ASuspendedSiteAnswers503) {
    policy(
        "sites: [{host: example.com, robots_txt: pass, suspend: "
        "true}]\n");
    serve();
    EXPECT_EQ(ask("/robots.txt").status, 503);
}

// What `nginx -t` prints.
class NamesWithoutSite : public RobotsTest {
  protected:
    std::string printed(const std::string& servers) {
        configure(servers);
        const Outcome outcome = nginx.test();
        EXPECT_EQ(outcome.status, 0) << outcome.output;
        return outcome.output;
    }
    static constexpr std::string_view kUncovered = "has no site for";
};

constexpr std::string_view kTwoHosts = R"(
sites:
  - {host: [example.com, "*.example.org"]}
)";

TEST_F(NamesWithoutSite, NamesWithoutASiteAreNamedInOneLine) {
    policy(kTwoHosts);
    const std::string output = printed(
        "server { listen 127.0.0.1:@web@; server_name example.com "
        "Shop.Example.com .example.net; }"
        "server { listen 127.0.0.1:@second@; server_name shop.example.com; }");
    EXPECT_TRUE(contains(output, "[warn]")) << output;
    EXPECT_TRUE(contains(output,
                         "has no site for the server names \"*.example.net\", "
                         "\"example.net\", \"shop.example.com\": "))
        << output;
}

TEST_F(NamesWithoutSite, ManyNamesAreCutShort) {
    policy(kTwoHosts);
    std::string names;
    for (char c = 'a'; c <= 'z'; ++c) {
        names += std::string(" ") + c + ".example";
    }
    const std::string output =
        printed("server { listen 127.0.0.1:@web@; server_name" + names + "; }");
    EXPECT_TRUE(contains(output, "\"e.example\" and 21 more: ")) << output;
    EXPECT_FALSE(contains(output, "f.example")) << output;
}

TEST_F(NamesWithoutSite, WhatIsCoveredOrMayBeAnythingIsNot) {
    policy(kTwoHosts);
    const std::string output = printed(
        "server { listen 127.0.0.1:@web@; server_name _ \"\" ~^x$ mail.* "
        "example.com EXAMPLE.com. a.example.org *.b.example.org; }"
        "server { listen 127.0.0.1:@web@; robots off; server_name z.example; "
        "}");
    EXPECT_FALSE(contains(output, kUncovered)) << output;
}

// The port forgotten, or the wrong scheme.
TEST_F(NamesWithoutSite, ASiteOfAnotherAddressIsNotTheirs) {
    policy(
        "sites:\n  - {host: port.example, port: 8443}\n"
        "  - {host: tls.example, scheme: https}\n"
        "  - {host: plain.example, scheme: http}\n");
    const std::string listen = "server { listen 127.0.0.1:@web@; server_name ";
    const std::string output =
        printed(listen + "port.example tls.example plain.example; }");
    EXPECT_TRUE(contains(output,
                         "has no site for the server names \"port.example\", "
                         "\"tls.example\": "))
        << output;
    EXPECT_FALSE(contains(printed("robots_origin https://$host:8443; " +
                                  listen + "port.example tls.example; }"),
                          kUncovered));
    EXPECT_FALSE(contains(
        printed("server { listen 127.0.0.1:@web@ proxy_protocol; server_name "
                "port.example; }"),
        kUncovered));
    nginx.file("html/robots.txt", "User-agent: *\n");
    const auto hides = [&](const std::string& name) {
        return contains(printed(listen + name + "; root @prefix@/html; }"),
                        "is not served");
    };
    EXPECT_FALSE(hides("port.example"));
    EXPECT_TRUE(hides("plain.example"));
}

TEST_F(NamesWithoutSite, AFileOfThePolicyIsNotHidden) {
    nginx.file("html/robots.txt", "User-agent: *\nDisallow: /x\n");
    policy(
        "sites: [{host: example.com, robots_txt: {file: html/robots.txt}}]\n");
    EXPECT_FALSE(
        contains(printed("server { listen 127.0.0.1:@web@; server_name "
                         "example.com; root @prefix@/html; }"),
                 "is not served"));
}

TEST_F(NamesWithoutSite, ADefaultCoversAll) {
    policy(std::string(kTwoHosts) + "default: {robots_txt: none}\n");
    EXPECT_FALSE(contains(
        printed("server { listen 127.0.0.1:@web@; server_name x.example; }"),
        kUncovered));
}

TEST_F(NamesWithoutSite, ADefaultServerThatServesASiteToAnyHostIsNamed) {
    const auto warns = [&](const std::string& servers) {
        return contains(printed(servers), "\"Host\" than the policy's");
    };
    const std::string site =
        "server { listen 127.0.0.1:@web@; server_name example.com; }";
    const std::string refusing =
        "server { listen 127.0.0.1:@web@ default_server; return 444; }";
    policy(kTwoHosts);
    EXPECT_TRUE(warns(site));
    EXPECT_TRUE(warns(site + "server { listen 127.0.0.1:@second@; }"));
    EXPECT_FALSE(warns(site + refusing));
    EXPECT_FALSE(warns(refusing + site));
    EXPECT_FALSE(warns("server { listen 127.0.0.1:@web@; server_name _; }"));
    EXPECT_FALSE(warns("robots_origin $http_x_asked; " + site));
    policy(std::string(kTwoHosts) + "default: {robots_txt: none}\n");
    EXPECT_FALSE(warns(site));
}

TEST_F(NamesWithoutSite, AFileThatSomeHostsAreServedIsNotHidden) {
    nginx.file("html/robots.txt", "User-agent: *\n");
    const auto hides = [&](const std::string& names) {
        return contains(
            printed("server { listen 127.0.0.1:@web@; server_name " + names +
                    "; root @prefix@/html; location = /robots.txt { } }"),
            "is not served");
    };
    policy(kTwoHosts);
    EXPECT_TRUE(hides("example.com a.example.org"));
    EXPECT_FALSE(hides("example.com b.example"));
    EXPECT_FALSE(hides("_"));
    policy(
        "sites: [{host: example.com, robots_txt: pass}]\n"
        "default: {}\n");
    EXPECT_FALSE(hides("example.com"));
}

}  // namespace
}  // namespace integration
