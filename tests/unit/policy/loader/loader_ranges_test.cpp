// `ranges`, `ranges_file` and `rdns` of `crawlers`: where a crawler comes from.

#include <filesystem>

#include "policy/crawlers/identity.hpp"
#include "policy/lint/stale.hpp"
#include "policy/loader/entries/published_list.hpp"
#include "tests/unit/policy/loader/crawler_entry_fixture.hpp"

namespace robots {
namespace {

using namespace std::chrono_literals;
using Strings = std::vector<std::string>;

class LoaderRanges : public CrawlerEntryFixture {
  protected:
    // Every prefix of a list.
    static Strings prefixes(const PublishedRanges& list) {
        Strings out;
        for (const AddressPrefix& prefix : list.addresses.prefixes()) {
            out.push_back(prefix.text());
        }
        return out;
    }
    // What is wrong with a JSON text; "" where nothing is.
    static std::string problem(std::string_view json) {
        return loader::read_published_list(json).problem;
    }
};

constexpr char kJson[] =
    "{\"creationTime\": \"2026-01-01T00:00:00.000000\", \"prefixes\": [\n"
    "  {\"ipv6Prefix\": \"2001:db8::/32\"},\n"
    "  {\"ipv4Prefix\": \"192.0.2.0/24\", \"service\": \"crawler\"}]}\n";

TEST_F(LoaderRanges, RangesAreOnePrefixOrAList) {
    const Crawler one = crawler(with("ranges: 192.0.2.0/24"));
    ASSERT_EQ(one.ranges.size(), 1u);
    EXPECT_EQ(prefixes(one.ranges[0]), Strings{"192.0.2.0/24"});
    EXPECT_EQ(one.ranges[0].file, "");
    EXPECT_EQ(one.ranges[0].place.line, 3u);
    EXPECT_EQ(one.ranges[0].place.column, 36u);
    const Crawler some =
        crawler(with("ranges: [192.0.2.0/24, '2001:db8::/32', 203.0.113.7]"));
    EXPECT_EQ(prefixes(some.ranges.at(0)),
              (Strings{"192.0.2.0/24", "203.0.113.7/32", "2001:db8::/32"}));
    EXPECT_TRUE(crawler(with("ranges: []")).ranges.empty());
}

TEST_F(LoaderRanges, InvalidRangesAreErrors) {
    expect_error(with("ranges: 192.0.2.1/24"), "bad-range", 3, 36);
    expect_error(with("ranges: [192.0.2.0/24, bot.example]"), "bad-range", 3,
                 51);
    expect_error(with("ranges: ''"), "bad-range", 3, 36);
    expect_error(with("ranges: {a: b}"), "wrong-type", 3, 36);
    expect_error(with("ranges:"), "empty-value", 3, 28);
    const Loaded bad = load(with("ranges: 192.0.2.1/24"));
    EXPECT_NE(bad.diagnostics[0].text.find(
                  "write `192.0.2.0/24` for the whole range"),
              std::string::npos);
}

TEST_F(LoaderRanges, AFileIsReadRelativeToThePolicy) {
    const std::string file = write("lists/a.json", kJson);
    write("lists/crawlers.yaml",
          "crawlers: [{token: Qqxbot, ranges_file: a.json}]\n");
    const Crawler found =
        crawler("version: 1\ninclude: lists/crawlers.yaml\ndefault: {}\n");
    ASSERT_EQ(found.ranges.size(), 1u);
    EXPECT_EQ(found.ranges[0].file, file);
    EXPECT_TRUE(found.ranges[0].usable);
    EXPECT_EQ(loaded.policy->where(found.ranges[0].place),
              path("lists/crawlers.yaml") + ":1:41");
    EXPECT_EQ(prefixes(found.ranges[0]),
              (Strings{"192.0.2.0/24", "2001:db8::/32"}));
    EXPECT_EQ(loaded.policy->files.back(), file);
}

TEST_F(LoaderRanges, FilesAndRangesAddUp) {
    write("a.json", kJson);
    write("b.json", "{\"prefixes\": [{\"ipv4Prefix\": \"203.0.113.7\"}]}");
    const Crawler found =
        crawler(with("ranges_file: [a.json, b.json], ranges: 198.51.100.0/24"));
    ASSERT_EQ(found.ranges.size(), 3u);
    for (const char* address : {"192.0.2.1", "203.0.113.7", "198.51.100.1"}) {
        EXPECT_EQ(settled_identity(found, address_from(address),
                                   found.ranges[1].written, Resolver::none),
                  Identity::verified)
            << address;
    }
}

TEST_F(LoaderRanges, TheAgeOfAFileIsThatOfItsModification) {
    const std::string file = write("a.json", kJson);
    const Utc now(std::time(nullptr));
    const Crawler fresh = crawler(with("ranges_file: a.json"));
    EXPECT_EQ(settled_identity(fresh, address_from("203.0.113.1"), now,
                               Resolver::none),
              Identity::impostor);
    EXPECT_TRUE(stale_warnings(*loaded.policy, now).empty());
    std::filesystem::last_write_time(
        file, std::filesystem::file_time_type::clock::now() - (31 * 24h + 1h));
    const Crawler stale = crawler(with("ranges_file: a.json"));
    EXPECT_EQ(settled_identity(stale, address_from("203.0.113.1"), now,
                               Resolver::none),
              Identity::unverifiable);
    const Diagnostics told = stale_warnings(*loaded.policy, now);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_EQ(told[0].code, "ranges-stale");
    EXPECT_EQ(told[0].severity, Severity::warning);
    EXPECT_EQ(told[0].file, path("policy.yaml"));
    EXPECT_EQ(told[0].line, 3u);
    EXPECT_EQ(told[0].column, 41u);
    EXPECT_NE(told[0].text.find("is 31 days old"), std::string::npos);
}

TEST_F(LoaderRanges, AFileThatCannotBeUsedIsAWarning) {
    const Told told{"ranges-unusable", 3, 41};
    expect_warnings(with("ranges_file: a.json"), {told});
    for (const char* text :
         {"", "{", "<html>404</html>", "[]", "{\"prefixes\": []}",
          "{\"prefixes\": [{\"ipv4Prefix\": \"192.0.2.1/24\"}]}"}) {
        write("a.json", text);
        SCOPED_TRACE(text);
        expect_warnings(with("ranges_file: a.json"), {told});
    }
    std::filesystem::remove(path("a.json"));
    std::filesystem::create_directory(path("a.json"));
    expect_warnings(with("ranges_file: a.json"), {told});
    std::filesystem::remove(path("a.json"));
    write("a.json", std::string(std::size_t{4} * 1024 * 1024 + 1, ' '));
    expect_warnings(with("ranges_file: a.json"), {told});
}

TEST_F(LoaderRanges, AnUnusableFileMakesNobodyAnImpostor) {
    write("a.json", "{\"prefixes\": [{\"ipv4Prefix\": \"192.0.2.0/24\"}, {");
    const Crawler found =
        crawler(with("ranges_file: a.json, ranges: 198.51.100.0/24"));
    ASSERT_EQ(found.ranges.size(), 2u);
    const Utc now(std::time(nullptr));
    EXPECT_EQ(
        settled_identity(found, address_from("192.0.2.1"), now, Resolver::none),
        Identity::unverifiable);
    EXPECT_EQ(settled_identity(found, address_from("198.51.100.1"), now,
                               Resolver::none),
              Identity::verified);
    EXPECT_TRUE(stale_warnings(*loaded.policy, now).empty());
}

TEST_F(LoaderRanges, ASharedFileIsReadOnceAndReportedForEachCrawler) {
    const std::string yaml =
        "version: 1\ndefault: {}\ncrawlers:\n"
        "  - {token: Qqxbot, ranges_file: a.json}\n"
        "  - {token: Qqybot, ranges_file: a.json}\n";
    expect_warnings(yaml,
                    {{"ranges-unusable", 4, 34}, {"ranges-unusable", 5, 34}});
    write("a.json", kJson);
    crawler(yaml);
    EXPECT_EQ(loaded.policy->files.size(), 2u);
    EXPECT_EQ(prefixes(loaded.policy->crawlers().find("Qqybot")->ranges[0]),
              (Strings{"192.0.2.0/24", "2001:db8::/32"}));
}

TEST_F(LoaderRanges, AFileIsAnInputWithItsDate) {
    const std::string file = write("a.json", kJson);
    crawler(with("ranges_file: a.json"));
    const std::time_t modified = loaded.policy->modified;
    EXPECT_TRUE(loaded.inputs.unchanged());
    const auto later = std::filesystem::last_write_time(file) + 1h;
    std::filesystem::last_write_time(file, later);
    EXPECT_FALSE(loaded.inputs.unchanged());
    // robots.txt says what it said.
    std::filesystem::last_write_time(path("policy.yaml"), later - 2h);
    const Loaded again = load_policy(path("policy.yaml"), {});
    EXPECT_LE(again.policy->modified, modified);
}

TEST_F(LoaderRanges, AMissingFileThatComesIsAChange) {
    crawler(with("ranges_file: a.json"));
    EXPECT_TRUE(loaded.inputs.unchanged());
    write("a.json", kJson);
    EXPECT_FALSE(loaded.inputs.unchanged());
}

TEST_F(LoaderRanges, ProblemsOfAFileAreNamed) {
    EXPECT_EQ(problem(kJson), "");
    EXPECT_EQ(problem("\xEF\xBB\xBF{\"prefixes\": [{\"ipv4Prefix\": "
                      "\"192.0.2.0/24\"}]}"),
              "");
    EXPECT_EQ(problem("{\"prefixes\":\n [{\"ipv4Prefix\""),
              "it is not valid JSON, or ends too early, at line 2, column 16");
    EXPECT_EQ(problem(""), "it is empty");
    EXPECT_EQ(problem("{}"), "it has no list `prefixes`");
    EXPECT_EQ(problem("{\"prefixes\": {}}"), "it has no list `prefixes`");
    EXPECT_EQ(problem("[7]"), "it has no list `prefixes`");
    EXPECT_EQ(problem("{\"prefixes\": []}"), "its list `prefixes` is empty");
    EXPECT_EQ(problem("{\"prefixes\": [{\"ipv4Prefix\": \"192.0.2.0/24\"}, "
                      "{\"ipv6Prefix\": 7}]}"),
              "entry 2 of `prefixes`: its `ipv6Prefix` is not a string");
    EXPECT_EQ(problem("{\"prefixes\": [{\"asn\": 7}]}"),
              "entry 1 of `prefixes`: it has neither an `ipv4Prefix` nor an "
              "`ipv6Prefix`");
    EXPECT_EQ(problem("{\"prefixes\": [\"192.0.2.0/24\"]}"),
              "entry 1 of `prefixes`: it has neither an `ipv4Prefix` nor an "
              "`ipv6Prefix`");
    EXPECT_EQ(problem("{\"prefixes\": [{\"ipv4Prefix\": \"192.0.2\"}]}")
                  .substr(0, 60),
              "entry 1 of `prefixes`: its `ipv4Prefix` is not an address or");
}

TEST_F(LoaderRanges, DeeplyNestedJsonIsSafe) {
    const std::string deep(1000000, '[');
    EXPECT_NE(problem(deep), "");
}

TEST_F(LoaderRanges, RdnsIsADomainOrAList) {
    EXPECT_EQ(crawler(with("rdns: bot.example")).rdns, Strings{"bot.example"});
    EXPECT_EQ(
        crawler(with("rdns: [Bot.Example., .crawl.example, "
                     "m\xC3\xBCnchen.example]"))
            .rdns,
        (Strings{"bot.example", "crawl.example", "xn--mnchen-3ya.example"}));
    EXPECT_TRUE(crawler(with("rdns: []")).rdns.empty());
}

TEST_F(LoaderRanges, InvalidDomainsAreErrors) {
    for (const char* domain :
         {"''", "'*.bot.example'", "bot..example", "http://bot.example",
          "bot.example:80", "192.0.2.1", "'2001:db8::1'", "'[::1]'", "com",
          ".com", "'.'", "a b.example", "..bot.example"}) {
        SCOPED_TRACE(domain);
        expect_error(with(std::string("rdns: ") + domain), "bad-host", 3, 34);
    }
    expect_error(with("rdns: {a: b}"), "wrong-type", 3, 34);
    EXPECT_NE(load(with("rdns: '*.bot.example'"))
                  .diagnostics[0]
                  .text.find("remove the `*.`"),
              std::string::npos);
}

TEST_F(LoaderRanges, APolicyOverridesTheCatalogueKeyByKey) {
    const auto googlebot = [this](const std::string& keys) {
        loaded = load("version: 1\ndefault: {}\ncrawlers: [{token: Googlebot" +
                      keys + "}]\n");
        EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
        return *loaded.policy->crawlers().find("Googlebot");
    };
    const Strings built_in{"googlebot.com", "google.com"};
    EXPECT_EQ(googlebot("").rdns, built_in);
    EXPECT_EQ(googlebot(", ranges: 192.0.2.0/24").rdns, built_in);
    EXPECT_EQ(googlebot(", rdns: bot.example").rdns, Strings{"bot.example"});
    EXPECT_TRUE(googlebot(", rdns: []").rdns.empty());
}

}  // namespace
}  // namespace robots
