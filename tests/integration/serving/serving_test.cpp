// robots.txt as an HTTP resource: bytes, headers, methods, validators, ranges,
// compression (RFC 9309 2.3, RFC 9110).

#include <fcntl.h>
#include <sys/stat.h>

#include <csignal>
#include <regex>

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kServingPolicy = R"(
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private}]
)";
constexpr std::string_view kText = "User-agent: *\nDisallow: /private\n";
constexpr const char* kUrl = "http://example.com/robots.txt";

class Serving : public RobotsTest {
  protected:
    Serving() {
        policy(kServingPolicy);
        serve();
    }

    Response get(const std::vector<std::string>& headers) {
        Request request(kUrl);
        request.headers = headers;
        return nginx.send(request);
    }
};

TEST_F(Serving, TheBodyIsThePolicys) {
    const Response answer = nginx.get(kUrl);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, kText);
}

TEST_F(Serving, Headers) {
    const Response answer = nginx.get(kUrl);
    EXPECT_EQ(answer.header("Content-Type"), "text/plain; charset=utf-8");
    EXPECT_EQ(answer.header("Content-Length"), std::to_string(kText.size()));
    EXPECT_EQ(answer.header("Cache-Control"), "max-age=3600");
    EXPECT_TRUE(std::regex_match(answer.header("ETag"),
                                 std::regex("\"[0-9A-Za-z_-]+\"")))
        << answer.header("ETag");
    EXPECT_TRUE(contains(answer.header("Last-Modified"), " GMT"));
    EXPECT_FALSE(answer.has("Accept-Ranges"));
    EXPECT_FALSE(answer.has("Expires"));
    EXPECT_FALSE(answer.has("Location"));
}

TEST_F(Serving, EveryoneGetsTheSameBytes) {
    for (const std::string_view agent : {kGptBot, kGooglebot, kChrome}) {
        EXPECT_EQ(nginx.get(kUrl, agent).body, kText);
    }
}

TEST_F(Serving, HeadHasTheHeadersOfGetAndNoBody) {
    const Response get = nginx.get(kUrl);
    const Response head = nginx.send(Request(kUrl).as("HEAD"));
    EXPECT_EQ(head.status, 200);
    EXPECT_TRUE(head.body.empty());
    for (const char* name : {"Content-Length", "Content-Type", "ETag",
                             "Last-Modified", "Cache-Control"}) {
        EXPECT_EQ(head.header(name), get.header(name)) << name;
    }
}

TEST_F(Serving, OtherMethodsAre405WithAllow) {
    for (const char* method : {"PUT", "DELETE", "OPTIONS", "PATCH"}) {
        const Response answer = nginx.send(Request(kUrl).as(method));
        EXPECT_EQ(answer.status, 405) << method;
        EXPECT_EQ(answer.header("Allow"), "GET, HEAD") << method;
    }
}

TEST_F(Serving, APostsBodyIsReadAndTheConnectionLives) {
    const std::string body(300 * 1024, 'x');
    Connection connection(nginx.port());
    connection.send(
        message("POST /robots.txt HTTP/1.1", "example.com",
                {"Content-Length: " + std::to_string(body.size())}) +
        body + message("GET /robots.txt HTTP/1.1", "example.com"));
    EXPECT_EQ(connection.read().status, 405);
    EXPECT_EQ(connection.read().body, kText);
}

TEST_F(Serving, IfNoneMatchIs304) {
    const std::string etag = nginx.get(kUrl).header("ETag");
    for (const std::string& value :
         {etag, "W/" + etag, "\"other\", " + etag, std::string("*")}) {
        const Response answer = get({"If-None-Match: " + value});
        EXPECT_EQ(answer.status, 304) << value;
        EXPECT_TRUE(answer.body.empty());
        EXPECT_EQ(answer.header("ETag"), etag);
        EXPECT_EQ(answer.header("Cache-Control"), "max-age=3600");
    }
    EXPECT_EQ(get({"If-None-Match: \"other\""}).status, 200);
}

