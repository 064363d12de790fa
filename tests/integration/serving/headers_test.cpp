// X-Robots-Tag: on every response that it is meant for, once, and on no other.

#include <algorithm>
#include <cctype>

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

using Values = std::vector<std::string>;

// All values of a response's X-Robots-Tag headers, in their order.
Values tags(const Response& response) {
    Values out;
    for (const auto& [name, value] : response.headers) {
        std::string folded = name;
        std::transform(folded.begin(), folded.end(), folded.begin(),
                       [](unsigned char c) { return std::tolower(c); });
        if (folded == "x-robots-tag") {
            out.push_back(value);
        }
    }
    return out;
}

class Headers : public RobotsTest {
  protected:
    void tag(const std::string& tag) {
        policy(R"(
sites:
  - host: example.com
    x_robots_tag: )" +
               tag + R"(
    groups: [{user_agent: "*", disallow: /private}]
  - host: other.example
)");
    }

    Values at(const std::string& path, std::string_view agent = kChrome) {
        return tags(nginx.get("http://example.com" + path, agent));
    }
};

const Values kNone;
const Values kNoindex{"noindex"};

TEST_F(Headers, StaticAndProxiedResponsesHaveIt) {
    tag("noindex, nofollow");
    nginx.raw_file("html/page.html", "page");
    serve(R"(
root @prefix@/html;
location /app { proxy_pass http://127.0.0.1:@backend@; }
)");
    const Values both{"noindex, nofollow"};
    EXPECT_EQ(at("/page.html"), both);
    EXPECT_EQ(at("/page.html", kGptBot), both);
    EXPECT_EQ(at("/app/x"), both);
    EXPECT_EQ(at("/app/x", ""), both);
}

TEST_F(Headers, ErrorsAndRedirectsHaveIt) {
    tag("noindex");
    nginx.raw_file("html/error.html", "sorry");
    serve(R"(
root @prefix@/html;
location /redirect { return 301 /elsewhere; }
location /broken { return 500; }
location /closed { deny all; }
location /page { error_page 404 /error.html; }
location /dead { proxy_pass http://127.0.0.1:@nobody_listens@; }
)");
    for (const auto& [path, status] :
         {std::pair("/missing", 404), std::pair("/redirect", 301),
          std::pair("/broken", 500), std::pair("/closed", 403),
          std::pair("/page/missing", 404), std::pair("/dead", 502)}) {
        const Response answer =
            nginx.get("http://example.com" + std::string(path), kChrome);
        EXPECT_EQ(answer.status, status) << path;
        EXPECT_EQ(tags(answer), kNoindex) << path;
    }
}

TEST_F(Headers, HeadAndNotModifiedHaveIt) {
    tag("noindex");
    nginx.raw_file("html/page.html", "page");
    serve("root @prefix@/html;");
    const Response head =
        nginx.send(Request("http://example.com/page.html").as("HEAD"));
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(tags(head), kNoindex);
    const Response same =
        nginx.send(Request("http://example.com/page.html")
                       .header("If-None-Match: " + head.header("ETag")));
    EXPECT_EQ(same.status, 304);
    EXPECT_EQ(tags(same), kNoindex);
}

TEST_F(Headers, RobotsTxtAndOtherSitesHaveNone) {
    tag("noindex");
    serve();
    EXPECT_EQ(at("/robots.txt"), kNone);
    EXPECT_EQ(at("/robots.txt?x"), kNone);
    EXPECT_EQ(at("/%72obots.txt"), kNone);
    EXPECT_EQ(at("/page"), kNoindex);
    EXPECT_EQ(tags(nginx.get("http://other.example/page", kChrome)), kNone);
    EXPECT_EQ(tags(nginx.get("http://unknown.example/page", kChrome)), kNone);
}

TEST_F(Headers, NoServerWithoutRobotsHasIt) {
    tag("noindex");
    serve("robots off; location / { return 200; }");
    EXPECT_EQ(at("/page"), kNone);
}

TEST_F(Headers, ARefusalHasIt) {
    policy(R"(
default:
  x_robots_tag: noindex
  enforce: reject
  groups: [{user_agent: "*", disallow: /private}]
)");
    serve();
    const Response answer = nginx.get("http://example.com/private", kGptBot);
    EXPECT_EQ(answer.status, 403);
    EXPECT_EQ(tags(answer), kNoindex);
}

TEST_F(Headers, APathSelectsResponsesByTheTargetAsSent) {
    tag("[{path: {extension: pdf}, value: noindex}, "
        "{path: {directory: /private}, value: none}]");
    serve(R"(
location / { rewrite ^ /inner.pdf; }
location = /inner.pdf { return 200; }
)");
    EXPECT_EQ(at("/page"), kNone);
    EXPECT_EQ(at("/page.pdf"), kNoindex);
    EXPECT_EQ(at("/private/x.pdf"), (Values{"noindex", "none"}));
    EXPECT_EQ(at("//private/x"), Values{"none"});
    EXPECT_EQ(at("/%70rivate/x"), Values{"none"});
}

TEST_F(Headers, AUserAgentSelectsCrawlers) {
    tag("[{user_agent: Googlebot, value: noindex}, "
        "{user_agent: [GPTBot, ClaudeBot], value: none}]");
    serve(R"(
location / { proxy_pass http://127.0.0.1:@backend@; }
location /unjudged {
    robots_enforce off;
    proxy_pass http://127.0.0.1:@backend@;
}
)");
    for (const char* path : {"/page", "/unjudged"}) {
        EXPECT_EQ(at(path), kNone) << path;
        EXPECT_EQ(at(path, kGooglebot), kNoindex) << path;
        EXPECT_EQ(at(path, "Googlebot-Image/1.0"), kNoindex) << path;
        EXPECT_EQ(at(path, kGptBot), Values{"none"}) << path;
        EXPECT_EQ(at(path, kClaudeBot), Values{"none"}) << path;
    }
}

TEST_F(Headers, TheSameValueIsNotSentTwice) {
    tag("[noindex, nofollow, noindex]");
    configure(R"(
server {
    listen 127.0.0.1:@web@;
    location / { proxy_pass http://127.0.0.1:@upstream@; }
    location /added {
        add_header x-robots-tag nofollow always;
        return 200;
    }
    location /hidden {
        proxy_hide_header X-Robots-Tag;
        proxy_pass http://127.0.0.1:@upstream@;
    }
}
server {
    listen 127.0.0.1:@upstream@;
    robots off;
    add_header X-Robots-Tag noindex always;
    add_header X-Robots-Tag noarchive always;
    location / { return 200; }
})");
    nginx.start();
    EXPECT_EQ(at("/"), (Values{"noindex", "noarchive", "nofollow"}));
    EXPECT_EQ(at("/added"), (Values{"nofollow", "noindex"}));
    EXPECT_EQ(at("/hidden"), (Values{"noindex", "nofollow"}));
}

TEST_F(Headers, SubrequestsAddNone) {
    tag("noindex");
    serve(R"(
auth_request /auth;
location /auth { internal; proxy_pass http://127.0.0.1:@backend@/grant; }
location / { proxy_pass http://127.0.0.1:@backend@; }
)");
    EXPECT_EQ(at("/page"), kNoindex);
}

TEST_F(Headers, AReloadChangesIt) {
    tag("noindex");
    serve();
    EXPECT_EQ(at("/page"), kNoindex);
    tag("[]");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(at("/page"), kNone);
    tag("none");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(at("/page"), Values{"none"});
}

TEST_F(Headers, TheStagingTemplateHasIt) {
    policy("include: staging.yaml\ndefault: {template: staging}\n");
    nginx.file("staging.yaml",
               read_file(source_folder() + "/templates/staging.yaml"));
    serve();
    EXPECT_EQ(at("/page"), Values{"noindex, nofollow"});
}

// The chain of filters belongs to the process. The reload fails after all of
// its configuration was read, and what it left is what a new worker starts
// with.
TEST_F(Headers, AReloadThatFailedLateTakesNothingFromANewWorker) {
    tag("noindex");
    serve();
    ASSERT_EQ(at("/"), kNoindex);
    policy("sites: [{host: example.com, groups: [{user_agent: '*'}]}]\n");
    nginx.http += "access_log @prefix@/no/folder/access.log;";
    nginx.expect_alarm("no/folder/access.log");
    ASSERT_FALSE(nginx.reload());
    nginx.expect_alarm("exited on signal 9");
    nginx.kill_worker(nginx.serving_workers().at(0));
    EXPECT_EQ(at("/"), kNoindex);
}

// Content-Usage and tdm-reservation of `usage`.
class UseOfContent : public RobotsTest {
  protected:
    std::string at(const std::string& path) {
        const Response answer = nginx.get("http://example.com" + path, kChrome);
        return answer.header("content-usage") + " | " +
               answer.header("tdm-reservation");
    }
};

TEST_F(UseOfContent, TheLongestPathThatMatchesCounts) {
    policy(R"(
sites:
  - host: example.com
    usage:
      - {disallow: [train-ai], allow: [search]}
      - {path: /press/, allow: [train-ai]}
    usage_as: [content_usage, tdmrep]
    groups: [{user_agent: "*", disallow: /private}]
  - host: other.example
)");
    serve(R"(
location / { return 200; }
location /own/ { add_header Content-Usage train-ai=y; return 200; }
)");
    EXPECT_EQ(at("/"), "train-ai=n, search=y | 1");
    EXPECT_EQ(at("/press/x?y"), "train-ai=y, search=y | 0");
    EXPECT_EQ(at("/%70ress/x"), "train-ai=y, search=y | 0");
    EXPECT_EQ(at("/a/../press/x"), "train-ai=y, search=y | 0");
    EXPECT_EQ(at("/own/"), "train-ai=y | 1");
    EXPECT_EQ(at("/robots.txt"), " | ");
    const Response other = nginx.get("http://other.example/", kChrome);
    EXPECT_EQ(other.header("content-usage"), "");
}

}  // namespace
}  // namespace integration
