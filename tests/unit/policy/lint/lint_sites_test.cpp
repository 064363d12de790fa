// Sitemaps, sites as a whole, and the policies that are shipped.

#include <cstdlib>
#include <filesystem>

#include "tests/unit/policy/lint/lint_fixture.hpp"

namespace robots {
namespace {

class LintSites : public LintFixture {
  protected:
    // A site for a.example that closes /feeds/ to all, with `keys`.
    static std::string site(const std::string& keys) {
        return "sites:\n  - host: [a.example, '*.b.example']\n" + keys +
               "    groups: [{user_agent: '*', disallow: /feeds/}]\n";
    }
    Codes sitemap(const std::string& url) const {
        return codes(site("    sitemap: '" + url + "'\n"));
    }
};

TEST_F(LintSites, ASitemapThatIsNotAUrlIsAWarning) {
    EXPECT_EQ(sitemap("/sitemap.xml"), one("sitemap-not-absolute"));
    EXPECT_EQ(sitemap("sitemap.xml"), one("sitemap-not-absolute"));
    EXPECT_EQ(sitemap("//a.example/s.xml"), one("sitemap-not-absolute"));
    EXPECT_EQ(sitemap("${host}/s.xml"), one("sitemap-not-absolute"));
    EXPECT_EQ(sitemap("https://"), one("sitemap-not-absolute"));
    EXPECT_EQ(sitemap("https:///s.xml"), one("sitemap-not-absolute"));
    EXPECT_EQ(sitemap("https://a.example/s.xml"), none());
    EXPECT_EQ(sitemap("${origin}/s.xml"), none());
    EXPECT_EQ(sitemap("${scheme}://${host}:${port}/s.xml"), none());
    EXPECT_EQ(sitemap("ftp://a.example/s.xml"), none());
}

TEST_F(LintSites, ASitemapThatTheSiteClosesIsAWarning) {
    EXPECT_EQ(sitemap("${origin}/feeds/s.xml"), one("sitemap-closed"));
    EXPECT_EQ(sitemap("http://A.example/feeds/s.xml"), one("sitemap-closed"));
    EXPECT_EQ(sitemap("http://x.b.example/feeds/s.xml"), one("sitemap-closed"));
    EXPECT_EQ(sitemap("https://cdn.example/feeds/s.xml"), none());
    EXPECT_EQ(sitemap("https://b.example/feeds/s.xml"), none());
    EXPECT_EQ(sitemap("${origin}/s.xml"), none());
}

TEST_F(LintSites, AStatusThatPromisesTermsNeedsThem) {
    const auto refusing = [this](const std::string& refusal,
                                 const std::string& more = "") {
        return codes(
            "sites:\n  - host: a.example\n" + more +
            "    enforce: {disallow: reject}\n    refusal: " + refusal +
            "\n    groups: [{user_agent: '*', disallow: /x/}]\n");
    };
    const std::string license = "    license: https://a.example/l\n";
    const std::string server = ", license_server: 'https://b.example'}";
    EXPECT_EQ(refusing("{status: 402}"), one("payment-without-terms"));
    EXPECT_EQ(refusing("{status: 402, price: USD 1}"), none());
    EXPECT_EQ(refusing("{status: 402}", license), one("payment-without-terms"));
    EXPECT_EQ(refusing("{status: 402" + server, license), none());
    EXPECT_EQ(refusing("{status: {disallow: 401}}"),
              one("payment-without-terms"));
    EXPECT_EQ(refusing("{status: {disallow: 401}" + server, license), none());
    EXPECT_EQ(refusing("{status: {unverifiable: 401}}"), none());
    EXPECT_EQ(refusing("{status: {crawl_delay: 402}}"), none());
    EXPECT_EQ(refusing("{price: USD 1}"), one("price-never-sent"));
    EXPECT_EQ(refusing("{price: USD 1, status: {crawl_delay: 402}}"), none());
}

TEST_F(LintSites, AClosedSiteHasNoSitemapWarning) {
    EXPECT_EQ(codes("default:\n"
                    "  sitemap: ${origin}/s.xml\n"
                    "  groups: [{user_agent: '*', disallow: /}]\n"),
              none());
}

TEST_F(LintSites, ASitemapOfATemplateIsReportedOnce) {
    expect_warnings(
        "version: 1\n"
        "templates:\n"
        "  t:\n"
        "    sitemap: ${origin}/x/s.xml\n"
        "    groups: [{user_agent: '*', disallow: /x/}]\n"
        "sites:\n"
        "  - {host: a.example, template: t}\n"
        "  - {host: b.example, template: t}\n",
        {{"sitemap-closed", 4, 14}});
}

TEST_F(LintSites, SitemapsOfAFileAreChecked) {
    write("robots.txt",
          "# a museum\r\nSitemap: /s.xml\r\n\r\nUser-agent: *\r\n"
          "Disallow: /x/\r\nsitemap: http://a.example/x/s.xml # closed\r\n");
    const Loaded loaded = load(
        "version: 1\nsites: [{host: a.example, robots_txt: {file: "
        "robots.txt}}]\n");
    ASSERT_EQ(loaded.diagnostics.size(), 2U) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.diagnostics[0].code, "sitemap-not-absolute");
    EXPECT_EQ(loaded.diagnostics[0].line, 2U);
    EXPECT_EQ(loaded.diagnostics[1].code, "sitemap-closed");
    EXPECT_EQ(loaded.diagnostics[1].line, 6U);
}

TEST_F(LintSites, AClosedSiteWithoutEnvironmentIsAWarning) {
    const auto with = [](const std::string& keys) {
        return "sites:\n  - host: a.example\n" + keys +
               "    groups: [{user_agent: '*', disallow: /}]\n";
    };
    EXPECT_EQ(codes(with("")), one("closed-by-accident"));
    EXPECT_EQ(codes(with("    expect: closed\n")), none());
    EXPECT_EQ(codes(with("    suspend: true\n")), none());
}

TEST_F(LintSites, APartlyOpenSiteIsNoWarning) {
    const auto with = [](const std::string& groups) {
        return "sites: [{host: a.example, groups: [{user_agent: '*', "
               "disallow: /" +
               groups + "]}]\n";
    };
    EXPECT_EQ(codes(with("}")), one("closed-by-accident"));
    EXPECT_EQ(codes(with(", allow: /x/}")), none());
    EXPECT_EQ(codes(with("}, {category: archive, allow: /}")), none());
    EXPECT_EQ(codes(with("}, {user_agent: x, disallow: /}")),
              one("closed-by-accident"));
}

TEST_F(LintSites, AClosedDefaultIsNoWarning) {
    EXPECT_EQ(closing("/"), none());
}

TEST_F(LintSites, AClosedTemplateIsReportedOnce) {
    expect_warnings(
        "version: 1\n"
        "templates:\n"
        "  t: {groups: [{user_agent: '*', disallow: /}]}\n"
        "sites:\n"
        "  - {host: a.example, template: t}\n"
        "  - {host: b.example, template: t, expect: closed}\n"
        "  - {host: c.example, template: t}\n",
        {{"closed-by-accident", 3, 44}});
}

TEST_F(LintSites, AClosedFileIsReportedAtTheClosingLine) {
    write("robots.txt", "User-agent: *\nDisallow: /\n");
    const Loaded loaded = load(
        "version: 1\nsites: [{host: a.example, robots_txt: {file: "
        "robots.txt}}]\n");
    ASSERT_EQ(loaded.diagnostics.size(), 1U) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.diagnostics[0].code, "closed-by-accident");
    EXPECT_EQ(loaded.diagnostics[0].file, path("robots.txt"));
    EXPECT_EQ(loaded.diagnostics[0].line, 2U);
}

