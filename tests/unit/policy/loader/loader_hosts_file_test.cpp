// `hosts_file`: the hosts of a site from a list.

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderHostsFile : public PolicyFixture {
  protected:
    // A policy of one site, whose hosts are in hosts.txt.
    static std::string with(const std::string& keys = "") {
        return "version: 1\nsites:\n  - {hosts_file: hosts.txt" + keys + "}\n";
    }
    // The name of the site that answers for `url`.
    static std::string found(const Loaded& loaded, std::string_view url) {
        const Site* site = site_of(*loaded.policy, url);
        return site == nullptr ? "none" : std::string(site->name);
    }
};

TEST_F(LoaderHostsFile, ALineIsAHost) {
    write("hosts.txt",
          "\xEF\xBB\xBF# customers\n"
          "a.example\r\n"
          "\n"
          "  B.Example.  # moved\n"
          "*.c.example\n"
          "m\xC3\xBCnchen.example\n"
          "[::1]\n"
          "192.0.2.1");
    const Loaded loaded = load(with());
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    for (const char* url :
         {"http://a.example/", "https://b.example:8443/", "http://x.c.example/",
          "http://xn--mnchen-3ya.example/", "http://[::1]/",
          "http://192.0.2.1/"}) {
        EXPECT_EQ(found(loaded, url), "a.example") << url;
    }
    EXPECT_EQ(found(loaded, "http://c.example/"), "none");
    EXPECT_EQ(loaded.policy->sites().size(), 1u);
}

TEST_F(LoaderHostsFile, APortAppliesOnlyToItsLine) {
    write("hosts.txt", "a.example:8080\nb.example\n[::1]:81\n*.c.example:82\n");
    const Loaded loaded = load(with(", port: [80, 443]"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const std::string name = "a.example:8080";
    EXPECT_EQ(found(loaded, "http://a.example:8080/"), name);
    EXPECT_EQ(found(loaded, "http://a.example/"), "none");
    EXPECT_EQ(found(loaded, "http://b.example/"), name);
    EXPECT_EQ(found(loaded, "https://b.example/"), name);
    EXPECT_EQ(found(loaded, "http://b.example:8080/"), "none");
    EXPECT_EQ(found(loaded, "http://[::1]:81/"), name);
    EXPECT_EQ(found(loaded, "http://x.c.example:82/"), name);
}

TEST_F(LoaderHostsFile, ItAddsToTheHostsOfTheSite) {
    write("lists/one.txt", "b.example\n");
    write("lists/two.txt", "c.example\n");
    write("lists/sites.yaml",
          "sites: [{host: a.example, hosts_file: [one.txt, two.txt]}]\n");
    const Loaded loaded = load("version: 1\ninclude: lists/sites.yaml\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    for (const char* host : {"a", "b", "c"}) {
        EXPECT_EQ(found(loaded, "http://" + std::string(host) + ".example/"),
                  "a.example");
    }
    EXPECT_EQ(loaded.policy->files.size(), 4u);
}

TEST_F(LoaderHostsFile, TwoSitesMayShareAList) {
    write("hosts.txt", "a.example\n");
    const Loaded loaded = load(
        "version: 1\nsites:\n  - {hosts_file: hosts.txt, scheme: http}\n"
        "  - {hosts_file: hosts.txt, scheme: https, sitemap: x}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(render(*loaded.policy, "http://a.example/"), "");
    EXPECT_EQ(render(*loaded.policy, "https://a.example/"), "Sitemap: x\n");
}

TEST_F(LoaderHostsFile, ErrorsNameTheLineOfTheList) {
    write("hosts.txt",
          "a.example\n"
          "  http://b.example/  # a URL\n"
          "c.example:0\n"
          "::1\n"
          "*\n"
          "d.example:x\n"
          "e f\n"
          "A.example\n"
          "\x01\n");
    expect_errors(with(), {{"bad-host", 2, 3, "hosts.txt"},
                           {"bad-host", 3, 1, "hosts.txt"},
                           {"bad-host", 4, 1, "hosts.txt"},
                           {"bad-host", 5, 1, "hosts.txt"},
                           {"bad-host", 6, 1, "hosts.txt"},
                           {"bad-host", 7, 1, "hosts.txt"},
                           {"host-claimed-twice", 8, 1, "hosts.txt"},
                           {"bad-host", 9, 1, "hosts.txt"}});
}

TEST_F(LoaderHostsFile, AUrlIsNoHostWithAPort) {
    write("hosts.txt", "https://a.example/\n");
    EXPECT_THAT(all(load(with()).diagnostics),
                testing::HasSubstr("this is a URL"));
}

TEST_F(LoaderHostsFile, UnreadableAndEmptyListsAreErrors) {
    expect_error(with(), "unreadable-file", 3, 18);
    write("hosts.txt", "# nobody yet\n");
    expect_error(with(), "empty-file", 3, 18);
    expect_error("version: 1\nsites: [{hosts_file: ''}]\n", "empty-value", 2,
                 22);
    expect_error("version: 1\nsites: [{hosts_file: []}]\n", "empty-value", 2,
                 22);
    expect_error("version: 1\ndefault: {hosts_file: hosts.txt}\n",
                 "unknown-key", 2, 11);
}

TEST_F(LoaderHostsFile, AHundredThousandAreQuick) {
    std::string hosts;
    for (int i = 0; i < 100000; ++i) {
        hosts += "customer" + std::to_string(i) + ".example.com\n";
    }
    write("hosts.txt", hosts);
    const Loaded loaded = load(with());
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(found(loaded, "http://customer99999.example.com/"),
              "customer0.example.com");
    EXPECT_EQ(found(loaded, "http://customer100000.example.com/"), "none");
}

}  // namespace
}  // namespace robots
