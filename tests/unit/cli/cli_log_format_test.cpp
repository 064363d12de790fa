// Logs in other formats than nginx's combined one.

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr const char* kTwoSites = R"(version: 1
enforce: {crawl_delay: reject, disallow: reject, burst: 0, rate_per: address}
sites:
  - {host: a.example, groups: [{user_agent: "*", disallow: /a, crawl_delay: 10s}]}
  - {host: b.example, groups: [{user_agent: "*", disallow: [/b, "/*?x=1"]}]}
default: {robots_txt: none}
)";

// Behind the fields of the combined format that come before the time.
constexpr const char* kRest =
    R"( - - [10/Oct/2026:00:00:01 +0000] "GET /a HTTP/1.1" 200 1 "-" "Examplebot/1.0")";

class CliLogFormat : public RobotsctlFixture {
  protected:
    Ran replay(const std::string& log,
               std::vector<std::string> options = {}) const {
        std::vector<std::string> words{"replay",
                                       write("policy.yaml", kTwoSites),
                                       write("access.log", log), "--lines"};
        words.insert(words.end(), options.begin(), options.end());
        return run(words);
    }

    // The rules that decide about the lines of `log`, each with "; ".
    std::string rules(const std::string& log,
                      const std::vector<std::string>& options = {}) const {
        const Ran ran = replay(log, options);
        EXPECT_EQ(ran.code, 0) << ran.err;
        std::string out;
        for (const auto& line : ran.json()) {
            out +=
                line["rule"].is_null() ? "-" : line["rule"].get<std::string>();
            out += "; ";
        }
        return out;
    }

    std::string rules_as(const std::string& format,
                         const std::string& log) const {
        return rules(log, {"--log-format", format});
    }

    void expect_problem(const std::string& format, const std::string& text) {
        const Ran ran = replay("", {"--log-format", format});
        EXPECT_EQ(ran.code, 2);
        EXPECT_THAT(ran.err, HasSubstr(text)) << format;
    }
};

TEST_F(CliLogFormat, AHostMayStandInFrontOfTheAddress) {
    const std::string address = std::string("192.0.2.1") + kRest + "\n";
    const std::string log = "a.example:443 " + address + "b.example " +
                            address + "A.EXAMPLE " + address + "192.0.2.9:80 " +
                            address + address + "b.example unix:" + kRest +
                            "\n" + "a.example crawl-1.xbot.example" + kRest +
                            "\n" + "crawl-1.a.example" + kRest + "\n";
    const std::string expected =
        "Disallow: /a; -; Disallow: /a; -; -; -; Disallow: /a; -; ";
    EXPECT_EQ(rules(log), expected);
    EXPECT_EQ(rules_as("vhost_combined", "a.example " + address),
              "Disallow: /a; ");
    // Then it is the address, and the host is not known.
    EXPECT_EQ(rules_as("combined", "a.example " + address), "-; ");
}

TEST_F(CliLogFormat, AHostMayStandBehindTheUserAgent) {
    const std::string line = std::string("192.0.2.1") + kRest;
    const std::string log = line + " \"a.example\"\n" + line +
                            " b.example:8443\n" + line + " a.example\n" + line +
                            " \"-\"\n" + line + " \"203.0.113.1\"\n";
    const std::string expected = "Disallow: /a; -; Disallow: /a; -; -; ";
    EXPECT_EQ(rules(log), expected);
    EXPECT_EQ(rules_as("combined_vhost", log), expected);
    EXPECT_EQ(rules_as("combined", log), "-; -; -; -; -; ");
}

// nginx's packages log X-Forwarded-For there, which a client can write.
TEST_F(CliLogFormat, AClientCannotPutAHostBehindTheUserAgent) {
    const std::string line = std::string("192.0.2.1") + kRest;
    EXPECT_EQ(rules(line + " \"-\"\n" + line + " \"203.0.113.1, 10.0.0.1\"\n" +
                    line + " \"a.example\"\n"),
              "-; -; -; ");
    // More fields than one are not a host either.
    EXPECT_EQ(rules(line + " a.example 0.012\n"), "-; ");
}

