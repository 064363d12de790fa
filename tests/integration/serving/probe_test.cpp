// robotsctl probe: each way in which what is served can differ from the policy
// is named, and what does not differ is not.

#include "tests/harness/certificate.hpp"
#include "tests/harness/cut_off_server.hpp"
#include "tests/integration/serving/probe_fixture.hpp"

namespace integration {
namespace {

using Probe = ProbeTest;

const std::string kAll = "browser, GPTBot, Ownbot, Slowbot";

TEST_F(Probe, WhatIsServedAsThePolicySaysIsFine) {
    start();
    for (const char* port : {"web", "front"}) {
        const Outcome said = ask("http://shop.example/page", nginx.port(port),
                                 {"--crawler", "GPTBot"});
        EXPECT_EQ(said.status, 0) << said.output;
        EXPECT_EQ(said.output,
                  "2 URLs, asked as a browser and 1 crawler: 0 differences\n");
    }
    EXPECT_EQ(ask_front("http://shop.example", {"--quiet"}).output, "");
    EXPECT_EQ(kinds("http://closed.example"), Words());
    EXPECT_EQ(kinds("http://none.example"), Words());
}

TEST_F(Probe, AnApplicationsTextIsItsOwn) {
    start(
        "location / { default_type text/plain; return 200 'User-agent: *'; }");
    EXPECT_EQ(kinds("http://app.example"), Words());
    EXPECT_EQ(kinds("http://closed.example"), Words{"wrong-status: browser"});
}

TEST_F(Probe, AnApplicationNeedHaveNone) {
    start("location / { return 404; }");
    EXPECT_EQ(kinds("http://app.example"), Words());
    EXPECT_EQ(kinds("http://closed.example"), Words{"not-found: browser"});
}

TEST_F(Probe, EachCrawlerGetsItsPage) {
    start();
    // GPTBot is refused as the policy says.
    EXPECT_EQ(kinds("http://shop.example/closed", {"--crawler", "GPTBot"}),
              Words());
    // This machine is not Ownbot's, and nginx knows it.
    const Outcome said =
        ask_front("http://shop.example/page", {"--crawler", "Ownbot"});
    EXPECT_EQ(said.status, 0) << said.output;
    EXPECT_TRUE(contains(said.output, "impostor: the status is 403"))
        << said.output;
    EXPECT_TRUE(nginx.await_error_log("impostor"));
}

TEST_F(Probe, ACrawlerWithADelayAsksOnce) {
    start();
    const Outcome said = ask_front("http://shop.example/a",
                                   {"http://shop.example/b", "--crawler",
                                    "Slowbot", "--crawler", "GPTBot"});
    EXPECT_EQ(said.status, 0) << said.output;
    EXPECT_TRUE(
        contains(said.output, "not all pages are asked for as Slowbot,"))
        << said.output;
    EXPECT_TRUE(nginx.violations().empty());
    // A second run comes too fast, and says that it did.
    const Outcome again =
        ask_front("http://shop.example/a", {"--crawler", "Slowbot"});
    EXPECT_EQ(again.status, 0) << again.output;
    EXPECT_TRUE(contains(again.output, "those of probe among them"))
        << again.output;
}

TEST_F(Probe, TextInFrontIsShown) {
    if (!nginx_has("--with-http_sub_module")) {
        GTEST_SKIP() << "this nginx has no sub_filter";
    }
    start(R"(
location / {
    proxy_pass http://127.0.0.1:@web@; proxy_set_header Host $host;
    sub_filter_types text/plain;
    sub_filter 'User-agent: GPTBot' '# BEGIN Cloudflare Managed content
User-agent: Bytespider
Disallow: /

# END Cloudflare Managed Content

User-agent: GPTBot';
})");
    EXPECT_EQ(kinds(), Words{"added-text: " + kAll});
    const Outcome said = ask_front();
    EXPECT_TRUE(contains(said.output,
                         "http://shop.example/robots.txt as a browser, GPTBot, "
                         "Ownbot and Slowbot\n  added-text: 105 octets more "
                         "than the policy's, in front of its text; it is "
                         "Cloudflare's managed robots.txt\n"))
        << said.output;
    EXPECT_TRUE(contains(said.output, "    +User-agent: Bytespider\n"));
}

// As behind a proxy that ends TLS, without robots_origin.
TEST_F(Probe, AnotherOriginInTheTextIsNamed) {
    write_signed_certificate(nginx.folder(), "shop.example");
    start(
        "location / { proxy_pass http://127.0.0.1:@web@/; proxy_set_header "
        "Host $host; } listen 127.0.0.1:@tls@ ssl; " +
        std::string(kCertificate));
    Words words = to("shop.example", nginx.port("tls"));
    words.insert(words.end(), {"https://shop.example", "--ca-file",
                               nginx.folder().path("ca.pem")});
    const Outcome said = run(words);
    EXPECT_EQ(said.status, 1);
    EXPECT_TRUE(
        contains(said.output, "origin: it is the text for http://shop.example"))
        << said.output;
}

// As where nginx listens on an inner port, and does not know better.
TEST_F(Probe, TheInnerPortInTheTextIsNamed) {
    policy(kProbed);
    serve("");
    EXPECT_TRUE(contains(ask("http://shop.example", nginx.port()).output,
                         "origin: it is the text for http://shop.example:"));
}

TEST_F(Probe, AnOlderRevisionIsStale) {
    start(R"(
location / {
    proxy_pass http://127.0.0.1:@web@; proxy_set_header Host $host;
    add_header Age 90;
})");
    std::string newer(kProbed);
    policy(newer.replace(newer.find("/closed"), 7, "/opened"));
    EXPECT_EQ(kinds(), Words{"stale: " + kAll});
    const Outcome said = ask_front();
    EXPECT_TRUE(contains(said.output, "a cache has had it for 90 s"))
        << said.output;
    EXPECT_TRUE(contains(said.output, "    -Disallow: /opened\n"));
    EXPECT_TRUE(contains(said.output, "    +Disallow: /closed\n"));
}

TEST_F(Probe, WhatIsInFrontOfNginxIsNamed) {
    const struct {
        const char* front;
        std::string kind;
        const char* text;
    } cases[] = {
        {"if ($is_gptbot) { return 403; } location / { proxy_pass "
         "http://127.0.0.1:@web@; proxy_set_header Host $host; }",
         "refused: GPTBot", "the module never refuses robots.txt"},
        {"if ($is_gptbot) { return 444; } location / { proxy_pass "
         "http://127.0.0.1:@web@; proxy_set_header Host $host; }",
         "no-answer: GPTBot", "if others get an answer"},
        {"add_header cf-mitigated challenge always; location / { return 403; }",
         "challenge: " + kAll, "a challenge of Cloudflare, with status 403"},
        {"location / { default_type text/html; return 503 "
         "'<html><a href=/x?_Incapsula_Resource>'; }",
         "challenge: " + kAll, "a challenge of Imperva"},
        {"location / { return 301 https://shop.example$request_uri; }",
         "redirect: " + kAll,
         "redirects to `https://shop.example/robots.txt`, another scheme"},
        {"location / { return 302 http://www.shop.example/robots.txt; }",
         "redirect: " + kAll, ", another host"},
        {"location / { return 404; }", "not-found: " + kAll,
         "\"everything is allowed\""},
        {"location / { return 429; }", "refused: " + kAll,
         "\"nothing is allowed\""},
        {"location / { return 502; }", "server-error: " + kAll,
         "\"nothing is allowed\""},
        {"location / { default_type text/html; return 200 '<html>'; }",
         "web-page: " + kAll, "a web page, not a robots.txt"},
        {"location / { default_type text/plain; return 200 ''; }",
         "cut-short: " + kAll, "it ends after 0 octets of "},
        {"location / { default_type text/plain; return 200 'User-agent: x'; }",
         "other-text: " + kAll, "    +User-agent: x\n"},
        {"location / { default_type text/plain; add_header Content-Encoding "
         "gzip; return 200 'User-agent: x'; }",
         "encoding: " + kAll, "its Content-Encoding is `gzip`"},
    };
    for (const auto& each : cases) {
        SCOPED_TRACE(each.front);
        if (nginx.master() != 0) {
            nginx.stop();
        }
        start(each.front);
        const Words found = kinds();
        EXPECT_NE(std::find(found.begin(), found.end(), each.kind), found.end())
            << (found.empty() ? "nothing" : found.back());
        const Outcome said = ask_front();
        EXPECT_TRUE(contains(said.output, each.text)) << said.output;
    }
}

TEST_F(Probe, AChangedFormIsNamed) {
    start();
    std::string text = nginx.get("http://shop.example/robots.txt").body;
    const auto answer = [this](const std::string& type,
                               const std::string& body) {
        const CutOffServer server("HTTP/1.1 200 OK\r\nContent-Type: " + type +
                                  "\r\nConnection: close\r\n\r\n" + body);
        return ask("http://shop.example", server.port()).output;
    };
    EXPECT_TRUE(contains(answer("text/html", text),
                         "content-type: its Content-Type is `text/html`"));
    EXPECT_TRUE(contains(answer("text/plain; charset=iso-8859-1", text),
                         "charset: its charset is `iso-8859-1`"));
    EXPECT_TRUE(contains(answer("text/plain; charset=\"UTF-8\"", text),
                         "0 differences"));
    EXPECT_TRUE(contains(answer("text/plain", "\xEF\xBB\xBF" + text),
                         "byte-order-mark: "));
    EXPECT_TRUE(
        contains(answer("text/plain", "\x1f\x8b" + text), "encoding: "));
    EXPECT_TRUE(contains(answer("text/plain", text + "\nDisallow: /\n"),
                         "behind its text"));
    EXPECT_TRUE(
        contains(answer("text/plain", text + std::string(600 * 1024, '#')),
                 "too-long: it has more than 500 KiB"));
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;
         at += 2) {
        text.insert(at, 1, '\r');
    }
    EXPECT_TRUE(contains(answer("text/plain", text), "line-ends: "));
}

TEST_F(Probe, XRobotsTagOfAPageIsCompared) {
    start(R"(
location / { proxy_pass http://127.0.0.1:@web@; proxy_set_header Host $host; }
location /lost { proxy_pass http://127.0.0.1:@web@; proxy_set_header Host $host;
                 proxy_hide_header X-Robots-Tag; }
location /own { return 200 page; add_header X-Robots-Tag "NOINDEX, noarchive"; }
)");
    const Words browser{"--crawler", "GPTBot"};
    EXPECT_EQ(kinds("http://shop.example/page", browser), Words());
    EXPECT_EQ(kinds("http://shop.example/lost", browser),
              Words{"missing-tag: browser, GPTBot"});
    EXPECT_EQ(kinds("http://shop.example/own", browser),
              Words{"extra-tag: browser, GPTBot"});
    // A front that answers itself lets through whom the policy refuses.
    EXPECT_EQ(kinds("http://shop.example/own/x", {"--crawler", "Ownbot"}),
              (Words{"extra-tag: browser, Ownbot", "not-refused: Ownbot"}));
}

TEST_F(Probe, HttpsIsAskedWithTheHostsName) {
    write_signed_certificate(nginx.folder(), "shop.example");
    policy(kProbed);
    serve("robots_origin $scheme://$host; listen 127.0.0.1:@tls@ ssl; " +
          std::string(kCertificate));
    Words words = to("shop.example", nginx.port("tls"));
    words.emplace_back("https://shop.example");
    const Outcome untrusted = run(words);
    EXPECT_EQ(untrusted.status, 2) << untrusted.output;
    words.insert(words.end(), {"--ca-file", nginx.folder().path("ca.pem")});
    EXPECT_TRUE(contains(run(words).output, "0 differences"));
}

TEST_F(Probe, WhatCannotBeAskedIsUnusable) {
    start();
    EXPECT_EQ(run({"http://other.example/"}).status, 2);
    EXPECT_EQ(run({"shop.example"}).status, 2);
    EXPECT_EQ(ask_front("http://shop.example", {"--crawler", "x y"}).status, 2);
    EXPECT_TRUE(contains(
        ask_front("http://shop.example", {"--crawler", "google-extended"})
            .output,
        "is only for robots.txt"));
    EXPECT_EQ(
        run({"http://shop.example", "--connect-to", "shop.example=x"}).status,
        2);
    EXPECT_TRUE(contains(
        run({"http://shop.example", "--connect-to", "shop.exmaple=127.0.0.1"})
            .output,
        "is for a host that no URL has"));
    const Outcome nobody = ask("http://shop.example", free_port());
    EXPECT_EQ(nobody.status, 2);
    EXPECT_TRUE(contains(nobody.output, "robotsctl: http://shop.example: "))
        << nobody.output;
    EXPECT_FALSE(contains(nobody.output, "difference"));
}

// A name that no site claims may lead nowhere private.
TEST_F(Probe, ANameOfNobodyIsNotAskedAtAPrivateAddress) {
    policy("default: {groups: []}\n");
    serve("");
    const std::string port = std::to_string(nginx.port());
    const Outcome said = run({"http://localhost:" + port});
    EXPECT_EQ(said.status, 2) << said.output;
    EXPECT_TRUE(contains(said.output, "its host is not public")) << said.output;
    EXPECT_EQ(run({"http://127.0.0.1:" + port}).status, 0);
    EXPECT_EQ(
        run({"http://localhost:" + port, "--connect-to", "localhost=127.0.0.1"})
            .status,
        0);
    policy("sites: [{host: localhost, groups: []}]\n");
    EXPECT_EQ(run({"http://localhost:" + port}).status, 0);
}

}  // namespace
}  // namespace integration
