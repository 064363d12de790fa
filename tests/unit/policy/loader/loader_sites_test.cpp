// Which requests a site claims.

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderSites : public PolicyFixture {
  protected:
    // Who answers for `url` in a policy of these sites: its name, or "-".
    std::string site(const std::string& sites, const char* url) const {
        const Loaded loaded = load("version: 1\nsites:\n" + sites);
        if (loaded.policy == nullptr) {
            ADD_FAILURE() << all(loaded.diagnostics);
            return "(no policy)";
        }
        const Site* found = site_of(*loaded.policy, url);
        return found == nullptr ? "-" : std::string(found->name);
    }
};

TEST_F(LoaderSites, AHostIsComparedInItsCanonicalForm) {
    EXPECT_EQ(site("  - host: EXAMPLE.com.\n", "http://example.com/"),
              "example.com");
    EXPECT_EQ(
        site("  - host: bücher.example\n", "http://xn--bcher-kva.example/"),
        "xn--bcher-kva.example");
    EXPECT_EQ(site("  - host: '[2001:DB8:0::1]'\n", "http://[2001:db8::1]/"),
              "[2001:db8::1]");
    EXPECT_EQ(site("  - host: 192.0.2.1\n", "http://192.0.2.1/"), "192.0.2.1");
    EXPECT_EQ(site("  - host: a.example\n", "http://b.example/"), "-");
}

TEST_F(LoaderSites, AListOfHostsIsOneSite) {
    const std::string yaml = "  - host: [a.example, b.example]\n";
    EXPECT_EQ(site(yaml, "http://a.example/"), "a.example");
    EXPECT_EQ(site(yaml, "http://b.example:81/"), "a.example");
}

TEST_F(LoaderSites, PortAndSchemeNarrowAClaim) {
    const std::string yaml =
        "  - host: a.example\n"
        "  - {host: a.example, port: 8443}\n"
        "  - {host: a.example, port: [81, 82]}\n"
        "  - {host: b.example, scheme: https}\n"
        "  - {host: c.example, scheme: [http, https]}\n";
    EXPECT_EQ(site(yaml, "http://a.example/"), "a.example");
    EXPECT_EQ(site(yaml, "https://a.example:8443/"), "a.example:8443");
    EXPECT_EQ(site(yaml, "http://a.example:82/"), "a.example:81");
    EXPECT_EQ(site(yaml, "https://b.example/"), "b.example");
    EXPECT_EQ(site(yaml, "http://b.example/"), "-");
    EXPECT_EQ(site(yaml, "http://c.example/"), "c.example");
}

TEST_F(LoaderSites, SiteNamesAreUnique) {
    const std::string schemes =
        "  - {host: a.example, scheme: https}\n"
        "  - {host: a.example, scheme: http}\n"
        "  - {host: a.example, port: 81}\n";
    EXPECT_EQ(site(schemes, "https://a.example/"), "https://a.example");
    EXPECT_EQ(site(schemes, "http://a.example/"), "http://a.example");
    EXPECT_EQ(site(schemes, "http://a.example:81/"), "a.example:81");
    const std::string ports =
        "  - {host: a.example, port: [81, 82]}\n"
        "  - {host: a.example}\n"
        "  - {host: a.example, port: 81, scheme: https}\n";
    EXPECT_EQ(site(ports, "http://a.example:81/"), "a.example:81");
    EXPECT_EQ(site(ports, "http://a.example/"), "a.example");
    EXPECT_EQ(site(ports, "https://a.example:81/"), "https://a.example:81");
}

TEST_F(LoaderSites, AWildcardMustBeInFront) {
    const std::string yaml = "  - host: '*.example.com'\n";
    EXPECT_EQ(site(yaml, "http://a.b.example.com/"), "*.example.com");
    EXPECT_EQ(site(yaml, "http://example.com/"), "-");
}

