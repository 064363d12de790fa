// robotsctl replay says of each line of an access log what nginx did, for every
// kind of violation and every action.

#include <cstdlib>
#include <ctime>
#include <deque>
#include <map>
#include <set>
#include <thread>

#include "tests/harness/robots_fixture.hpp"
#include "tests/harness/robotsctl.hpp"

namespace integration {
namespace {

using Json = nlohmann::json;

constexpr const char* kKinds[] = {"disallow", "crawl_delay", "request_rate",
                                  "visit_time"};
constexpr const char* kActions[] = {"log", "throttle", "reject"};

// "disallow-log.example", with "_" as hosts have it.
std::string host_of(std::string kind, const std::string& action) {
    for (char& c : kind) {
        c = c == '_' ? '-' : c;
    }
    return kind + '-' + action + ".example";
}

// A group that can break that one thing, besides its path. Requests that are
// early are so by seconds, and windows are hours away: what is tested is not
// how exactly clocks agree.
std::string group_for(const std::string& kind) {
    if (kind == "crawl_delay") {
        return "crawl_delay: 2s";
    }
    if (kind == "request_rate") {
        return "request_rate: 1/2s";
    }
    if (kind == "visit_time") {
        const std::time_t now = std::time(nullptr);
        return std::gmtime(&now)->tm_hour < 12 ? "visit_time: '1400-2000'"
                                               : "visit_time: '0200-1000'";
    }
    return "disallow: [/private, /open/no]";
}

std::string site_for(const std::string& kind, const std::string& action) {
    return "  - host: " + host_of(kind, action) + "\n    enforce: {" + kind +
           ": " + action +
           ", max_wait: 3s, burst: 0, tolerance: 0%, grace: 0s}\n"
           "    groups: [{user_agent: '*', " +
           group_for(kind) + "}]\n";
}

class ReplayAgrees : public RobotsTest {
  protected:
    static constexpr std::string_view kLogs = R"(
    log_format lines escape=json
        '{"msec":"$msec","request_time":"$request_time",'
        '"crawler":"$robots_crawler","category":"$robots_category",'
        '"identity":"$robots_identity","site":"$robots_site",'
        '"group":"$robots_group","verdict":"$robots_verdict",'
        '"action":"$robots_action","wait":"$robots_wait","status":"$status",'
        '"address":"$remote_addr","request":"$request",'
        '"user_agent":"$http_user_agent"}';
    map $host $is_for_combined { default 0; disallow-reject.example 1; }
    )";
    // What nginx answers itself, what it exempts, and the rest.
    static constexpr std::string_view kServer = R"(
    access_log @prefix@/access.log lines;
    access_log @prefix@/combined.log combined if=$is_for_combined;
    location = /moved { return 301 /page; }
    location = /rewritten { rewrite ^ /page redirect; }
    location = /gone { return 410; }
    location /exempt/ { robots_enforce off; rewrite ^ /page break;
                        proxy_pass http://127.0.0.1:@backend@; }
    location /private/guarded {
        if ($robots_verdict = disallow) { return 404; }
        proxy_pass http://127.0.0.1:@backend@; }
    )";
    static constexpr const char* kTargets[] = {
        "/robots.txt", "/page",     "/moved",       "/page?2",
        "/private/x",  "/exempt/x", "/rewritten",   "/private/guarded",
        "/gone",       "/page?3",   "/private/y",   "/page?4",
        "/moved",      "/open/no",  "//private//z", "/page?5"};

    void start() {
        std::string text = "\nsites:\n";
        for (const char* kind : kKinds) {
            for (const char* action : kActions) {
                text += site_for(kind, action);
            }
        }
        policy(text);
        nginx.workers = 2;
        configure(std::string(kLogs) + "server { listen 127.0.0.1:@web@;" +
                  std::string(kServer) + std::string(kToBackend) + "}");
        nginx.start();
    }

    // Each target of each site, some milliseconds apart, by two crawlers and a
    // browser in turn; delayed requests meanwhile wait on connections of their
    // own. How many there were.
    std::size_t crawl() {
        std::deque<Connection> asked;
        std::size_t turn = 0;
        const std::string_view agents[] = {"Examplebot/1.0", "Examplebot/1.0",
                                           "Otherbot/2.0", kChrome};
        for (const char* target : kTargets) {
            for (const char* kind : kKinds) {
                for (const char* action : kActions) {
                    const std::string_view agent = agents[turn++ % 4];
                    asked.emplace_back(nginx.port())
                        .send(
                            message("GET " + std::string(target) + " HTTP/1.1",
                                    host_of(kind, action),
                                    {"User-Agent: " + std::string(agent),
                                     "Connection: close"}));
                    // Which of two comes first must not be chance.
                    std::this_thread::sleep_for(3ms);
                }
            }
            ++turn;  // another agent for each target of a site
        }
        for (Connection& each : asked) {
            each.rest();
        }
        return asked.size();
    }

    std::vector<Json> replayed(const std::string& log,
                               const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments{"replay",
                                           nginx.folder().path("policy.yaml"),
                                           nginx.folder().path(log)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return robotsctl(arguments);
    }
};

TEST_F(ReplayAgrees, WithEachLineOfAJsonLog) {
    start();
    const std::size_t asked = crawl();
    const std::vector<std::string> log = nginx.await_access_log(asked);
    ASSERT_EQ(log.size(), asked);

    std::set<std::string> seen;
    std::size_t crawlers = 0;
    for (const std::string& line : log) {
        crawlers += Json::parse(line)["crawler"] != "" ? 1 : 0;
    }
    const std::vector<Json> told = replayed("access.log", {"--lines"});
    EXPECT_EQ(told.size(), crawlers);
    for (const Json& line : told) {
        const Json logged = Json::parse(log.at(line["line"].get<int>() - 1));
        const std::string done = logged["action"];
        const std::string action = done.empty() ? "-" : done;
        // An `if` has read this one, and nobody judged it.
        const std::string verdict =
            done.empty() ? "-" : logged["verdict"].get<std::string>();
        EXPECT_EQ(line["verdict"], verdict) << logged << line;
        EXPECT_EQ(line["action"], action) << logged << line;
        if (!done.empty()) {
            const double wait =
                std::atof(logged["wait"].get<std::string>().c_str());
            EXPECT_NEAR(line["wait"].get<double>(), wait,
                        line["verdict"] == "visit_time" ? 2.0 : 0.1)
                << logged << line;
        }
        seen.insert(verdict + ' ' + action);
    }
    const std::set<std::string> all{
        "- -",
        "allow pass",
        "crawl_delay log",
        "crawl_delay reject",
        "crawl_delay throttle",
        "disallow log",
        "disallow reject",
        "disallow throttle",
        "request_rate log",
        "request_rate reject",
        "request_rate throttle",
        "visit_time log",
        "visit_time reject",  // throttled ones wait longer than max_wait
    };
    EXPECT_EQ(seen, all);
}

TEST_F(ReplayAgrees, WithTheTotalsThatItReports) {
    start();
    const std::size_t asked = crawl();
    std::map<std::string, std::uint64_t> actions;
    for (const std::string& line : nginx.await_access_log(asked)) {
        const Json logged = Json::parse(line);
        if (logged["crawler"] == "Examplebot") {
            ++actions[logged["action"]];
        }
    }
    const std::vector<Json> told = replayed("access.log", {"--json"});
    ASSERT_EQ(told.at(0)["crawler"], "Examplebot");
    const Json& written = told[0]["as_written"];
    EXPECT_EQ(written["refused"], actions["reject"]);
    EXPECT_EQ(told[0]["judged"], actions["reject"] + actions["pass"] +
                                     actions["log"] + actions["throttle"]);
    EXPECT_EQ(told[0]["judged"].get<int>() + told[0]["not_judged"].get<int>() +
                  told[0]["robots_txt"].get<int>(),
              told[0]["requests"]);
    EXPECT_GT(told[0]["not_judged"], 0);
    EXPECT_EQ(told.back()["judgement_unknown"], 0);
    EXPECT_EQ(told.back()["late"], 0);
}

TEST_F(ReplayAgrees, WithTheRefusalsOfACombinedLog) {
    start();
    nginx.await_access_log(crawl());
    const std::vector<std::string> log =
        lines_of(read_file(nginx.folder().path("combined.log")));
    const std::string url = "http://" + host_of("disallow", "reject") + "/";
    std::size_t refused = 0;
    for (const Json& line :
         replayed("combined.log", {"--lines", "--url", url})) {
        const std::string& logged = log.at(line["line"].get<int>() - 1);
        // It cannot tell what was answered without being judged.
        if (!contains(logged, "/guarded") && !contains(logged, "/exempt")) {
            EXPECT_EQ(line["action"] == "reject", contains(logged, "\" 403 "))
                << logged << line;
            refused += contains(logged, "\" 403 ") ? 1 : 0;
        }
    }
    EXPECT_GT(refused, 0U);
    const Json summary =
        replayed("combined.log", {"--json", "--url", url}).back();
    EXPECT_GT(summary["judgement_unknown"], 0);
    EXPECT_EQ(summary["not_judged"], 0);
}

}  // namespace
}  // namespace integration
