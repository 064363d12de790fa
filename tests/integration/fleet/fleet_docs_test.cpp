// What docs/fleet.md says to write works, and what it says of sizes is true.

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "tests/harness/name_server.hpp"
#include "tests/integration/fleet/fleet_fixture.hpp"

namespace integration {
namespace {

class FleetDocs : public FleetTest {
  protected:
    // The command that makes the user of the page's configuration file, with a
    // password.
    static std::vector<std::string> user() {
        const char* root = std::getenv("ROBOTS_SOURCE");
        const std::string page = read_file(
            std::string(root != nullptr ? root : ".") + "/docs/fleet.md");
        const std::string start = "\nuser robots ";
        const std::size_t at = page.find(start) + start.size();
        std::istringstream text(page.substr(at, page.find("```", at) - at));
        std::vector<std::string> words{"ACL", "SETUSER", "robots"};
        for (std::string word; text >> word;) {
            words.push_back(word == ">PASSWORD" ? ">a-secret" : word);
        }
        return words;
    }

    Valkey valkey;
};

// The server notes whatever it forbids.
TEST_F(FleetDocs, TheUserMayDoAllThatANodeDoes) {
    EXPECT_EQ(valkey.ask(user()), "OK");
    valkey.ask({"ACL", "LOG", "RESET"});
    NameServer names;
    names.confirmed("100.64.0.7", "bot-7.crawl.example");
    whole_policy(R"(enforce: {crawl_delay: reject, burst: 0, grace: 1h}
crawlers:
  - {token: TrueBot, operator: Example, rdns: crawl.example}
sites:
  - host: example.com
    groups: [{user_agent: "*", crawl_delay: 60s}]
)");
    const Folder folder;
    folder.write("password", "a-secret\n");
    Nginx& node = add_ready_node(
        "valkey://robots@127.0.0.1:" + std::to_string(valkey.port()) +
            "/1 password_file=" + folder.path("password"),
        "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;\n"
        "resolver 127.0.0.1:" +
            std::to_string(names.port()) + " ipv6=off;\n");
    const auto count = [this](const std::string& pattern) {
        const std::string keys = valkey.ask(
            {"EVAL",
             "redis.call('SELECT', 1) return #redis.call('KEYS', ARGV[1])", "0",
             pattern});
        return std::stoi(keys);
    };
    EXPECT_EQ(ask(node, kGptBot, "/robots.txt").status, 200);
    EXPECT_EQ(ask(node, kGptBot, "/go").status, 302);
    EXPECT_EQ(node.send(Request("http://example.com/page")
                            .agent("TrueBot/1.0")
                            .header("X-Forwarded-For: 100.64.0.7")
                            .as("HEAD"))
                  .header("X-Fleet"),
              "shared");
    for (const char* pattern :
         {"{robots}:b:*", "{robots}:p:*", "{robots}:f:*", "{robots}:d:*",
          "{robots}:nodes", "{robots}:ledger:*"}) {
        EXPECT_TRUE(await([&] { return count(pattern) > 0; }, 20s)) << pattern;
    }
    valkey.ask({"SCRIPT", "FLUSH"});
    EXPECT_EQ(ask(node, "AnotherBot/1.0").header("X-Fleet"), "shared");
    EXPECT_EQ(valkey.ask({"ACL", "LOG"}), "");
}

TEST_F(FleetDocs, TheUserMayDoNothingElse) {
    EXPECT_EQ(valkey.ask(user()), "OK");
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"keys", "*"},
          {"get", "other:key"},
          {"flushall"},
          {"config", "get", "*"}}) {
        std::vector<std::string> words{"ACL", "DRYRUN", "robots"};
        words.insert(words.end(), more.begin(), more.end());
        EXPECT_TRUE(contains(valkey.ask(words), "permission")) << more[0];
    }
}

TEST_F(FleetDocs, ABudgetTakesNoMoreMemoryThanDocumented) {
    policy_of(kRejects, "crawl_delay: 60s");
    Nginx& node = add_ready_node(valkey.url());
    EXPECT_EQ(ask(node).status, 200);
    const auto keys = valkey.keys("{robots}:b:*");
    ASSERT_EQ(keys.size(), 1U);
    const int octets = std::stoi(valkey.ask({"MEMORY", "USAGE", keys[0]}));
    EXPECT_GT(octets, 50);
    EXPECT_LE(octets - static_cast<int>(keys[0].size()), 150);
}

}  // namespace
}  // namespace integration
