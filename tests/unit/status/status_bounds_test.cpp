// However much there is, the status is collected in small steps, and what it
// says is bounded.

#include <set>

#include "status/collection/rows.hpp"
#include "status/format/json_writer.hpp"
#include "status/format/prometheus.hpp"
#include "tests/unit/status/status_fixture.hpp"

namespace robots {
namespace {

class StatusBounds : public StatusFixture {
  protected:
    static constexpr std::size_t kSites = 300;

    StatusBounds() {
        std::string yaml = "version: 1\nsites:\n";
        for (std::size_t i = 0; i < kSites; ++i) {
            yaml += "  - {host: s" + std::to_string(i) +
                    ".example, groups: [{user_agent: \"*\", disallow: /x}]}\n";
        }
        use(yaml);
    }

    static std::string url(std::size_t site) {
        return "http://s" + std::to_string(site) + ".example/";
    }

    const Crawler& crawler(std::size_t number) const {
        return policy->crawlers().entries()[number];
    }

    // A visit of a crawler of the catalogue by its entry.
    void visit_by(const Crawler& crawler, std::size_t site) {
        Verdict verdict;
        verdict.judged = true;
        verdict.crawler = {crawler.token, crawler.category, &crawler};
        Ledger::Entry entry;
        ledger->judged(policy->sites()[site], verdict, now, entry);
    }