TEST_F(CliLogFormat, AnyLogFormatOfNginxIsRead) {
    const std::string ua = R"("Examplebot/1.0")";
    // The format of nginx's packages, with the host.
    EXPECT_EQ(
        rules_as("$host $remote_addr - $remote_user [$time_local] \"$request\" "
                 "$status $body_bytes_sent \"$http_referer\" "
                 "\"$http_user_agent\" \"$http_x_forwarded_for\" $pipe",
                 "a.example 192.0.2.1 - - [10/Oct/2026:00:00:01 +0000] \"GET "
                 "/a HTTP/1.1\" 200 1 \"-\" " +
                     ua + " \"-\" .\n"),
        "Disallow: /a; ");
    EXPECT_EQ(rules_as("$time_iso8601|$scheme://$http_host$request_uri|"
                       "$request_method|$http_user_agent",
                       "2026-10-10T00:00:01+00:00|https://b.example:443/b/x|"
                       "GET|Examplebot/1.0\n"),
              "Disallow: /b; ");
    EXPECT_EQ(rules_as("${msec} $server_name $server_port $uri$is_args$args "
                       "\"$http_user_agent\"",
                       "1791590401.250 b.example 80 /c d?x=1 " + ua + "\n"),
              "Disallow: /*?x=1; ");
    EXPECT_EQ(rules_as("$msec\\t$host\\t$uri?$args\\t$http_user_agent",
                       "1791590401.250\tb.example\t/c\tExamplebot/1.0\n"
                       "1791590401.250\tb.example\t/c?x=1\tExamplebot/1.0\n"
                       "1791590401.250\tb.example\t/b?-\tExamplebot/1.0\n"),
              "Disallow: /*?x=1; Disallow: /b; ");
    // What robotsctl does not know is skipped, also where variables touch.
    EXPECT_EQ(rules_as("$a$b$c [$time_local] $d \"$request\" $host "
                       "\"$http_user_agent\" $e$f",
                       "1 2 3 [10/Oct/2026:00:00:01 +0000] x y \"GET /a "
                       "HTTP/1.1\" a.example " +
                           ua + " z\n"),
              "Disallow: /a; ");
}

TEST_F(CliLogFormat, TimesAreAsExactAsTheFormat) {
    const Ran ran = replay("1791590401.250 0.250 GET /a Examplebot/1.0\n",
                           {"--log-format",
                            "$msec $request_time $request_method $request_uri "
                            "$http_user_agent"});
    EXPECT_DOUBLE_EQ(ran.json().at(0)["arrived"].get<double>(), 1791590401.0);
}

TEST_F(CliLogFormat, ValuesAreReadWithoutTheirEscapes) {
    const std::string format =
        "\"$request_uri\" \"$http_user_agent\" $host $msec";
    EXPECT_EQ(
        rules_as(format,
                 R"("/\x61?\x22" "Examplebot/1.0 \x5C" a.example 1791590401.0)"
                 "\n"),
        "Disallow: /a; ");
    EXPECT_EQ(
        rules_as("escape=json " + format,
                 R"("\/\u0061\" 1" "Examplebot\/1.0" a.example 1791590401.0)"
                 "\n"),
        "Disallow: /a; ");
    EXPECT_EQ(rules_as("escape=none " + format,
                       R"("/a" "Examplebot/1.0 \" a.example 1791590401.0)"
                       "\n"),
              "Disallow: /a; ");
}

// Without escapes, a URL may look like the fields behind it. They have shapes.
TEST_F(CliLogFormat, AClientCannotMoveOtherFields) {
    const std::string format =
        "escape=none [$time_local] \"$request\" $status $host "
        "\"$http_user_agent\"";
    const std::string time = "[10/Oct/2026:00:00:01 +0000] ";
    EXPECT_EQ(rules_as(format, time + "\"GET /a\" x HTTP/1.1\" 404 a.example "
                                      "\"Examplebot/1.0\"\n"),
              "Disallow: /a; ");
    // The user of Basic authentication is what a client says.
    EXPECT_EQ(rules_as("$remote_user [$time_local] $host \"$request\" "
                       "\"$http_user_agent\"",
                       "x [y] z [1 [10/Oct/2026:00:00:01 +0000] a.example "
                       "\"GET /a HTTP/1.1\" \"Examplebot/1.0\"\n"),
              "Disallow: /a; ");
}

TEST_F(CliLogFormat, TheAddressIsTheNearestThatTheFormatHas) {
    const auto line = [](const std::string& forwarded) {
        return "[10/Oct/2026:00:00:01 +0000] a.example \"GET /c HTTP/1.1\" "
               "\"Examplebot/1.0\" \"" +
               forwarded + "\"\n";
    };
    const std::string format =
        "[$time_local] $host \"$request\" \"$http_user_agent\" "
        "\"$http_x_forwarded_for\"";
    const auto early = [&](const std::string& log) {
        std::size_t out = 0;
        for (const auto& each : replay(log, {"--log-format", format}).json()) {
            out += each["verdict"] == "crawl_delay" ? 1 : 0;
        }
        return out;
    };
    // Budgets are for an address.
    EXPECT_EQ(early(line("203.0.113.1") + line("203.0.113.2")), 0u);
    EXPECT_EQ(early(line("203.0.113.1") + line("203.0.113.1")), 1u);
    EXPECT_EQ(early(line("203.0.113.1, 198.51.100.1") +
                    line("203.0.113.2, 198.51.100.1")),
              1u);
}

