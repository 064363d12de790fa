// What the fault tests have in common: a site whose state can be lost, and the
// figures that they print.

#pragma once

#include <algorithm>
#include <iostream>
#include <string>
#include <thread>

#include "tests/harness/robots_fixture.hpp"

namespace integration {

class FaultTest : public RobotsTest {
  protected:
    // example.com: "/private" is closed, a crawler may come once a day, and
    // what is closed from now on binds those who know it, or in a day.
    void deploy(const std::string& more_rules = "") {
        policy(R"(
enforce: {disallow: reject, crawl_delay: reject, grace: 24h, burst: 0, tolerance: 0%}
sites:
  - host: example.com
    groups: [{user_agent: "*", crawl_delay: 24h, disallow: [/private)" +
               more_rules + "]}]\n");
    }

    int status(const std::string& path, std::string_view agent) {
        return nginx.get("http://example.com" + path, agent).status;
    }

    // How often to do what is done `full` times: ROBOTS_FAULTS_PERCENT of it
    // (default 100), for servers that are slower than usual.
    static int share_of(int full) {
        const int percent =
            std::stoi(environment("ROBOTS_FAULTS_PERCENT", "100"));
        return std::max(1, full * percent / 100);
    }

    // Keeps what has been done for so long, a part of the whole.
    static void last(Milliseconds time) { std::this_thread::sleep_for(time); }

    // Says a figure of docs/evidence/reliability.md.
    template <typename... Words>
    static void say(const Words&... words) {
        std::cout << "  ";
        (std::cout << ... << words) << '\n';
    }
};

}  // namespace integration
