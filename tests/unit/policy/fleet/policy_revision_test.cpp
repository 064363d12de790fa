// Of what is in a policy, whether nodes of a fleet that differ in it run
// another policy.

#include "policy/fleet/policy_revision.hpp"

#include <string>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class PolicyRevision : public PolicyFixture {
  protected:
    // The revision of a policy with these `sites` and `crawlers`.
    std::string of(const std::string& sites,
                   const std::string& crawlers = "") const {
        const std::string yaml =
            "version: 1\n" +
            (crawlers.empty() ? "" : "crawlers: [" + crawlers + "]\n") +
            "sites: [" + sites + "]\n";
        const Loaded loaded = load(yaml);
        EXPECT_NE(loaded.policy, nullptr) << yaml << all(loaded.diagnostics);
        return loaded.policy == nullptr ? yaml
                                        : policy_revision(*loaded.policy);
    }

    const std::string site = "{host: a.example, groups: [{user_agent: '*'}]}";
};

TEST_F(PolicyRevision, IsSixteenDigitsAndTheSameForTheSamePolicy) {
    const std::string revision = of(site, "{token: Abot}");
    EXPECT_EQ(revision.size(), 16U);
    EXPECT_EQ(revision.find_first_not_of("0123456789abcdef"),
              std::string::npos);
    EXPECT_EQ(of(site + " # a comment\n ", "{token: Abot, docs: http://a/}"),
              revision);
}

TEST_F(PolicyRevision, IsOfWhatTheSitesSay) {
    const std::string revision = of(site);
    const std::string groups = ", groups: [{user_agent: '*'}]}";
    for (const char* keys :
         {"host: b.example", "host: [a.example, b.example]",
          "host: [a.example, '*.a.example']", "host: '*.a.example'",
          "host: a.example, port: 80", "host: a.example, port: [80, 443]",
          "host: a.example, scheme: http", "host: a.example, scheme: https",
          "host: a.example, max_age: 2h", "host: a.example, comment: x",
          "host: a.example, refusal: {text: Go away}",
          "host: a.example, refusal: {contact: a@a.example}",
          "host: a.example, refusal: {accept_signature: true}",
          "host: a.example, refusal: {rate_limit: true}"}) {
        EXPECT_NE(of("{" + std::string(keys) + groups), revision) << keys;
    }
}

TEST_F(PolicyRevision, IsOfWhichSiteHasAHost) {
    EXPECT_NE(of("{host: [a.example, c.example]}, {host: b.example}"),
              of("{host: a.example}, {host: [b.example, c.example]}"));
}

TEST_F(PolicyRevision, IsOfWhatThePolicySaysOfCrawlers) {
    const std::string before = "token: Abot";
    const std::string revision = of(site, "{" + before + "}");
    EXPECT_NE(of(site), revision);
    for (const char* key :
         {"match: Abot/", "category: client", "in_user_agent: false",
          "self_hosted: true", "obeys: {wildcard: false}",
          "obeys: {crawl_delay: false}", "falls_back_to: Googlebot",
          "rdns: bot.example", "ranges: 192.0.2.0/24",
          "ranges: [192.0.2.0/24, 198.51.100.7]",
          "ranges_url: https://a.example/list.json",
          "keys_url: https://a.example"}) {
        EXPECT_NE(of(site, "{" + before + ", " + key + "}"), revision) << key;
    }
    EXPECT_NE(of(site, "{token: Googlebot, ranges: 192.0.2.0/24}"),
              of(site, "{token: Googlebot, ranges: 192.0.2.0/25}"));
}

// Each node fetches them by itself.
TEST_F(PolicyRevision, IsNotOfWhatListsOfAddressesHave) {
    const std::string crawlers = "{token: Abot, ranges_file: list.json}";
    write("list.json", R"({"prefixes": [{"ipv4Prefix": "192.0.2.0/24"}]})");
    const std::string revision = of(site, crawlers);
    write("list.json", R"({"prefixes": [{"ipv4Prefix": "192.0.2.0/25"}]})");
    EXPECT_EQ(of(site, crawlers), revision);
}

}  // namespace
}  // namespace robots