TEST_F(LoaderSites, TheDefaultAnswersForTheRest) {
    const Loaded loaded = load("version: 1\nsites: []\ndefault: {}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(site_of(*loaded.policy, "http://x.example/")->name, "default");
    EXPECT_EQ(loaded.policy->default_site()->key, site_key("default"));
}

// Their budgets and revisions must not meet.
TEST_F(LoaderSites, AHostCalledDefaultIsNotTheDefault) {
    const Loaded loaded = load(
        "version: 1\nsites: [{host: default}, {host: default, port: 81}]\n"
        "default: {}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Site& site = *site_of(*loaded.policy, "http://default/");
    EXPECT_EQ(site.name, "default.");
    EXPECT_NE(site.key, loaded.policy->default_site()->key);
    EXPECT_EQ(site_of(*loaded.policy, "http://default:81/")->name,
              "default:81");
}

TEST_F(LoaderSites, SitesHaveAPlaceAndAKey) {
    const Loaded loaded =
        load("version: 1\nsites:\n  - host: a.example\n    port: 81\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Site& found = loaded.policy->sites()[0];
    EXPECT_EQ(found.key, site_key("a.example:81"));
    EXPECT_EQ(loaded.policy->where(found.place), path("policy.yaml") + ":3:5");
}

TEST_F(LoaderSites, InvalidHostsAreErrors) {
    for (const char* host :
         {"'a.example:8080'", "https://a.example", "a.example/x", "'*'", "_",
          "'a.*.example'", "'*a.example'", "'a b'", "''", "'::1'", "'[::1]:80'",
          "'*.[::1]'", "'*.'", "a..example", "'[x]'"}) {
        expect_error(
            "version: 1\nsites:\n  - host: " + std::string(host) + "\n",
            "bad-host", 3, 11);
    }
    const Loaded port = load("version: 1\nsites: [{host: 'a.example:8080'}]\n");
    EXPECT_NE(port.diagnostics[0].text.find("`port: 8080`"), std::string::npos);
}

TEST_F(LoaderSites, ADuplicateHostNamesThePlaceOfTheFirst) {
    const Loaded loaded = load(
        "version: 1\n"
        "sites:\n"
        "  - host: ['*.a.example', a.example]\n"
        "  - host: [a.example, b.example, '*.b.example']\n"
        "  - {host: c.example, port: [80, 81]}\n"
        "  - {host: [b.example, '*.a.example', '*.b.example'], port: 1}\n"
        "  - host: '*.b.example'\n"
        "  - {host: c.example, port: 81}\n"
        "  - host: b.example\n");
    std::string places;
    for (const Diagnostic& each : loaded.diagnostics) {
        constexpr std::string_view kBefore = ", first at ";
        if (each.code != "host-claimed-twice") {
            continue;
        }
        const std::size_t at = each.text.find(kBefore);
        ASSERT_NE(at, std::string::npos) << each.text;
        const std::string place = each.text.substr(at + kBefore.size());
        places +=
            place.substr(place.find(':'), place.find(';') - place.find(':')) +
            ' ';
    }
    EXPECT_EQ(places, ":3:27 :4:34 :5:12 :4:23 ");
}

TEST_F(LoaderSites, OnlyOneSiteCanClaimAHost) {
    expect_errors(
        "version: 1\n"
        "sites:\n"
        "  - host: a.example\n"
        "  - host: [b.example, A.example.]\n"
        "  - {host: c.example, port: 81, scheme: http}\n"
        "  - {host: c.example, port: [80, 81], scheme: [http, https]}\n"
        "  - host: d.example\n"
        "  - {host: d.example, scheme: https}\n"
        "  - {host: d.example, port: 81}\n",
        {{"host-claimed-twice", 4, 23}, {"host-claimed-twice", 6, 12}});
    expect_error("version: 1\nsites: [{host: [a.example, a.example]}]\n",
                 "host-claimed-twice", 2, 28);
}

TEST_F(LoaderSites, InvalidPortsAndSchemesAreErrors) {
    for (const char* port : {"0", "65536", "010", "-1", "8o", "'80 '", "1e3"}) {
        expect_error("version: 1\nsites:\n  - host: a.example\n    port: " +
                         std::string(port) + "\n",
                     "bad-number", 4, 11);
    }
    expect_error("version: 1\nsites: [{host: a.example, scheme: ftp}]\n",
                 "bad-value", 2, 35);
}

TEST_F(LoaderSites, ASiteNeedsAHostAndTheDefaultHasNone) {
    expect_error("version: 1\nsites:\n  - port: 80\n", "missing-key", 3, 5);
    expect_error("version: 1\nsites: [{host: []}]\n", "empty-value", 2, 16);
    expect_errors(
        "version: 1\ndefault:\n  host: a.example\n  port: 80\n  scheme: http\n",
        {{"unknown-key", 3, 3}, {"unknown-key", 4, 3}, {"unknown-key", 5, 3}});
}

TEST_F(LoaderSites, SitesMustBeMaps) {
    expect_error("version: 1\nsites: {host: a.example}\n", "wrong-type", 2, 8);
    expect_error("version: 1\nsites: [a.example]\n", "wrong-type", 2, 9);
    expect_error("version: 1\nsites:\n", "empty-value", 2, 1);
}

TEST_F(LoaderSites, APolicyHasAVersionAndASite) {
    expect_error("version: 1\n", "missing-key", 1, 1);
    expect_error("default: {}\n", "missing-key", 1, 1);
    expect_error("version: 2\ndefault: {}\n", "bad-version", 1, 10);
    expect_error("version: 01\ndefault: {}\n", "bad-version", 1, 10);
}

TEST_F(LoaderSites, UnknownKeysAreErrorsWithAHint) {
    expect_error("version: 1\ndefault: {}\nsties: []\n", "unknown-key", 3, 1);
    const Loaded loaded = load("version: 1\ndefault: {}\nsties: []\n");
    EXPECT_NE(loaded.diagnostics[0].text.find("did you mean `sites`?"),
              std::string::npos);
}

}  // namespace
}  // namespace robots