TEST_F(Serving, IfModifiedSinceIs304) {
    const std::string modified = nginx.get(kUrl).header("Last-Modified");
    EXPECT_EQ(get({"If-Modified-Since: " + modified}).status, 304);
    EXPECT_EQ(get({"If-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT"}).status,
              200);
}

TEST_F(Serving, Ranges) {
    const Response first = get({"Range: bytes=0-10"});
    EXPECT_EQ(first.status, 206);
    EXPECT_EQ(first.body, "User-agent:");
    EXPECT_EQ(first.header("Content-Range"),
              "bytes 0-10/" + std::to_string(kText.size()));
    EXPECT_EQ(get({"Range: bytes=-9"}).body, "/private\n");
    EXPECT_EQ(get({"Range: bytes=500-"}).status, 416);
}

TEST_F(Serving, IfRangeWithAStaleValidatorGivesTheWhole) {
    const std::string etag = nginx.get(kUrl).header("ETag");
    EXPECT_EQ(get({"Range: bytes=0-3", "If-Range: " + etag}).status, 206);
    const Response whole = get({"Range: bytes=0-3", "If-Range: \"old\""});
    EXPECT_EQ(whole.body, kText);
    EXPECT_EQ(whole.header("Accept-Ranges"), "bytes");
}

TEST_F(Serving, QueriesAndOtherSpellingsAreTheSameResource) {
    for (const char* target :
         {"/robots.txt?v=2", "//robots.txt", "/./robots.txt", "/%72obots.txt",
          "/x/../robots.txt"}) {
        EXPECT_EQ(nginx.get("http://example.com" + std::string(target)).body,
                  kText)
            << target;
    }
}

TEST_F(Serving, OtherPathsAreNotTouched) {
    for (const char* path : {"/robots.txt/", "/a/robots.txt", "/ROBOTS.TXT",
                             "/robots.txt.gz", "/robots"}) {
        EXPECT_EQ(nginx.get("http://example.com" + std::string(path)).body,
                  "backend GET " + std::string(path));
    }
}

TEST_F(Serving, EqualBytesKeepTheirValidatorOverAReload) {
    const std::string etag = nginx.get(kUrl).header("ETag");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(nginx.get(kUrl).header("ETag"), etag);
    policy(R"(
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /other}]
)");
    ASSERT_TRUE(nginx.reload());
    EXPECT_NE(nginx.get(kUrl).header("ETag"), etag);
}

class ServingMore : public RobotsTest {};

TEST_F(ServingMore, GzipByNginxsFilterWeakensTheValidator) {
    policy(R"(
sites:
  - host: example.com
    robots_txt: {file: long.txt}
)");
    std::string text = "User-agent: *\n";
    for (int i = 0; i < 200; ++i) {
        text += "Disallow: /private/" + std::to_string(i) + "\n";
    }
    nginx.raw_file("long.txt", text);
    serve("gzip on; gzip_types text/plain; " + std::string(kToBackend));
    const Response plain = nginx.get(kUrl);
    EXPECT_EQ(plain.body, text);
    const Response packed =
        nginx.send(Request(kUrl).header("Accept-Encoding: gzip"));
    EXPECT_EQ(packed.header("Content-Encoding"), "gzip");
    EXPECT_LT(packed.body.size(), text.size() / 2);
    EXPECT_EQ(packed.header("ETag"), "W/" + plain.header("ETag"));
}

// error_page does not replace what nginx's own filters answer either.
TEST_F(ServingMore, ErrorPagesDoNotReplaceAFailedPrecondition) {
    policy(kServingPolicy);
    serve("error_page 412 416 =301 http://elsewhere.example/;" +
          std::string(kToBackend));
    for (const auto& [header, status] : {std::pair("If-Match: \"other\"", 412),
                                         std::pair("Range: bytes=500-", 416)}) {
        const Response answer = nginx.send(Request(kUrl).header(header));
        EXPECT_EQ(answer.status, status) << header;
        EXPECT_FALSE(answer.has("Location")) << header;
    }
}

