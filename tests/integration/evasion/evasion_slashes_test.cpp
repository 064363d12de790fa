// Whose "merge_slashes" counts, row by row of docs/evidence/evasion.md: that of
// the server that nginx asks, which need not be the one that answers.

#include <gmock/gmock.h>

#include "tests/harness/certificate.hpp"
#include "tests/harness/http2_connection.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

enum class Over { http1, tls, tls_without_name, path_first, host_first, h2 };

struct SlashesRow {
    bool default_merges;
    bool own_merges;
    std::string_view what;
    Over over;
    int status;
};

constexpr std::string_view kHttp1 = "HTTP/1.1";
constexpr std::string_view kTls = "HTTP/1.1, TLS with SNI";
constexpr std::string_view kUnnamed = "HTTP/1.1, TLS without SNI";
constexpr std::string_view kPathFirst = "HTTP/2, `:path` before `:authority`";
constexpr std::string_view kHostFirst = "HTTP/2, `:authority` before `:path`";
constexpr std::string_view kH2 = "HTTP/2, TLS with SNI";

const std::vector<SlashesRow> kSlashes{
    {true, true, kHttp1, Over::http1, 403},
    {true, true, kH2, Over::h2, 403},
    {false, false, kHttp1, Over::http1, 200},
    {false, false, kH2, Over::h2, 200},
    {true, false, kHttp1, Over::http1, 403},
    {true, false, kTls, Over::tls, 200},
    {true, false, kUnnamed, Over::tls_without_name, 403},
    {true, false, kPathFirst, Over::path_first, 403},
    {true, false, kHostFirst, Over::host_first, 200},
    {true, false, kH2, Over::h2, 200},
    {false, true, kHttp1, Over::http1, 200},
    {false, true, kTls, Over::tls, 403},
    {false, true, kUnnamed, Over::tls_without_name, 200},
    {false, true, kPathFirst, Over::path_first, 200},
    {false, true, kHostFirst, Over::host_first, 403},
    {false, true, kH2, Over::h2, 403},
};

constexpr std::string_view kEvasionSlashesPolicy = R"(
enforce: reject
default:
  x_robots_tag:
    - {path: {directory: /private}, value: noindex}
    - {path: //robots.txt, value: none}
  groups: [{user_agent: "*", disallow: /private/}]
)";

std::string on_or_off(bool merges) {
    return merges ? "on" : "off";
}

class MergeSlashes : public RobotsTest {
  protected:
    MergeSlashes() {
        policy(kEvasionSlashesPolicy);
        write_certificate(nginx.folder());
        std::string http =
            "http2_max_concurrent_streams 8;"
            "log_format tag '$sent_http_x_robots_tag';";
        for (const bool default_merges : {true, false}) {
            for (const bool own_merges : {true, false}) {
                const std::string id = name(default_merges, own_merges);
                http += server(id, "default.example", default_merges) +
                        server(id, "own.example", own_merges);
            }
        }
        configure(http);
        nginx.start();
    }

    static std::string name(bool default_merges, bool own_merges) {
        return on_or_off(default_merges) + on_or_off(own_merges);
    }

    static std::string server(const std::string& id, const std::string& host,
                              bool merges) {
        return "server { listen 127.0.0.1:@web" + id +
               "@; listen 127.0.0.1:@h2" + id +
               "@ http2; listen 127.0.0.1:@tls" + id + "@ ssl http2; " +
               std::string(kCertificate) + " server_name " + host +
               "; access_log @prefix@/access.log tag; merge_slashes " +
               on_or_off(merges) +
               "; location / { proxy_pass http://127.0.0.1:@backend@$uri; } }";
    }

    Response over_tls(const SlashesRow& row, const std::string& path,
                      std::string_view agent) {
        const std::string id = name(row.default_merges, row.own_merges);
        Request request((row.over == Over::tls_without_name
                             ? "https://127.0.0.1"
                             : "https://own.example") +
                        path);
        request.to(nginx.port("tls" + id)).agent(agent);
        if (row.over == Over::tls_without_name) {
            request.header("Host: own.example");
        }
        request.over(row.over == Over::h2 ? Version::http2 : Version::http1);
        return nginx.send(request);
    }