TEST_F(CliLogFormat, AFormatMeansWhatTheCombinedFormatMeans) {
    std::string log;
    for (int i = 0; i < 50; ++i) {
        log += combined_line(i, i % 3 == 0 ? "/a\\x22" : "/c",
                             i % 2 == 0 ? "Examplebot/1.0" : "Mozilla/5.0");
    }
    log +=
        "192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] \"\\x16\\x03\" 400 1 "
        "\"-\" \"-\"\nnonsense\n";
    const std::string combined =
        "$remote_addr - $remote_user [$time_local] \"$request\" $status "
        "$body_bytes_sent \"$http_referer\" \"$http_user_agent\"";
    const std::string policy = write("policy.yaml", kTwoSites);
    const std::string file = write("access.log", log);
    const Ran detected = run({"replay", policy, file, "--json"});
    EXPECT_EQ(detected.code, 0);
    EXPECT_EQ(detected.json().back()["unreadable"], 1);
    EXPECT_EQ(detected.json().back()["no_requests"], 1);
    EXPECT_EQ(
        detected.out,
        run({"replay", policy, file, "--json", "--log-format", combined}).out);
}

TEST_F(CliLogFormat, ProblemsHaveAPlaceInTheFormat) {
    const std::string fine = "$msec $request_uri ";
    expect_problem(fine,
                   "--log-format:1: the format has no `$http_user_agent`");
    expect_problem("$msec $http_user_agent", "the format has no `$request`");
    expect_problem("$request $http_user_agent",
                   "the format has no `$time_local`");
    expect_problem(fine + "$ $http_user_agent",
                   "--log-format:20: `$` without the name of a variable");
    expect_problem(fine + "${http_user_agent", "--log-format:20: `$` without");
    expect_problem(fine + "$http_user_agent$status",
                   "--log-format:36: `$http_user_agent` and `$status` touch");
    expect_problem("$msec$request $http_user_agent",
                   "--log-format:6: `$msec` and `$request` touch");
    expect_problem("$msec\\n$request $http_user_agent",
                   "--log-format:6: a line break");
    expect_problem("escape=xml $msec",
                   "--log-format:8: unknown escape `xml`; known: `default`");
    expect_problem("combine", "unknown format `combine`; write a log_format");
    expect_problem(std::string(9000, '$'), "more than 8192 octets");
}

TEST_F(CliLogFormat, AFormatIsReadFromNginxConf) {
    const std::string conf = write("nginx.conf",
                                   "http {\n"
                                   "    # log_format no '$x';\n"
                                   "    log_format short '$msec $request ';\n"
                                   "    log_format main escape=json\n"
                                   "        '$host [$time_local] '\n"
                                   "        '\"$request\" '\n"
                                   "        \"\\\"$http_user_agent\\\"\";\n"
                                   "    log_format bad '$msec '\n"
                                   "        '$request$http_user_agent';\n"
                                   "}\n");
    const std::string log =
        "a.example [10/Oct/2026:00:00:01 +0000] \"GET /a HTTP/1.1\" "
        "\"Examplebot/1.0\"\n";
    EXPECT_EQ(rules(log, {"--log-format-from", conf + ":main"}),
              "Disallow: /a; ");
    const auto problem = [&](const std::string& from) {
        const Ran ran = replay(log, {"--log-format-from", from});
        EXPECT_EQ(ran.code, 2);
        return ran.err;
    };
    EXPECT_THAT(problem(conf),
                HasSubstr("several formats: `short`, `main`, `bad`; write one "
                          "behind the file"));
    EXPECT_THAT(problem(conf + ":other"),
                HasSubstr("no `log_format` `other`; known: `short`"));
    EXPECT_THAT(problem(conf + ":bad"),
                HasSubstr("nginx.conf:9:18: `$request` and `$http_user_agent` "
                          "touch"));
    EXPECT_THAT(problem(conf + ":short"),
                HasSubstr("nginx.conf:3:5: the format has no "
                          "`$http_user_agent`"));
    EXPECT_THAT(problem(write("empty.conf", "http {}")),
                HasSubstr("included files are not read"));
    EXPECT_THAT(problem(path("none.conf")),
                EndsWith("No such file or directory\n"));
    // A directive as it is can be pasted, too.
    EXPECT_EQ(rules(log, {"--log-format",
                          "log_format main '$host [$time_local] \"$request\" '"
                          "'\"$http_user_agent\"';"}),
              "Disallow: /a; ");
}

TEST_F(CliLogFormat, DiffReadsTheSameFormats) {
    const std::string open =
        "version: 1\ndefault: {groups: [{user_agent: '*', disallow: []}]}\n";
    const Ran ran = run(
        {"diff", write("a.yaml", kTwoSites), write("b.yaml", open), "--json",
         "--log", write("x.log", "1791590401.0 a.example /a Examplebot/1.0\n"),
         "--log-format", "$msec $host $request_uri $http_user_agent"});
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_EQ(ran.json().back()["old_verdict"], "disallow, reject");
}

}  // namespace
}  // namespace robots