// A cache that kept one of these would answer crawlers with it, and to them
// it means that nothing is forbidden.
TEST_F(ServingMore, WhatIsNotTheFileIsNotKeptByCaches) {
    policy(kServingPolicy);
    serve();
    const Response range =
        nginx.send(Request(kUrl).header("Range: bytes=500-"));
    EXPECT_EQ(range.status, 416);
    EXPECT_EQ(range.header("Cache-Control"), "no-store");
    Connection connection(nginx.port());
    const Response malformed =
        connection
            .send(message("GET /robots.txt HTTP/1.1", "example.com",
                          {"Transfer-Encoding: chunked"}) +
                  "no number\r\n")
            .read();
    EXPECT_EQ(malformed.status, 400);
    EXPECT_EQ(malformed.header("Cache-Control"), "no-store");
}

// RFC 9110 8.8.2.1. A clock that was set back, or an archive, leaves such
// files.
TEST_F(ServingMore, AFileFromTheFutureWasNotModifiedThere) {
    policy(kServingPolicy);
    const timespec times[2] = {{4102444800, 0}, {4102444800, 0}};  // 2100
    ASSERT_EQ(utimensat(AT_FDCWD, nginx.folder().path("policy.yaml").c_str(),
                        times, 0),
              0);
    serve();
    const Response answer = nginx.get(kUrl);
    EXPECT_FALSE(contains(answer.header("Last-Modified"), " 2100 "))
        << answer.header("Last-Modified");
    EXPECT_NE(answer.header("Last-Modified"), "");
}

// As if older files had been copied back with their times, by cp -p or rsync.
TEST_F(ServingMore, APolicyThatChangedHasANewDate) {
    policy(kServingPolicy);
    serve();
    const auto reload = [this](time_t seconds) {
        const timespec times[2] = {{seconds, 0}, {seconds, 0}};
        for (const char* file : {"nginx.conf", "policy.yaml"}) {
            EXPECT_EQ(utimensat(AT_FDCWD, nginx.folder().path(file).c_str(),
                                times, 0),
                      0);
        }
        EXPECT_TRUE(nginx.reload_as_it_is());
        const Response answer = nginx.get(kUrl);
        EXPECT_TRUE(contains(answer.body, "Disallow: /one\n")) << answer.body;
        return answer.header("Last-Modified");
    };
    const auto asked_since = [this](const std::string& date) {
        return nginx.send(Request(kUrl).header("If-Modified-Since: " + date))
            .status;
    };
    policy("default: {groups: [{user_agent: '*', disallow: /one}]}\n");
    const std::string first = reload(1700000200);
    EXPECT_FALSE(contains(first, " 2023 ")) << first;
    EXPECT_EQ(asked_since(first), 304);
    EXPECT_EQ(asked_since("Tue, 14 Nov 2023 22:16:40 GMT"), 200);
    EXPECT_EQ(reload(1700000300), first);
}

// RFC 9309 2.4: how long a crawler keeps it is the policy's to say.
TEST_F(ServingMore, ExpiresDoesNotApply) {
    policy(kServingPolicy);
    serve("expires max;" + std::string(kToBackend));
    const Response answer = nginx.get(kUrl);
    EXPECT_EQ(answer.header("Cache-Control"), "max-age=3600");
    EXPECT_FALSE(answer.has("Expires"));
}

TEST_F(ServingMore, MaxAgeIsThePolicys) {
    policy(R"(
sites:
  - host: example.com
    max_age: 5m
    groups: [{user_agent: "*", disallow: /private}]
)");
    serve();
    EXPECT_EQ(nginx.get(kUrl).header("Cache-Control"), "max-age=300");
}

TEST_F(ServingMore, AVerbatimFileIsServedByteForByte) {
    std::string text =
        "\xEF\xBB\xBF# caf\xC3\xA9 ${host} $host\r\nuser-AGENT:*";
    text += "\rDisallow : /x\r\n\r\n\tSitemap: http://a/\r\n# no newline: \xFF";
    nginx.raw_file("old/robots.txt", text);
    policy(R"(
sites:
  - host: example.com
    robots_txt: {file: old/robots.txt}
)");
    serve();
    EXPECT_EQ(nginx.get(kUrl).body, text);
}

