#include "policy/site/policy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/harness/cpu_time.hpp"

namespace robots {
namespace {

class PolicyTest : public ::testing::Test {
  protected:
    // Adds a site; the name of the site in its way, or "".
    std::string add(const std::string& name,
                    const std::vector<SiteClaim>& claims) {
        const Site& site = policy.add(name, std::make_shared<const Robots>());
        for (const SiteClaim& wanted : claims) {
            if (const auto owner = policy.claim(site, wanted)) {
                return std::string(owner->site->name);
            }
        }
        return "";
    }

    void add_default() { policy.set_default(policy.add("default", nullptr)); }

    std::string_view found(std::string_view host, std::uint16_t port = 80,
                           Scheme scheme = Scheme::http) const {
        const Site* site = policy.find({host, port, scheme});
        return site == nullptr ? "none" : site->name;
    }

    Policy policy{std::make_shared<const Crawlers>(std::vector<Crawler>{},
                                                   std::vector<std::string>{})};
};

SiteClaim claim(const char* host) {
    return {host, {}, {}};
}

TEST_F(PolicyTest, AnEmptyPolicyHasNoSite) {
    EXPECT_EQ(found("example.com"), "none");
    EXPECT_EQ(found(""), "none");
    EXPECT_EQ(policy.default_site(), nullptr);
}

TEST_F(PolicyTest, TheDefaultTakesWhatNoSiteClaims) {
    add("a", {claim("a.example")});
    add_default();
    EXPECT_EQ(found("a.example"), "a");
    EXPECT_EQ(found("b.example"), "default");
    EXPECT_EQ(found(""), "default");
    EXPECT_EQ(policy.default_site()->name, "default");
    EXPECT_EQ(policy.sites().size(), 2u);
}

TEST_F(PolicyTest, AHostIsCoveredWhateverPortAndSchemeItsSitesHave) {
    add("a", {{"a.example", 8443, Scheme::https}, claim("*.b.example")});
    EXPECT_TRUE(policy.covers("a.example"));
    EXPECT_TRUE(policy.covers("x.b.example"));
    EXPECT_TRUE(policy.covers("x.y.b.example"));
    EXPECT_TRUE(policy.covers("*.b.example"));
    EXPECT_TRUE(policy.covers("*.y.b.example"));
    for (const char* host : {"b.example", "*.example", "x.a.example",
                             "*.a.example", "example", "", ".", "c.example"}) {
        EXPECT_FALSE(policy.covers(host)) << host;
    }
    add_default();
    EXPECT_TRUE(policy.covers("c.example"));
}

TEST_F(PolicyTest, AnExactHostBeatsASuffix) {
    add("wild", {claim("*.example.com")});
    add("exact", {claim("www.example.com")});
    EXPECT_EQ(found("www.example.com"), "exact");
    EXPECT_EQ(found("api.example.com"), "wild");
    EXPECT_EQ(found("x.www.example.com"), "wild");
}

TEST_F(PolicyTest, ASuffixDoesNotMatchItself) {
    add("wild", {claim("*.example.com")});
    EXPECT_EQ(found("example.com"), "none");
    EXPECT_EQ(found("badexample.com"), "none");
    EXPECT_EQ(found("example.com.evil"), "none");
}

// Servers serve such hosts by their own wildcards.
TEST_F(PolicyTest, AWildcardMatchesHostsWithoutACanonicalSpelling) {
    add("wild", {claim("*.example.com")});
    add_default();
    for (const char* host : {"a$.example.com", "a%2e.example.com",
                             "*.example.com", "\xff.example.com"}) {
        EXPECT_EQ(found(host), "wild") << host;
    }
    EXPECT_EQ(found(std::string(8000, 'a') + ".example.com"), "wild");
    EXPECT_EQ(found("a$example.com"), "default");
}

// Each dot of a host of 32 KB would be looked up with all that follows it.
TEST_F(PolicyTest, OnlyTheLastOctetsOfALongHostAreLookedUp) {
    add("wild", {claim("*.a")});
    std::string labels;
    while (labels.size() < 32000) {
        labels += "a.";
    }
    EXPECT_EQ(found(labels + "a"), "wild");
    EXPECT_EQ(found(labels + "b"), "none");
    const auto took = [this](const std::string& host) {
        return tests::cpu_time_of([&] { found(host); }, 100);
    };
    EXPECT_LT(took(labels + "b"), 20 * took(labels.substr(0, 254) + "b"));
}

TEST_F(PolicyTest, TheLongestSuffixWins) {
    add("short", {claim("*.example.com")});
    add("long", {claim("*.preview.example.com")});
    EXPECT_EQ(found("a.preview.example.com"), "long");
    EXPECT_EQ(found("a.b.preview.example.com"), "long");
    EXPECT_EQ(found("preview.example.com"), "short");
}

TEST_F(PolicyTest, APortBeatsASchemeBeatsNeither) {
    add("plain", {claim("a")});
    add("scheme", {{"a", {}, Scheme::https}});
    add("port", {{"a", 8443, {}}});
    add("both", {{"a", 8443, Scheme::http}});
    EXPECT_EQ(found("a", 80, Scheme::http), "plain");
    EXPECT_EQ(found("a", 443, Scheme::https), "scheme");
    EXPECT_EQ(found("a", 8443, Scheme::https), "port");
    EXPECT_EQ(found("a", 8443, Scheme::http), "both");
}

TEST_F(PolicyTest, TheOrderOfClaimsDoesNotMatter) {
    add("both", {{"a", 8443, Scheme::http}});
    add("port", {{"a", 8443, {}}});
    add("scheme", {{"a", {}, Scheme::https}});
    add("plain", {claim("a")});
    EXPECT_EQ(found("a", 443, Scheme::https), "scheme");
    EXPECT_EQ(found("a", 8443, Scheme::https), "port");
    EXPECT_EQ(found("a", 8443, Scheme::http), "both");
    EXPECT_EQ(found("a", 8080, Scheme::http), "plain");
}

TEST_F(PolicyTest, AHostWhoseClaimsDoNotFitGoesOnToSuffixesAndDefault) {
    add("exact", {{"www.example.com", 8443, {}}});
    add("inner", {{"*.www.example.com", {}, Scheme::https}});
    EXPECT_EQ(found("www.example.com", 80), "none");
    add("outer", {claim("*.example.com")});
    EXPECT_EQ(found("www.example.com", 80), "outer");
    EXPECT_EQ(found("a.www.example.com", 80), "outer");
    EXPECT_EQ(found("a.www.example.com", 443, Scheme::https), "inner");
}

TEST_F(PolicyTest, OneSiteHoldsManyClaims) {
    add("a", {claim("a.example"), claim("*.a.example"), claim("[::1]"),
              claim("192.0.2.1")});
    for (const char* host :
         {"a.example", "x.a.example", "[::1]", "192.0.2.1"}) {
        EXPECT_EQ(found(host), "a") << host;
    }
    EXPECT_EQ(policy.sites().size(), 1u);
}

TEST_F(PolicyTest, AClaimHasOneHolder) {
    EXPECT_EQ(add("a", {claim("x"), {"x", 80, {}}}), "");
    EXPECT_EQ(add("b", {claim("x")}), "a");
    EXPECT_EQ(add("c", {{"x", 80, {}}}), "a");
    EXPECT_EQ(add("d", {{"x", 81, {}}, {"x", {}, Scheme::http}}), "");
    EXPECT_EQ(add("e", {claim("*.x")}), "");
    EXPECT_EQ(add("f", {claim("*.x")}), "e");
    EXPECT_EQ(found("x", 90, Scheme::https), "a");
}

TEST_F(PolicyTest, PlacesNameTheirFile) {
    policy.files = {"policy.yaml", "sites.d/a.yaml"};
    EXPECT_EQ(policy.where({0, 12, 7}), "policy.yaml:12:7");
    EXPECT_EQ(policy.where({1, 1, 1}), "sites.d/a.yaml:1:1");
    EXPECT_EQ(policy.where({0, 0, 0}), "");
    EXPECT_EQ(policy.where({2, 1, 1}), "");
}

TEST(SiteKey, IsOfTheName) {
    EXPECT_EQ(site_key("a"), site_key("a"));
    EXPECT_NE(site_key("a"), site_key("b"));
}

TEST_F(PolicyTest, ANameOutlivesWhatItWasGivenAs) {
    for (const char* name : {"a.example", "b.example:8080", "*.c.example"}) {
        std::string given = name;
        Site& site = policy.add(std::make_shared<const Robots>());
        // The first takes it, and is called what its host is.
        policy.claim(site, {"a.example", 80, {}});
        policy.name(site, given);
        given.assign(given.size(), '-');
        EXPECT_EQ(site.name, name);
        EXPECT_EQ(site.key, site_key(name));
    }
}

TEST_F(PolicyTest, ASiteMayGetAnotherName) {
    add("a", {claim("a")});
    add("b", {claim("b")});
    const Site* const first = policy.find({"a", 80, Scheme::http});
    policy.rename(0, "http://a");
    EXPECT_EQ(policy.find({"a", 80, Scheme::http}), first);
    EXPECT_EQ(first->name, "http://a");
    EXPECT_EQ(first->key, site_key("http://a"));
    EXPECT_EQ(found("b"), "b");
}

TEST_F(PolicyTest, ASiteCalledWhatItsHostIsKeepsOneName) {
    Site& site = policy.add(std::make_shared<const Robots>());
    policy.claim(site, claim("a.example"));
    policy.name(site, "a.example");
    const char* const octets = site.name.data();
    policy.name(site, "a.example");
    EXPECT_EQ(site.name.data(), octets);
    policy.name(site, "b.example");
    const char* const copy = site.name.data();
    policy.name(site, "b.example");
    EXPECT_NE(site.name.data(), copy) << "an invalid host is copied each time";
}

TEST_F(PolicyTest, ClaimsWithAndWithoutWildcardsAreNumberedApart) {
    add("exact", {claim("a"), claim("b")});
    add("wild", {claim("*.a"), claim("*.b")});
    const Site& other = policy.add("other", std::make_shared<const Robots>());
    const auto number = [&](const char* host) {
        const auto owner = policy.claim(other, claim(host));
        return owner ? static_cast<int>(owner->number) : -1;
    };
    EXPECT_EQ(number("a"), 0);
    EXPECT_EQ(number("b"), 1);
    EXPECT_EQ(number("*.a"), 0);
    EXPECT_EQ(number("*.b"), 1);
    EXPECT_EQ(number("c"), -1);
    EXPECT_EQ(number("c"), 2);
}

TEST_F(PolicyTest, AnExampleIsTheExactHostThatWasNamedFirst) {
    const auto example = [this](const std::string& name) {
        const auto site = std::find_if(
            policy.sites().begin(), policy.sites().end(),
            [&name](const Site& each) { return each.name == name; });
        const auto found = policy.example_for(*site);
        return !found ? "none"
                      : std::string(found->scheme ? to_string(*found->scheme)
                                                  : "any") +
                            " " + found->host + " " +
                            std::to_string(found->port.value_or(0));
    };
    add("a", {claim("*.a"), claim("b.a"), claim("a.a")});
    add("ports", {{"p", 8080, {}}, {"p", 8081, {}}});
    add("tls", {{"p", 8443, Scheme::https}});
    add("wild", {{"*.w", {}, Scheme::https}});
    add_default();
    EXPECT_EQ(example("a"), "any b.a 0");
    EXPECT_EQ(example("ports"), "any p 8080");
    EXPECT_EQ(example("tls"), "https p 8443");
    EXPECT_EQ(example("wild"), "https www.w 0");
    EXPECT_EQ(example("default"), "none");
}

TEST_F(PolicyTest, AnExampleIsFoundAmongManyHosts) {
    std::vector<std::string> hosts(20000);
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        hosts[i] = "host-" + std::to_string(i) + ".example";
        add(hosts[i], {claim(hosts[i].c_str())});
    }
    for (const std::size_t i : {std::size_t{0}, hosts.size() - 1}) {
        EXPECT_EQ(policy.example_for(policy.sites()[i])->host, hosts[i]);
    }
}

}  // namespace
}  // namespace robots
