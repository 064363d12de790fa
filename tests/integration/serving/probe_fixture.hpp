// robotsctl probe, and an nginx whose policy it compares with what another
// server makes of it.

#pragma once

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/harness/processes.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {

using Words = std::vector<std::string>;

inline constexpr std::string_view kProbed = R"(
enforce: {disallow: reject, crawl_delay: reject, impostor: reject, burst: 0}
sites:
  - host: shop.example
    x_robots_tag: noindex
    sitemap: ${origin}/sitemap.xml
    groups:
      - {user_agent: GPTBot, disallow: /closed}
      - {user_agent: Ownbot, disallow: /own}
      - {user_agent: Slowbot, disallow: /slow, crawl_delay: 1h}
      - {user_agent: Google-Extended, disallow: /}
      - {user_agent: "*", disallow: /private}
  - host: closed.example
    suspend: {retry_after: 1h}
  - host: none.example
    robots_txt: none
  - host: app.example
    robots_txt: pass
    groups: [{user_agent: "*", disallow: /private}]
crawlers:
  - {token: Ownbot, ranges: 192.0.2.0/24}
)";

// What a server in front of nginx is in most tests: it changes nothing.
inline constexpr std::string_view kThrough =
    "location / { proxy_pass http://127.0.0.1:@web@; proxy_set_header Host "
    "$host; }";

class ProbeTest : public RobotsTest {
  protected:
    // nginx with the policy, and `front`, the inside of a server before it.
    void start(std::string_view front = kThrough) {
        policy(kProbed);
        configure(
            "robots_origin $scheme://$host; "
            "server { listen 127.0.0.1:@web@; location / { proxy_pass "
            "http://127.0.0.1:@backend@; } "
            "location = /robots.txt { return 200 'the application'; } }"
            "map $http_user_agent $is_gptbot { default 0; ~GPTBot 1; }"
            "server { listen 127.0.0.1:@front@; robots off; " +
            std::string(front) + "}");
        nginx.start();
    }

    Outcome run(Words words) {
        policy_file_ = nginx.folder().path("policy.yaml");
        Words command{environment("ROBOTSCTL", "build/robotsctl"), "probe",
                      policy_file_};
        command.insert(command.end(), words.begin(), words.end());
        const Folder folder;
        Outcome out;
        EXPECT_TRUE(
            await_end(spawn(command, folder.path("out")), 60s, &out.status));
        out.output = read_file(folder.path("out"));
        return out;
    }

    Words to(const std::string& host, int port) {
        return {"--connect-to", host + "=127.0.0.1:" + std::to_string(port)};
    }

    // Asks what is at that port for `url`.
    Outcome ask(const std::string& url, int port, const Words& more = {}) {
        const std::string host = url.substr(7, url.find('/', 7) - 7);
        Words words = to(host, port);
        words.push_back(url);
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    }
    Outcome ask_front(const std::string& url = "http://shop.example",
                      const Words& more = {}) {
        return ask(url, nginx.port("front"), more);
    }

    // The kinds of differences, and who got each: "refused: GPTBot".
    Words kinds(const std::string& url = "http://shop.example",
                const Words& more = {}) {
        Words with_json = more;
        with_json.emplace_back("--json");
        const Outcome said = ask_front(url, with_json);
        Words out;
        std::istringstream lines(said.output);
        for (std::string line; std::getline(lines, line);) {
            const auto json = nlohmann::json::parse(line, nullptr, false);
            if (json.is_discarded()) {
                out.push_back(line);
                continue;
            }
            for (const auto& each : json["differences"]) {
                std::string text = each["kind"];
                char sign = ':';
                for (const std::string name : each["asked_as"]) {
                    text += std::exchange(sign, ',') + (' ' + name);
                }
                out.push_back(text);
            }
        }
        EXPECT_EQ(said.status, out.empty() ? 0 : 1) << said.output;
        return out;
    }

    std::string policy_file_;
};

}  // namespace integration
