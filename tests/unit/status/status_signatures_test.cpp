// What was found of signed requests, by crawler.

#include <gtest/gtest.h>

#include "tests/unit/status/status_fixture.hpp"

namespace robots {
namespace {

using signature::Result;

class StatusSignatures : public StatusFixture {
  protected:
    void SetUp() override {
        use("version: 1\n"
            "default:\n"
            "  groups: [{user_agent: '*', disallow: /a}]\n");
    }

    // A judged request with such a signature.
    void sign(std::string_view agent, Result result, Identity identity) {
        const Verdict verdict = visit("http://a.example/", agent, identity);
        Ledger::Entry entry;
        ledger->judged(*site_of(*policy, "http://a.example/"), verdict, now,
                       entry);
        ledger->signed_with(entry, result);
    }
};

TEST_F(StatusSignatures, AreCountedByCrawlerAndIdentity) {
    sign("GPTBot/1.0", Result::verified, Identity::verified);
    sign("GPTBot/1.0", Result::unknown_key, Identity::unverifiable);
    visit("http://a.example/", "bingbot/2.0");
    const nlohmann::json rows = json().at("crawlers").at("rows");
    const nlohmann::json found =
        row_with(rows, "crawler", "GPTBot").at("signatures");
    EXPECT_EQ(found.at("verified"), 1);
    EXPECT_EQ(found.at("unknown_key"), 1);
    EXPECT_EQ(found.at("malformed"), 0);
    EXPECT_TRUE(
        row_with(rows, "crawler", "bingbot").at("signatures").is_null());
    const nlohmann::json sites = json("crawler=GPTBot").at("sites").at("rows");
    EXPECT_EQ(
        row_with(sites, "identity", "verified").at("signatures").at("verified"),
        1);
}

TEST_F(StatusSignatures, AreSeriesOfPrometheusOnceTheyCame) {
    sign("GPTBot/1.0", Result::expired, Identity::unverifiable);
    const std::string text = prometheus();
    EXPECT_NE(text.find("robots_signed_requests_total{site=\"default\","
                        "crawler=\"GPTBot\",result=\"expired\"} 1\n"),
              std::string::npos)
        << text;
    EXPECT_EQ(text.find("crawler=\"GPTBot\",result=\"verified\""),
              std::string::npos);
}

TEST_F(StatusSignatures, AreShownWithAViolation) {
    const Site& site = *site_of(*policy, "http://a.example/");
    ViolationNote note;
    note.site = site.key;
    note.crawler = policy->crawlers().find("GPTBot")->key;
    note.violation = Violation::disallow;
    note.signature = Result::malformed;
    activity->violated(note);
    const nlohmann::json rows = json("view=violations").at("last_violations");
    EXPECT_EQ(rows.at(0).at("signature"), "malformed");
}

TEST_F(StatusSignatures, SitesAndNamesSayWhatThePolicyDoes) {
    visit("http://a.example/", "Odd-bot/1.0");
    activity->named(7, *site_of(*policy, "http://a.example/"),
                    visit("http://a.example/", "Odd-bot/1.0"), now);
    const nlohmann::json all = json();
    EXPECT_EQ(all.at("unlisted").at(0).at("group"), "*");
    EXPECT_EQ(all.at("unlisted").at(0).at("enforcement"),
              all.at("sites").at("rows").at(0).at("enforcement"));
    EXPECT_TRUE(all.at("sites").at("rows").at(0).at("enforcement").is_object());
}

}  // namespace
}  // namespace robots
