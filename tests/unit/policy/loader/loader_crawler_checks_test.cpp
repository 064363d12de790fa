// `crawlers` that would make crawlers of browsers, or take the catalogue's.

#include <algorithm>

#include "policy/crawlers/crawlers.hpp"
#include "tests/unit/policy/lint/source_lines.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderCrawlerChecks : public PolicyFixture {
  protected:
    static std::string with(const std::string& crawlers) {
        return "version: 1\ndefault: {}\ncrawlers: " + crawlers + "\n";
    }
    // A policy whose only crawlers are in a file that it includes.
    std::string including(const std::string& crawlers) const {
        write("more.yaml", "crawlers: " + crawlers + "\n");
        return "version: 1\ninclude: more.yaml\ndefault: {}\n";
    }
    void expect_no_error(const std::string& yaml) const {
        const Loaded loaded = load(yaml);
        EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    }
};

TEST_F(LoaderCrawlerChecks, AMatchThatBrowsersSendIsAnError) {
    for (const char* text :
         {"Mozilla", "mozilla", "Mozilla/5.0", "Chrome/", "Safari/537.36",
          "Windows NT 10.0", "(KHTML, like Gecko)", "compatible", "iPhone",
          "MSIE", "Mobile/15E148", "Linux; Android", "U; en", "OPR/", "Edg/",
          "SamsungBrowser", "HbbTV/", "FBAN", "Mozilla/5.0 ("}) {
        const Loaded loaded = load(
            with("[{token: Googlebot, match: ['" + std::string(text) + "']}]"));
        ASSERT_EQ(loaded.policy, nullptr) << text;
        ASSERT_EQ(loaded.diagnostics.size(), 1u) << text;
        EXPECT_EQ(loaded.diagnostics[0].code, "matches-browsers") << text;
        EXPECT_EQ(loaded.diagnostics[0].line, 3u);
        EXPECT_EQ(loaded.diagnostics[0].column, 39u);
    }
}

TEST_F(LoaderCrawlerChecks, ATokenThatBrowsersSendIsAnError) {
    expect_error(with("[{token: Firefox}]"), "matches-browsers", 3, 20);
    expect_error(with("[{token: Mobile, category: seo}]"), "matches-browsers",
                 3, 20);
    expect_error(with("[{token: Firefox, match: []}]"), "matches-browsers", 3,
                 20);
    expect_no_error(with("[{token: Firefox, match: AcmeFirefoxBot}]"));
    expect_no_error(with("[{token: Firefox, in_user_agent: false}]"));
}

TEST_F(LoaderCrawlerChecks, ATooShortMatchIsAnError) {
    for (const char* text : {"a", "1", "/", "10", "5.0", "k-", "; ", "bot"}) {
        expect_error(
            with("[{token: Acmebot, match: '" + std::string(text) + "'}]"),
            "matches-browsers", 3, 36);
    }
    expect_no_error(with("[{token: Acmebot, match: 'k6x/'}]"));
}

TEST_F(LoaderCrawlerChecks, EachTextHasAnErrorAtItsPlace) {
    expect_errors(with("[{token: Acmebot, match: [Acme, Chrome, Safari]}]"),
                  {{"matches-browsers", 3, 43}, {"matches-browsers", 3, 51}});
}

TEST_F(LoaderCrawlerChecks, AMatchThatOnlyACrawlerSendsLoads) {
    expect_no_error(
        with("[{token: ExampleIndexer, match: [ExampleIndexer, 'ExIdx/', "
             "'Exx-', 'compatible; Acme/']}, {token: Acmebot}, "
             "{token: Googlebot, category: seo}, "
             "{token: Bingbot, match: [bingbot, 'MicrosoftBot/']}]"));
}

TEST_F(LoaderCrawlerChecks, AMatchOfBrowsersIsAnErrorInAnIncludedFileToo) {
    expect_errors(including("[{token: Acmebot, match: Mozilla}]"),
                  {{"matches-browsers", 1, 36, "more.yaml"}});
}

TEST_F(LoaderCrawlerChecks, AnIncludedFileAddsCrawlers) {
    expect_no_error(including("[{token: Acmebot, match: [Acmebot, AcmeX/]}]"));
    expect_no_error(including("[{token: Googlebot-Acme}, {token: Acme}]"));
}

TEST_F(LoaderCrawlerChecks, AnIncludedFileCannotChangeTheCatalogue) {
    expect_errors(including("[{token: googlebot, category: seo}]"),
                  {{"changes-catalogue", 1, 20, "more.yaml"}});
    expect_errors(including("[{token: Google-Extended}]"),
                  {{"changes-catalogue", 1, 20, "more.yaml"}});
    expect_no_error(with("[{token: googlebot, category: seo}]"));
}

TEST_F(LoaderCrawlerChecks, AnIncludedFileCannotMatchHeadersOfTheCatalogue) {
    for (const char* text :
         {"Googlebot", "Googlebot/", "Googlebot/2.1",
          "compatible; Googlebot/2.1; +http://www.google.com/bot.html",
          "(compatible; ", "; +http:", "1.0 (+"}) {
        const std::string entry =
            "[{token: Acmebot, match: ['" + std::string(text) + "']}]";
        const Loaded loaded = load(including(entry));
        ASSERT_EQ(loaded.policy, nullptr) << text;
        EXPECT_EQ(loaded.diagnostics[0].file, path("more.yaml")) << text;
        EXPECT_EQ(loaded.diagnostics[0].line, 1u) << text;
        EXPECT_EQ(loaded.diagnostics[0].column, 37u) << text;
    }
    expect_no_error(with("[{token: Acmebot, match: ['Googlebot/']}]"));
}

TEST_F(LoaderCrawlerChecks,
       AnIncludedFileCannotMatchHeadersOfMainFileCrawlers) {
    write("more.yaml", "crawlers: [{token: Foo, match: [Acmebot/]}]\n");
    expect_errors(
        "version: 1\ninclude: more.yaml\ndefault: {}\n"
        "crawlers: [{token: Acmebot}]\n",
        {{"changes-catalogue", 1, 33, "more.yaml"}});
}

TEST(Browsers, TheSampleIsOfTheRecordedHeaders) {
    const auto lines = source_lines("tests/data/user_agents_browsers.txt");
    const auto headers = browser_headers();
    EXPECT_GT(headers.size(), 200u);
    for (const std::string_view header : headers) {
        EXPECT_NE(std::find(lines.begin(), lines.end(), header), lines.end())
            << header;
    }
    const auto words = browser_words();
    EXPECT_TRUE(std::is_sorted(words.begin(), words.end()));
    for (const char* word :
         {"mozilla", "applewebkit", "chrome", "safari", "firefox", "gecko",
          "version", "mobile", "edg", "opr", "windows", "linux", "android",
          "iphone", "khtml", "like", "trident", "msie", "samsungbrowser"}) {
        EXPECT_TRUE(std::binary_search(words.begin(), words.end(),
                                       std::string_view(word)))
            << word;
    }
}

}  // namespace
}  // namespace robots