    Response over_http2(const SlashesRow& row, const std::string& path,
                        std::string_view agent) {
        const std::string id = name(row.default_merges, row.own_merges);
        Http2Connection::Fields fields{{":method", "GET"}, {":scheme", "http"}};
        if (row.over == Over::path_first) {
            fields.emplace_back(":path", path);
            fields.emplace_back(":authority", "own.example");
        } else {
            fields.emplace_back(":authority", "own.example");
            fields.emplace_back(":path", path);
        }
        fields.emplace_back("user-agent", agent);
        return Http2Connection(nginx.port("h2" + id)).send(fields);
    }

    Response ask(const SlashesRow& row, const std::string& path,
                 std::string_view agent) {
        switch (row.over) {
            case Over::http1:
                return Connection(nginx.port("web" + name(row.default_merges,
                                                          row.own_merges)))
                    .send(message("GET " + path + " HTTP/1.1", "own.example",
                                  {"User-Agent: " + std::string(agent)}))
                    .read();
            case Over::path_first:
            case Over::host_first:
                return over_http2(row, path, agent);
            default:
                return over_tls(row, path, agent);
        }
    }
};

std::string text_of(const SlashesRow& row) {
    return "| `" + on_or_off(row.default_merges) + "` | `" +
           on_or_off(row.own_merges) + "` | " + std::string(row.what) + " | " +
           std::to_string(row.status) + " |\n";
}

TEST_F(MergeSlashes, RulesSeeSlashesAsNginxMergedThem) {
    for (const SlashesRow& row : kSlashes) {
        for (const std::string target :
             {"//private/x", "/%2fprivate/x", "/a//../private/x"}) {
            // "a//.." is "a" where slashes stay.
            const bool dots = target[1] == 'a';
            const bool merged =
                contains(ask(row, target, kChrome).body, " /private/x");
            const int status = ask(row, target, kGptBot).status;
            EXPECT_EQ(status, merged ? 403 : 200) << text_of(row) << target;
            EXPECT_TRUE(dots || status == row.status) << text_of(row) << target;
        }
    }
}

TEST_F(MergeSlashes, RobotsTxtIsServedIfItsSlashesAreMerged) {
    for (const SlashesRow& row : kSlashes) {
        const Response answer = ask(row, "//robots.txt", kGptBot);
        EXPECT_EQ(answer.status, 200) << text_of(row);
        EXPECT_EQ(contains(answer.body, "Disallow: /private/"),
                  row.status == 403)
            << text_of(row) << answer.body;
    }
}

TEST_F(MergeSlashes, ServedRobotsTxtHasNoTag) {
    std::size_t asked = 0;
    for (const SlashesRow& row : kSlashes) {
        ask(row, "//robots.txt", kChrome);
        const std::vector<std::string> lines = nginx.await_access_log(++asked);
        ASSERT_EQ(lines.size(), asked) << text_of(row);
        EXPECT_EQ(lines.back(), row.status == 403 ? "-" : "none")
            << text_of(row);
    }
}

TEST_F(MergeSlashes, PathsOfXRobotsTagMatchTheSameWay) {
    for (const SlashesRow& row : kSlashes) {
        if (row.over == Over::path_first || row.over == Over::host_first) {
            continue;
        }
        EXPECT_EQ(ask(row, "//private/x", kChrome).has("X-Robots-Tag"),
                  row.status == 403)
            << text_of(row);
    }
}

TEST(EvasionPage, ShowsTheTableOfMergeSlashes) {
    std::string text = "|---|---|---|---|\n";
    for (const SlashesRow& row : kSlashes) {
        text += text_of(row);
    }
    EXPECT_THAT(read_file(source_folder() + "/docs/evidence/evasion.md"),
                testing::HasSubstr(text + "\n"));
}

}  // namespace
}  // namespace integration