    std::set<std::string> labels(const std::string& text,
                                 const std::string& name) {
        std::set<std::string> values;
        const std::string mark = name + "=\"";
        for (std::size_t at = text.find(mark); at != std::string::npos;
             at = text.find(mark, at + 1)) {
            const std::size_t start = at + mark.size();
            values.insert(text.substr(start, text.find('"', start) - start));
        }
        return values;
    }
};

TEST_F(StatusBounds, LongListsHavePages) {
    for (std::size_t i = 0; i < kSites; ++i) {
        visit(url(i), "Googlebot/2.1");
    }
    visit(url(7), "Googlebot/2.1");
    const nlohmann::json first = json()["sites"];
    EXPECT_EQ(first["total"], kSites);
    EXPECT_EQ(first["rows"].size(), status::kSitesOnPage);
    EXPECT_EQ(first["rows"][0]["site"], "s7.example");
    EXPECT_EQ(first["rows"][1]["site"], "s0.example");
    const nlohmann::json second = json("sites=2")["sites"];
    EXPECT_EQ(second["first"], status::kSitesOnPage);
    EXPECT_EQ(second["rows"].size(), kSites - status::kSitesOnPage);
    EXPECT_EQ(second["rows"].back()["site"], "s299.example");
    EXPECT_EQ(json("sites=99")["sites"], second) << "the last page there is";
    EXPECT_EQ(json("crawler=Googlebot&sites=2")["sites"]["first"],
              status::kSitesOfCrawlerOnPage);
}

TEST_F(StatusBounds, MetricsHaveAtMostSoManyLabels) {
    for (std::size_t i = 0; i < 2 * status::model::kMetricCrawlers; ++i) {
        now += Milliseconds{1};
        visit_by(crawler(i), i % kSites);
    }
    const std::string text = prometheus();
    EXPECT_EQ(labels(text, "site").size(), status::model::kMetricSites + 1);
    EXPECT_EQ(labels(text, "crawler").size(),
              status::model::kMetricCrawlers + 1);
    EXPECT_EQ(labels(text, "crawler").count("(other)"), 1u);
    EXPECT_EQ(labels(text, "site").count("(other)"), 1u);
}

TEST_F(StatusBounds, ANewCrawlerChangesNoOtherLabel) {
    for (std::size_t i = 0; i < status::model::kMetricCrawlers; ++i) {
        visit_by(crawler(i), 0);
        now += Milliseconds{1};
    }
    const std::set<std::string> before = labels(prometheus(), "crawler");
    const Crawler& latest = crawler(status::model::kMetricCrawlers + 5);
    for (int i = 0; i < 1000; ++i) {
        now += Milliseconds{1};
        visit_by(latest, 0);
    }
    std::set<std::string> after = labels(prometheus(), "crawler");
    EXPECT_EQ(after.count(latest.token), 0u);
    EXPECT_EQ(after.erase("(other)"), 1u);
    EXPECT_EQ(after, before);
}

TEST_F(StatusBounds, AStepReadsAFewThousandEntries) {
    constexpr std::size_t kOctetsOfStep = std::size_t{1} << 19;
    const auto steps_of = [](const auto& table, std::size_t record) {
        const std::size_t places = kOctetsOfStep / record;
        return (table.capacity() + places - 1) / places;
    };
    const std::size_t visits = steps_of(ledger->visits(), sizeof(VisitRecord));
    const std::size_t lines = steps_of(ledger->lines(), sizeof(LineRecord));
    const std::size_t sites = steps_of(ledger->sites(), sizeof(SiteRecord));
    EXPECT_LE(kOctetsOfStep / sizeof(LineRecord), 16384u);
    ask("format=json");
    EXPECT_EQ(steps, 1 + visits + lines + sites + 1 + 1);
    ask("format=prometheus");
    EXPECT_EQ(steps, 1 + 2 * visits + 1 + lines + sites + 1);
    ask("format=json&crawler=Googlebot");
    EXPECT_EQ(steps, 1 + visits + lines + 1 + 1);
    ask("format=json&site=s1.example");
    EXPECT_EQ(steps, 1 + visits + lines + 1 + 1 + 1);
}

TEST_F(StatusBounds, OfManyRulesTheFirstAreShown) {
    std::string yaml =
        "version: 1\nsites: [{host: s0.example, groups: [{user_agent: \"*\", "
        "disallow: [";
    for (int i = 0; i < 500; ++i) {
        yaml += "/d" + std::to_string(i) + "/, ";
    }
    use(yaml + "/last/]}]}]\n");
    visit("http://s0.example/d7/", "Googlebot/2.1");
    const nlohmann::json rules =
        json("crawler=Googlebot")["sites"]["rows"][0]["group_rules"];
    EXPECT_EQ(rules["total"], 501);
    EXPECT_EQ(rules["rows"].size(), status::kRulesOfSite);
}

TEST_F(StatusBounds, LongTextsHavePages) {
    std::string text = "User-agent: *\n";
    for (std::size_t i = 0; i < 2 * status::kLinesOnPage; ++i) {
        text += "Disallow: /d" + std::to_string(i) + "/\n";
    }
    write("long.txt", text);
    use("version: 1\nsites: [{host: s0.example, robots_txt: "
        "{file: long.txt}}]\n");
    visit("http://s0.example/d1500/", "Googlebot/2.1");
    const nlohmann::json lines = json("site=s0.example&lines=2")["lines"];
    EXPECT_EQ(lines["total"], 2 * status::kLinesOnPage + 1);
    EXPECT_EQ(lines["first"], status::kLinesOnPage);
    EXPECT_EQ(lines["rows"][0]["number"], status::kLinesOnPage + 1);
    const nlohmann::json line =
        row_with(lines["rows"], "text", "Disallow: /d1500/");
    EXPECT_EQ(line["requests"], 1);
    EXPECT_NE(line["place"].get<std::string>().find("long.txt:1502:"),
              std::string::npos);
}

TEST(JsonWriter, WritesJsonThatAParserReads) {
    std::string out;
    status::JsonWriter json(out);
    const std::string hostile("<\"\\\n\x01\xE2\x80\xAE\xFF\x00>", 11);
    json.open_object();
    json.name("text").text(hostile);
    json.name("none").text_if_any("");
    json.name("list").open_array();
    json.number(UINT64_MAX);
    json.seconds(1500);
    json.seconds(2000);
    json.seconds(50);
    json.truth(false);
    json.time(0);
    json.open_object();
    json.close_object();
    json.close_array();
    json.close_object();
    EXPECT_EQ(nlohmann::json::parse(out),
              nlohmann::json::parse(
                  "{\"text\": \"<\\\"\\\\\\n\\u0001\\u202e\\ufffd\\u0000>\", "
                  "\"none\": null, \"list\": [18446744073709551615, 1.5, 2, "
                  "0.05, false, null, {}]}"));
}

// U+009B begins a terminal's command, as ESC [ does.
TEST(JsonWriter, WritesAsciiWhateverAClientSent) {
    std::string out;
    status::JsonWriter json(out);
    json.text("Bot\u009b31m\u202e\u2028\x7f\u00e9");
    EXPECT_EQ(out, "\"Bot\\u009b31m\\u202e\\u2028\\u007f\\u00e9\"");
}

}  // namespace
}  // namespace robots
