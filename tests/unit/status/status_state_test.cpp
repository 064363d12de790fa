#include "status/page/state.hpp"

#include <gtest/gtest.h>

namespace robots::status {
namespace {

PageState overview(std::string_view arguments) {
    return page_state(Query{}, arguments);
}

TEST(StatusState, ReadsWhatThePageWrites) {
    const PageState state = overview(
        "sort=-held&sort_sites=name&q=goo+gle%21&category=search&refresh=off");
    EXPECT_EQ(state.sort, "-held");
    EXPECT_EQ(state.sites, "name");
    EXPECT_EQ(state.filter, "goo gle!");
    EXPECT_EQ(state.category, "search");
    EXPECT_TRUE(state.paused);
}

TEST(StatusState, KeepsUnknownValues) {
    EXPECT_EQ(overview("q=%zz%4&&=&q=b").filter, "%zz%4");
    EXPECT_EQ(overview("xq=a").filter, "");
    EXPECT_FALSE(overview("refresh=on").paused);
}

TEST(StatusState, AnAddressKeepsTheRest) {
    PageState state = overview("sort=-held&q=a%26b&refresh=off");
    state.query.crawlers_page = 2;
    EXPECT_EQ(address_with(state, "sort", "name"),
              "?crawlers=2&q=a%26b&refresh=off&sort=name");
    EXPECT_EQ(address_with(state, "refresh", ""),
              "?crawlers=2&sort=-held&q=a%26b");
    EXPECT_EQ(address_with(PageState{}, "refresh", ""), "?");
}

TEST(StatusState, AnAddressKeepsTheView) {
    PageState state;
    state.query.view = View::crawler;
    state.query.name = "a/b";
    EXPECT_EQ(address_with(state, "sites", "2"), "?crawler=a%2Fb&sites=2");
    state.query.view = View::site;
    EXPECT_EQ(address_with(state, "lines", "2"), "?site=a%2Fb&lines=2");
}

TEST(StatusState, AnotherViewKeepsOnlyThePause) {
    const PageState state = overview("sort=-held&refresh=off");
    EXPECT_EQ(address_of(state, "crawler", "GPTBot"),
              "?refresh=off&crawler=GPTBot");
    EXPECT_EQ(address_of(PageState{}), "?");
}

}  // namespace
}  // namespace robots::status