TEST_F(LintSites, EveryFindingOfAnInlineTextIsReported) {
    EXPECT_EQ(
        codes("default:\n"
              "  robots_txt:\n"
              "    text: |\n"
              "      User-agent: *\n"
              "      Disallow: /a\n"
              "      Disallow: /b\n"
              "      Sitemap: /s.xml\n"),
        (Codes{"open-ended-path", "open-ended-path", "sitemap-not-absolute"}));
}

TEST_F(LintSites, ManyLinesAreAWarning) {
    std::string text = "User-agent: *\n";
    for (int i = 1; i < 5000; ++i) {
        text += "Disallow: /" + std::to_string(i) + "/\n";
    }
    EXPECT_EQ(file(text), none());
    write("robots.txt", text + "Disallow: /x/\n");
    expect_warnings("version: 1\ndefault: {robots_txt: {file: robots.txt}}\n",
                    {{"many-lines", 2, 23}});
}

TEST_F(LintSites, WithAnErrorThereAreNoLintWarnings) {
    expect_errors(
        "version: 1\n"
        "default: {groups: [{user_agent: '*', disallow: /a, allow: b}]}\n",
        {{"bad-path", 2, 59}});
    const Loaded loaded = load(
        "version: 1\n"
        "default: {groups: [{user_agent: '*', disallow: /a}]}\n"
        "tests: [{url: http://a.example/, user_agent: Bingbot, allow: /a}]\n");
    ASSERT_EQ(loaded.diagnostics.size(), 1U) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.diagnostics[0].code, "test-failed");
}

