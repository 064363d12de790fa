// Where keys belong, against the maps that have them.

#include "policy/loader/yaml/key_homes.hpp"

#include <map>
#include <string>

#include "policy/loader/build/policy_entry.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class KeyHomes : public PolicyFixture {
  protected:
    // Whether a policy with `key: x` at that place has no unknown key.
    bool is_known(const std::string& owner, const std::string& key) const {
        static const std::map<std::string, std::string> kPlaces{
            {"a group", "default: {groups: [{KEY: x}]}\n"},
            {"a site", "sites: [{KEY: x}]\n"},
            {"`enforce`", "default: {enforce: {KEY: x}}\n"},
            {"a policy", "KEY: x\n"},
        };
        std::string policy = kPlaces.at(owner);
        policy.replace(policy.find("KEY"), 3, key);
        for (const Diagnostic& each :
             load("version: 1\n" + policy).diagnostics) {
            if (each.code == "unknown-key") {
                return false;
            }
        }
        return true;
    }
};

TEST_F(KeyHomes, AreWhereTheyAreSaidToBe) {
    const auto homes = loader::key_homes();
    for (const loader::KeyHome& home : homes) {
        EXPECT_TRUE(is_known(std::string(home.owner), std::string(home.key)))
            << home.key;
        EXPECT_NE(loader::home_of(home.key, "`refusal`", homes), nullptr);
    }
    EXPECT_EQ(loader::home_of("allow", "a group", homes), nullptr);
    EXPECT_EQ(loader::home_of("enforce", "a site", homes), nullptr);
}

TEST_F(KeyHomes, KeysMayBeSpeltAsInRobotsTxt) {
    EXPECT_TRUE(loader::is_same_key("user_agent", "User-Agent"));
    EXPECT_TRUE(loader::is_same_key("crawl_delay", "crawl delay"));
    EXPECT_FALSE(loader::is_same_key("crawl_delay", "crawldelay"));
}

}  // namespace
}  // namespace robots
