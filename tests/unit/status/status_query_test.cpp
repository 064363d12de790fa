#include "status/model/query.hpp"

#include <gtest/gtest.h>

namespace robots::status {
namespace {

TEST(StatusQuery, ValuesAreDecodedAsFormsEncodeThem) {
    EXPECT_EQ(argument("a=1&b=x%20y+z%26&c", "b"), "x y z&");
    EXPECT_EQ(argument("a=1&a=2", "a"), "1");
    EXPECT_EQ(argument("a=1", "b"), "");
    EXPECT_EQ(argument("ab=1", "b"), "");
    EXPECT_EQ(argument("a", "a"), "");
    EXPECT_EQ(argument("a=%", "a"), "%");
    EXPECT_EQ(argument("a=%4", "a"), "%4");
    EXPECT_EQ(argument("a=%zz%41%4a", "a"), "%zzAJ");
    EXPECT_EQ(argument("a=b=c", "a"), "b=c");
    EXPECT_EQ(argument("", "a"), "");
    EXPECT_EQ(argument("&&=&a=1", "a"), "1");
}

TEST(StatusQuery, ChoosesAView) {
    EXPECT_EQ(query_from("").view, View::overview);
    EXPECT_EQ(query_from("crawler=GPTBot").view, View::crawler);
    EXPECT_EQ(query_from("crawler=GPTBot").crawler, "GPTBot");
    EXPECT_EQ(query_from("site=example.com%3A8443").view, View::site);
    EXPECT_EQ(query_from("site=example.com%3A8443").site, "example.com:8443");
    EXPECT_EQ(query_from("view=explain").view, View::explain);
    EXPECT_EQ(query_from("view=explain&site=a.example").view, View::explain);
    EXPECT_EQ(query_from("view=sites").view, View::sites);
    const Query violations = query_from("view=violations&crawler=GPTBot");
    EXPECT_EQ(violations.view, View::violations);
    EXPECT_EQ(violations.crawler, "GPTBot");
    EXPECT_EQ(query_from("view=other").view, View::overview);
    EXPECT_EQ(query_from("crawler=&site=").view, View::overview);
}

TEST(StatusQuery, ChoosesAFormat) {
    EXPECT_EQ(format_from(""), Format::page);
    EXPECT_EQ(format_from("format=json"), Format::json);
    EXPECT_EQ(format_from("x=1&format=prometheus"), Format::prometheus);
    EXPECT_EQ(format_from("format=JSON"), Format::page);
}

TEST(StatusQuery, AnInvalidPageNumberMeansTheFirst) {
    EXPECT_EQ(query_from("").crawlers_page, 1u);
    EXPECT_EQ(query_from("crawlers=3").crawlers_page, 3u);
    EXPECT_EQ(query_from("sites=0").sites_page, 1u);
    EXPECT_EQ(query_from("lines=-1").lines_page, 1u);
    EXPECT_EQ(query_from("visits=2x").visits_page, 1u);
    EXPECT_EQ(query_from("visits=99999999999999999999").visits_page, 1u);
}

TEST(StatusQuery, ReadsAQuestion) {
    const Question question = question_from(
        "view=explain&scheme=https&host=a.example&port=8443&path=%2Fx%3Fy"
        "&user_agent=GPTBot%2F1&address=192.0.2.1");
    EXPECT_EQ(question.scheme, "https");
    EXPECT_EQ(question.host, "a.example");
    EXPECT_EQ(question.port, "8443");
    EXPECT_EQ(question.path, "/x?y");
    EXPECT_EQ(question.user_agent, "GPTBot/1");
    EXPECT_EQ(question.address, "192.0.2.1");
}

}  // namespace
}  // namespace robots::status
