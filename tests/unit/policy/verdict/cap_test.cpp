// What a cap does about a crawler, in words.

#include "policy/verdict/verdict.hpp"

#include <gtest/gtest.h>

#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

class CapTest : public JudgeTest {
  protected:
    CapTest() {
        entry_ = known_crawler("ABot", Category::search);
        entry_.crawl_delay = Obeys::no;
        entry_.request_rate = Obeys::no;
    }

    std::vector<CappedKind> kinds(std::string_view text,
                                  const Enforcement& settings) {
        serve(text, settings);
        return capped_kinds(*robots->groups.named("*"), crawler(), request);
    }

    Sighting crawler() const { return {"ABot", Category::search, &entry_}; }

  private:
    Crawler entry_;
};

constexpr char kBoth[] =
    "User-agent: *\nDisallow: /a\nCrawl-delay: 5\nVisit-time: 0600-0800\n";

TEST_F(CapTest, IsSaidOfLinesThatTheGroupHas) {
    const auto capped = kinds(kBoth, enforce(Action::throttle));
    ASSERT_EQ(capped.size(), 1u);
    EXPECT_EQ(capped[0].violation, Violation::crawl_delay);
    EXPECT_EQ(capped[0].cap.most, Action::log);
    EXPECT_EQ(to_string(capped[0].cap.reason), "unsupported");
    EXPECT_EQ(cap_text(capped[0].cap, crawler(), capped[0].violation),
              "only logged: ABot documents that it ignores Crawl-delay");
}

TEST_F(CapTest, IsNotSaidWhereItDecidesNothing) {
    EXPECT_TRUE(kinds(kBoth, enforce(Action::log)).empty());
    Enforcement settings = enforce(Action::throttle);
    settings.unsupported = Action::throttle;
    EXPECT_TRUE(kinds(kBoth, settings).empty());
}

TEST_F(CapTest, EachReasonHasItsSentence) {
    const auto text = [this](Action most, CapReason reason,
                             Violation violation) {
        return cap_text({most, reason}, crawler(), violation);
    };
    EXPECT_EQ(
        text(Action::pass, CapReason::unsupported, Violation::request_rate),
        "not enforced: ABot documents that it ignores Request-rate");
    EXPECT_EQ(
        text(Action::throttle, CapReason::unsupported, Violation::visit_time),
        "only delayed: ABot documents that it ignores Visit-time");
    EXPECT_EQ(text(Action::log, CapReason::contact_only, Violation::disallow),
              "only logged: ABot is only taken for a crawler by its contact "
              "address or `compatible;`, and has not read robots.txt");
    EXPECT_EQ(text(Action::log, CapReason::unsafe_method, Violation::disallow),
              "only logged: ABot may be an API client, and its request may "
              "change data");
    EXPECT_EQ(text(Action::reject, CapReason::none, Violation::disallow), "");
}

}  // namespace
}  // namespace robots
