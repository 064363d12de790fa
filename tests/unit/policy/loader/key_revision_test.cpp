// Of each key of the policy, whether crawlers can notice it: then it is part of
// the revision.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/entries/body_entries.hpp"
#include "policy/loader/entries/enforce_entry.hpp"
#include "policy/loader/entries/group_entries.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

constexpr bool kChanges = true;
constexpr bool kStays = false;

struct KeyCase {
    std::string_view key;
    std::string_view text;  // the key with a value
    bool changes;           // the revision
};

constexpr KeyCase kSubjectCases[] = {
    {"user_agent", "user_agent: BotB", kChanges},
    {"category", "category: search", kChanges},
    {"operator", "operator: Google", kChanges},
};

constexpr KeyCase kGroupCases[] = {
    {"inherit", "inherit: '*'", kChanges},
    {"replace", "replace: true", kStays},
    {"private", "private: true", kChanges},
    {"allow", "allow: /a", kChanges},
    {"disallow", "disallow: /b", kChanges},
    {"crawl_delay", "crawl_delay: 2s", kChanges},
    {"request_rate", "request_rate: 1/1m", kChanges},
    {"visit_time", "visit_time: 0600-0845", kChanges},
    {"comment", "comment: x", kChanges},
    {"license", "license: http://a.example/l", kChanges},
    {"content_signal", "content_signal: {search: yes}", kChanges},
    {"content_usage", "content_usage: train-ai=n", kChanges},
    {"enforce", "enforce: reject", kChanges},
    {"refusal", "refusal: {status: 410}", kChanges},
    {"refusal", "refusal: {price: USD 1}", kChanges},
    {"lint", "lint: {ignore: [dead-rule]}", kStays},
};

constexpr KeyCase kBodyCases[] = {
    {"template", "template: other", kChanges},
    {"comment", "comment: x", kChanges},
    {"groups", "groups: [{user_agent: BotB, disallow: /}]", kChanges},
    {"sitemap", "sitemap: http://a.example/s.xml", kChanges},
    {"license", "license: http://a.example/l", kChanges},
    {"license_link", "license_link: true", kChanges},
    {"clean_param", "clean_param: a /x", kChanges},
    {"lines", "lines: 'ACAP-crawler: *'", kChanges},
    {"keep_order", "keep_order: true", kStays},
    {"robots_txt", "robots_txt: none", kChanges},
    {"robots_txt", "robots_txt: composed", kStays},
    {"suspend", "suspend: true", kChanges},
    {"max_age", "max_age: 1h", kStays},
    {"x_robots_tag", "x_robots_tag: noindex", kChanges},
    {"usage", "usage: {disallow: train-ai}", kChanges},
    {"usage_as", "usage_as: tdmrep", kStays},
    {"budgets", "budgets: {a: {user_agent: b, request_rate: 1/1m}}", kChanges},
    {"refusal", "refusal: {contact: a@a.example}", kStays},
    {"refusal", "refusal: {accept_signature: true}", kStays},
    {"refusal", "refusal: {price: USD 1}", kChanges},
    {"refusal", "refusal: {rate_limit: true}", kStays},
    {"enforce", "enforce: reject", kChanges},
    {"expect", "expect: open", kStays},
    {"lint", "lint: {ignore: [dead-rule]}", kStays},
};

constexpr KeyCase kEnforceCases[] = {
    {"disallow", "disallow: reject", kChanges},
    {"crawl_delay", "crawl_delay: throttle", kChanges},
    {"request_rate", "request_rate: reject", kChanges},
    {"visit_time", "visit_time: reject", kChanges},
    {"at_most", "at_most: {unsupported: reject}", kChanges},
    {"rate_per", "rate_per: address", kChanges},
    {"burst", "burst: 7", kChanges},
    {"tolerance", "tolerance: 20%", kChanges},
    {"max_wait", "max_wait: 9s", kChanges},
    {"grace", "grace: 1h", kChanges},
    {"impostor", "impostor: reject", kChanges},
    {"unverifiable", "unverifiable: reject", kChanges},
    {"budget", "budget: reject", kChanges},
};

class KeyRevision : public PolicyFixture {
  protected:
    // Has each key once, and no other one.
    template <std::size_t count>
    static void expect_all(const KeyCase (&cases)[count],
                           const std::vector<std::string_view>& keys) {
        std::set<std::string_view> tried;
        for (const KeyCase& each : cases) {
            tried.insert(each.key);
        }
        EXPECT_EQ(tried, std::set<std::string_view>(keys.begin(), keys.end()));
    }

    // Tries each case: `before`, against `with` with the key in place of "KEY".
    template <std::size_t count>
    void expect_changes(const KeyCase (&cases)[count],
                        const std::string& before,
                        const std::string& with) const {
        const std::string revision = revision_of(before);
        for (const KeyCase& each : cases) {
            std::string policy = with;
            policy.replace(policy.find("KEY"), 3, each.text);
            EXPECT_EQ(revision_of(policy) != revision, each.changes) << policy;
        }
    }

  private:
    std::string revision_of(const std::string& policy) const {
        const Loaded loaded = load(policy);
        EXPECT_NE(loaded.policy, nullptr) << policy << all(loaded.diagnostics);
        if (loaded.policy == nullptr) {
            return "";
        }
        const Site* site = site_of(*loaded.policy, "http://a.example/");
        return std::string(site->robots->revision.text());
    }
};

TEST_F(KeyRevision, OfAGroup) {
    const std::string everyone =
        "version: 1\ndefault:\n  groups:\n"
        "    - {user_agent: '*', disallow: /c}\n";
    std::vector<std::string_view> keys = loader::group_keys();
    expect_all(kSubjectCases, {keys.begin(), keys.begin() + 3});
    expect_changes(kSubjectCases, everyone,
                   everyone + "    - {disallow: /, KEY}\n");
    expect_all(kGroupCases, {keys.begin() + 3, keys.end()});
    expect_changes(kGroupCases, everyone + "    - {user_agent: BotA}\n",
                   everyone + "    - {user_agent: BotA, KEY}\n");
}

TEST_F(KeyRevision, OfABody) {
    const std::string templates =
        "version: 1\n"
        "templates: {other: {sitemap: http://a.example/t}}\n";
    expect_all(kBodyCases, loader::body_keys());
    expect_changes(kBodyCases, templates + "default: {}\n",
                   templates + "default: {KEY}\n");
}

TEST_F(KeyRevision, OfEnforce) {
    const std::string group =
        "version: 1\n"
        "default:\n"
        "  groups: [{user_agent: '*', disallow: /}]\n";
    std::vector<std::string_view> keys = loader::enforce_keys();
    // Bounds what included files say, and is in no body.
    keys.erase(std::find(keys.begin(), keys.end(), "at_least"));
    expect_all(kEnforceCases, keys);
    expect_changes(kEnforceCases, group, group + "  enforce: {KEY}\n");
}

}  // namespace
}  // namespace robots
