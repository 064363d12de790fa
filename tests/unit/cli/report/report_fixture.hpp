// `robotsctl report` with a policy and a log of its own.

#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {

using Json = nlohmann::json;
using Fields = std::vector<std::pair<std::string, std::string>>;

constexpr const char* kReportPolicy = R"(version: 1
enforce: {disallow: reject, burst: 0, tolerance: 0%}
sites:
  - host: a.example
    groups:
      - {user_agent: "*", disallow: /private/}
      - {user_agent: [GPTBot, OAI-SearchBot], disallow: /private/,
         crawl_delay: 10s}
)";

// A line of JSON about a request that came so many seconds after midnight.
inline std::string line(int second, const std::string& target,
                        const std::string& agent = "GPTBot/1.2",
                        const Fields& more = {}) {
    Json out{{"msec", std::to_string(1791590400 + second) + ".000"},
             {"request", "GET " + target + " HTTP/1.1"},
             {"host", "a.example"},
             {"address", "192.0.2.7"},
             {"status", "200"},
             {"user_agent", agent}};
    for (const auto& [name, value] : more) {
        out[name] = value;
    }
    return out.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

inline Fields judged(const std::string& verdict, const std::string& revision,
                     const std::string& identity = "unverifiable") {
    return {{"verdict", verdict},
            {"violations", verdict == "allow" ? "" : verdict},
            {"action", verdict == "allow" ? "pass" : "log"},
            {"revision", revision},
            {"identity", identity}};
}

class CliReport : public RobotsctlFixture {
  protected:
    Ran report(const std::string& log,
               const std::vector<std::string>& more = {}) const {
        std::vector<std::string> arguments{"report", write("policy.yaml", yaml),
                                           write("access.log", log)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
    // Of the crawler with the most requests.
    Json first(const std::string& log,
               const std::vector<std::string>& more = {}) const {
        std::vector<std::string> arguments{"--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Ran ran = report(log, arguments);
        EXPECT_EQ(ran.code, 0) << ran.err;
        return ran.json().at(0);
    }
    std::string text(const std::string& log,
                     const std::string& crawler = "GPTBot") const {
        return report(log, {"--crawler", crawler}).out;
    }
    std::string page(const std::string& log,
                     const std::vector<std::string>& more = {}) const {
        std::vector<std::string> arguments{"--html", path("report.html")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Ran ran = report(log, arguments);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_EQ(ran.out, "");
        std::ostringstream out;
        out << std::ifstream(path("report.html")).rdbuf();
        return out.str();
    }

    std::string yaml = kReportPolicy;
};

}  // namespace robots