TEST_F(ServingMore, ALargeFileComesWholeAndInPieces) {
    std::string text = "User-agent: *\n";
    while (text.size() < 490 * 1024) {
        text += "Disallow: /" + std::to_string(text.size()) + "\n";
    }
    nginx.raw_file("large.txt", text);
    policy(R"(
sites:
  - host: example.com
    robots_txt: {file: large.txt}
)");
    serve();
    EXPECT_EQ(nginx.get(kUrl).body, text);
    const Response piece =
        nginx.send(Request(kUrl).header("Range: bytes=400000-400099"));
    EXPECT_EQ(piece.body, text.substr(400000, 100));
}

TEST_F(ServingMore, ASuspendedSiteAnswers503WithRetryAfter) {
    policy(R"(
sites:
  - host: example.com
    suspend: {retry_after: 90m}
    groups: [{user_agent: "*", disallow: /private}]
enforce: reject
)");
    serve("error_page 503 =301 http://elsewhere.example/; " +
          std::string(kToBackend));
    const Response answer = nginx.get(kUrl, kGptBot);
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.header("Retry-After"), "5400");
    EXPECT_FALSE(answer.has("Location"));
    const Response head = nginx.send(Request(kUrl).as("HEAD"));
    EXPECT_EQ(head.status, 503);
    EXPECT_EQ(head.header("Retry-After"), "5400");
    EXPECT_EQ(nginx.get("http://example.com/private", kGptBot).status, 200)
        << "nobody can know the rules of a suspended site";
}

// A body in several buffers, since the host is in it.
TEST_F(ServingMore, SeveralRangesOfABodyWithTheHostInIt) {
    policy(R"(
sites:
  - host: example.com
    comment: "Crawling ${host}, that is ${host}"
    groups: [{user_agent: "*", disallow: /private}]
)");
    serve();
    const std::string text = nginx.get(kUrl).body;
    EXPECT_EQ(nginx.send(Request(kUrl).header("Range: bytes=5-25")).body,
              text.substr(5, 21));
    const Response several =
        nginx.send(Request(kUrl).header("Range: bytes=0-3,20-30"));
    if (several.status == 200) {
        EXPECT_EQ(several.body, text);  // RFC 9110 14.2: ranges are optional
        return;
    }
    EXPECT_EQ(several.status, 206);
    EXPECT_TRUE(contains(several.body, text.substr(0, 4)));
    EXPECT_TRUE(contains(several.body, text.substr(20, 11)));
}

// RFC 9309 2.3: robots.txt is UTF-8, whatever the pages are.
TEST_F(ServingMore, TheServersCharsetDoesNotRecodeIt) {
    const std::string text = "# \xD0\xB0\nUser-agent: *\nDisallow: /\n";
    nginx.raw_file("cyrillic.txt", text);
    policy(R"(
sites:
  - host: example.com
    robots_txt: {file: cyrillic.txt}
)");
    configure(
        "charset_map koi8-r utf-8 { C1 D0B0; }"
        "server { listen 127.0.0.1:@web@;"
        "source_charset utf-8; charset koi8-r; }");
    nginx.start();
    const Response answer = nginx.get(kUrl);
    EXPECT_EQ(answer.header("Content-Type"), "text/plain; charset=utf-8");
    EXPECT_EQ(answer.body, text);
}

TEST_F(ServingMore, TheDebugLogSaysWhatAnsweredIt) {
    if (!nginx_has("--with-debug")) {
        GTEST_SKIP() << "this nginx has no debug log";
    }
    nginx.log_level = "debug";
    policy(kServingPolicy);
    serve();
    nginx.get(kUrl);
    nginx.get("http://other.example/robots.txt");
    EXPECT_TRUE(
        nginx.await_error_log("robots: robots.txt of \"example.com\": 200"));
    EXPECT_TRUE(nginx.await_error_log("robots: no site for this robots.txt"));
}

}  // namespace
}  // namespace integration
