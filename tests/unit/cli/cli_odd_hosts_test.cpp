// Log lines with hosts that nginx accepts although they are not DNS names.

#include <gmock/gmock.h>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {
namespace {

class CliOddHosts : public RobotsctlFixture {
  protected:
    static std::string line(const std::string& host) {
        return R"({"time":"2026-10-10T00:00:10+00:00","address":"192.0.2.1",)"
               R"("request":"GET / HTTP/1.1","user_agent":"Examplebot/1.0",)"
               R"("host":")" +
               host + "\"}\n";
    }
};

TEST_F(CliOddHosts, HaveTheSameSiteAsInTheModule) {
    const std::string policy = write("s.yaml", R"(version: 1
sites:
  - host: "*.wild.example"
    groups: [{user_agent: "*", disallow: /}]
)");
    const std::string log =
        write("j.log", line("a$.wild.example") + line("A%2e.WILD.example:80") +
                           line("*.wild.example") + line("a$wild.example"));
    const auto lines = run({"replay", policy, log, "--json"}).json();
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0]["broken"]["disallow"], 3);
    EXPECT_EQ(lines[1]["no_site"], 1);
}

}  // namespace
}  // namespace robots
