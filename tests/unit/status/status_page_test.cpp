#include "status/page/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace robots::status {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string page(const PageTotals& totals, std::string_view data = {}) {
    std::string out;
    append_page(out, totals, data);
    return out;
}

TEST(StatusPage, HasTheTotalsForThoseWithoutJavaScript) {
    const std::string html = page({1, 22, 333, 4444, 55555});
    const std::size_t from = html.find("<noscript>");
    const std::string without =
        html.substr(from, html.find("</noscript>") - from);
    EXPECT_THAT(without, HasSubstr("Crawl requests</th><td class=\"n\">1<"));
    EXPECT_THAT(without, HasSubstr("Violations</th><td class=\"n\">22<"));
    EXPECT_THAT(without, HasSubstr("Delayed</th><td class=\"n\">333<"));
    EXPECT_THAT(without, HasSubstr("Refused</th><td class=\"n\">4444<"));
    EXPECT_THAT(without, HasSubstr("<td class=\"n\">55555<"));
    EXPECT_THAT(html, Not(HasSubstr("{{")));
}

TEST(StatusPage, ItsTagIsAnothersWhenItsTotalsAre) {
    EXPECT_EQ(page_tag({1, 2, 3, 4, 5}), page_tag({1, 2, 3, 4, 5}));
    EXPECT_NE(page_tag({1, 2, 3, 4, 5}), page_tag({1, 2, 3, 4, 6}));
    EXPECT_NE(page_tag({1, 23, 0, 0, 0}), page_tag({12, 3, 0, 0, 0}));
    EXPECT_THAT(page_tag({}), testing::MatchesRegex("\"[0-9a-f-]+\""));
}

TEST(StatusPage, DataCannotLeaveItsElement) {
    const std::string html =
        page({}, "{\"a\": \"</script><script>alert(1)</script><!--\"}");
    EXPECT_THAT(html, Not(HasSubstr("<script>alert(1)")));
    EXPECT_THAT(html, Not(HasSubstr("<!--")));
    EXPECT_THAT(html, HasSubstr("{\"a\": \"\\u003c/script>"));
}

TEST(StatusPage, ItsPolicyAllowsOnlyThePage) {
    const std::string policy(content_security_policy());
    EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
    EXPECT_THAT(policy, HasSubstr("script-src 'sha256-"));
    EXPECT_THAT(policy, HasSubstr("connect-src 'self'"));
    EXPECT_THAT(policy, HasSubstr("frame-ancestors 'none'"));
    EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
    const std::string in_page = policy.substr(0, policy.rfind(';'));
    EXPECT_THAT(page({}), HasSubstr("content=\"" + in_page + "\""))
        << "a copy on a disk has the same";
}

TEST(StatusPage, LoadsNothingFromElsewhere) {
    const std::string html = page({});
    for (const char* part :
         {" src=", "@import", "url(", " onclick=", "//cdn", "innerHTML",
          "insertAdjacentHTML", "document.write", "eval("}) {
        EXPECT_THAT(html, Not(HasSubstr(part)));
    }
}

}  // namespace
}  // namespace robots::status