// ---- what is shipped
// ---------------------------------------------------------

std::filesystem::path source() {
    const char* folder = std::getenv("ROBOTS_SOURCE");
    return folder == nullptr ? "." : folder;
}

TEST_F(LintSites, TheExamplesAreClean) {
    int count = 0;
    for (const auto& folder : std::filesystem::directory_iterator(
             source() / "nginx-conf-examples")) {
        const auto policy = folder.path() / "policy.yaml";
        if (std::filesystem::exists(policy)) {
            const Loaded loaded =
                load_policy(policy.string(), {}, {source().string()});
            EXPECT_EQ(all(loaded.diagnostics), "");
            ++count;
        }
    }
    EXPECT_GE(count, 6);
}

TEST_F(LintSites, TheTemplatesAreClean) {
    int count = 0;
    for (const auto& file :
         std::filesystem::directory_iterator(source() / "templates")) {
        if (file.path().extension() != ".yaml") {
            continue;
        }
        const std::string name = file.path().stem().string();
        const std::string policy =
            write("policy.yaml",
                  "version: 1\ninclude: " +
                      std::filesystem::absolute(file.path()).string() +
                      "\nsites: [{host: a.example, template: " + name + "}]\n");
        const Loaded loaded = load_policy(policy, {}, {source().string()});
        EXPECT_EQ(all(loaded.diagnostics), "") << name;
        ++count;
    }
    EXPECT_GE(count, 6);
}

TEST_F(LintSites, TheStagingTemplateClosesToCrawlersThatIgnoreTheWildcard) {
    std::string policy =
        "version: 1\ninclude: " +
        std::filesystem::absolute(source() / "templates" / "staging.yaml")
            .string() +
        "\ndefault: {template: staging}\ntests:\n";
    for (const Crawler& crawler : built_in_crawlers()) {
        if (crawler.wildcard == Obeys::no &&
            (crawler.category == Category::search ||
             crawler.category == Category::ads)) {
            policy +=
                "- {url: 'http://a.example/secret', crawler: " + crawler.token +
                ", disallow: /}\n";
        }
    }
    const Loaded loaded =
        load_policy(write("policy.yaml", policy), {}, {source().string()});
    EXPECT_EQ(all(loaded.diagnostics), "");
}

}  // namespace
}  // namespace robots
