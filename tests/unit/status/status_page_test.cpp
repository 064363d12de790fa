#include "status/page/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace robots::status {
namespace {

using testing::HasSubstr;
using testing::Not;

// Markup, quotes of both kinds, a reversal, a NUL, half a character.
const std::string kHostile = std::string("<script>alert(1)</script>\"'>") +
                             "\xE2\x80\xAE" + std::string(1, '\0') + "\xE2<b>";

// What the tags of a document say of its structure.
struct Structure {
    bool balanced = true;
    std::vector<std::string> names;  // of the elements, as they open

    std::ptrdiff_t count(const std::string& name) const {
        return std::count(names.begin(), names.end(), name);
    }
};

Structure structure_of(const std::string& html) {
    static const std::set<std::string> kVoid{"meta", "input", "br",    "rect",
                                             "line", "path",  "circle"};
    Structure out;
    std::vector<std::string> open;
    for (std::size_t at = 0; (at = html.find('<', at)) != std::string::npos;
         ++at) {
        const bool closing = html[at + 1] == '/';
        const std::size_t start = at + (closing ? 2 : 1);
        const std::string name =
            html.substr(start, html.find_first_of(" >/", start) - start);
        if (name == "!doctype") {
            continue;
        }
        if (closing) {
            out.balanced = out.balanced && !open.empty() && open.back() == name;
            if (!open.empty()) {
                open.pop_back();
            }
            continue;
        }
        out.names.push_back(name);
        if (name == "script" || name == "style") {
            at = html.find("</" + name + ">", at);
        } else if (kVoid.count(name) == 0) {
            open.push_back(name);
        }
    }
    out.balanced = out.balanced && open.empty();
    return out;
}

template <typename Model>
std::string page(const Model& model, const PageState& state = {}) {
    std::string html;
    append_page(html, model, state);
    return html;
}

model::CrawlerRow crawler(std::string_view token, model::Count allowed,
                          model::Count closed = 0) {
    model::CrawlerRow row;
    row.token = token;
    row.category = "search";
    row.listed = true;
    row.requests.by[0][0] = allowed;
    row.requests.by[1][3] = closed;
    return row;
}

model::Overview overview(std::vector<model::CrawlerRow> crawlers) {
    model::Overview out;
    out.crawlers = std::move(crawlers);
    out.crawlers_page = {0, out.crawlers.size(), out.crawlers.size()};
    out.series.start = 3600;
    out.series.period = 600;
    for (std::vector<model::Count>* series :
         {&out.series.requests, &out.series.violations, &out.series.delayed,
          &out.series.refused}) {
        series->assign(12, 3);
    }
    return out;
}

// The rows' names, in order, of those that are not hidden.
std::vector<std::string> shown(const std::string& html) {
    std::vector<std::string> out;
    const std::size_t end = html.find("id=\"by-site\"");
    for (std::size_t at = 0;
         (at = html.find("<tr data-kind", at)) < end && at != std::string::npos;
         ++at) {
        const std::size_t tag = html.find('>', at);
        const std::size_t name = html.find("<bdi>", at) + 5;
        if (html.substr(at, tag - at).find(" hidden") == std::string::npos) {
            out.push_back(html.substr(name, html.find('<', name) - name));
        }
    }
    return out;
}

PageState asked(std::string_view arguments) {
    return page_state(Query{}, arguments);
}

using Names = std::vector<std::string>;

void expect_inert(const std::string& html) {
    const Structure structure = structure_of(html);
    EXPECT_TRUE(structure.balanced);
    EXPECT_EQ(structure.count("script"), 1) << "the page's own";
    EXPECT_THAT(html, Not(HasSubstr("alert(1)</script>")));
    EXPECT_THAT(html, Not(HasSubstr("\xE2\x80\xAE")));
    EXPECT_EQ(html.find('\0'), std::string::npos);
}

TEST(StatusPage, TheSecurityPolicyAllowsOnlyThePage) {
    EXPECT_THAT(std::string(content_security_policy()),
                testing::MatchesRegex(
                    "default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]*='; "
                    "script-src 'sha256-[A-Za-z0-9+/]*='; base-uri 'none'; "
                    "form-action 'self'; frame-ancestors 'none'"));
}

TEST(StatusPage, ThePageNeedsOnlyWhatThePolicyAllows) {
    const std::string html = page(overview({crawler("GPTBot", 1)}));
    for (const char* refused : {" style=", " onclick=", " onload=", "<link",
                                "<img", "<iframe", "src=", "javascript:"}) {
        EXPECT_THAT(html, Not(HasSubstr(refused)));
    }
}

TEST(StatusPage, HostileTextIsInertOnTheOverview) {
    model::Overview model = overview({crawler(kHostile, 3, 1)});
    model.crawlers[0].operator_name = kHostile;
    model.server.policy_file = kHostile;
    model.sites.resize(1);
    model.sites[0].name = kHostile;
    model.sites[0].listed = true;
    model.lines.resize(1);
    model.lines[0].text = model.lines[0].place = kHostile;
    model.lines[0].site = model.lines[0].crawler = kHostile;
    expect_inert(page(model, asked("q=%3Cscript%3E&sort=%22%3E%3Cscript%3E")));
}

TEST(StatusPage, HostileTextIsInertOnACrawler) {
    model::CrawlerPage model;
    model.crawler = crawler(kHostile, 3, 1);
    model.crawler.docs = "javascript:alert(1)";
    model.sites.resize(1);
    model.sites[0].visit.site = model.sites[0].visit.group = kHostile;
    model.sites[0].visit.site_listed = true;
    model.sites[0].rules.push_back({kHostile, kHostile, 1});
    PageState state;
    state.query.view = View::crawler;
    state.query.name = kHostile;
    const std::string html = page(model, state);
    expect_inert(html);
    EXPECT_THAT(html, Not(HasSubstr("javascript:")));
}

TEST(StatusPage, HostileTextIsInertOnASite) {
    model::SitePage model;
    model.site.name = kHostile;
    model.text = "Disallow: " + kHostile + "\n# " + kHostile;
    const std::string_view text(model.text);
    const std::size_t end = text.find('\n');
    model.lines.push_back(
        {1, model::LineKind::disallow, text.substr(0, end), kHostile, 2});
    model.lines.push_back(
        {2, model::LineKind::comment, text.substr(end + 1), {}, {}});
    PageState state;
    state.query.view = View::site;
    state.query.name = kHostile;
    expect_inert(page(model, state));
}

TEST(StatusPage, HostileTextIsInertInAnExplanation) {
    model::Explanation model;
    model.asked = true;
    model.question = {kHostile, kHostile, kHostile,
                      kHostile, kHostile, kHostile};
    model.crawler = kHostile;
    expect_inert(page(model));
    model.error = kHostile;
    expect_inert(page(model));
}

TEST(StatusPage, AnUnknownNameIsInert) {
    std::string html;
    PageState state;
    state.query.view = View::crawler;
    state.query.name = kHostile;
    append_not_found(html, model::Server{}, state);
    expect_inert(html);
}

TEST(StatusPage, AnEmptyModelRenders) {
    EXPECT_TRUE(structure_of(page(model::Overview{})).balanced);
    EXPECT_TRUE(structure_of(page(model::CrawlerPage{})).balanced);
    EXPECT_TRUE(structure_of(page(model::SitePage{})).balanced);
    EXPECT_TRUE(structure_of(page(model::Explanation{})).balanced);
}

TEST(StatusPage, TheUrlOrdersTheCrawlers) {
    const model::Overview model =
        overview({crawler("b", 9), crawler("A", 5, 4), crawler("c", 7)});
    EXPECT_EQ(shown(page(model)), (Names{"b", "A", "c"}));
    EXPECT_EQ(shown(page(model, asked("sort=name"))), (Names{"A", "b", "c"}));
    EXPECT_EQ(shown(page(model, asked("sort=-name"))), (Names{"c", "b", "A"}));
    EXPECT_EQ(shown(page(model, asked("sort=-broken"))),
              (Names{"A", "b", "c"}));
    EXPECT_EQ(shown(page(model, asked("sort=requests"))),
              (Names{"c", "b", "A"}));
    EXPECT_EQ(shown(page(model, asked("sort=nonsense"))),
              (Names{"b", "A", "c"}));
}

TEST(StatusPage, TheOrderIsAnnounced) {
    const model::Overview model = overview({crawler("b", 9)});
    EXPECT_THAT(page(model),
                HasSubstr("aria-sort=\"descending\"><a data-set=\"sort\" "
                          "data-first=\"-requests\" data-to=\"requests\""));
    EXPECT_THAT(page(model, asked("sort=name")),
                HasSubstr("aria-sort=\"ascending\"><a data-set=\"sort\" "
                          "data-first=\"name\" data-to=\"-name\""));
}

TEST(StatusPage, TheUrlFiltersTheCrawlers) {
    model::Overview model =
        overview({crawler("Googlebot", 9), crawler("GPTBot", 5)});
    model.crawlers[1].category = "ai-training";
    EXPECT_EQ(shown(page(model, asked("q=GOOGLE"))), (Names{"Googlebot"}));
    EXPECT_EQ(shown(page(model, asked("q=training"))), (Names{"GPTBot"}));
    EXPECT_EQ(shown(page(model, asked("category=search"))),
              (Names{"Googlebot"}));
    EXPECT_EQ(shown(page(model, asked("q=x"))), Names{});
}

TEST(StatusPage, APageOfAListCannotBeSorted) {
    model::Overview model = overview({crawler("b", 9), crawler("A", 5)});
    model.crawlers_page = {2, 2, 9};
    PageState state = asked("sort=name&q=b");
    state.query.crawlers_page = 2;
    const std::string html = page(model, state);
    EXPECT_EQ(shown(html), (Names{"b", "A"}));
    EXPECT_THAT(html, Not(HasSubstr("data-set=\"sort\"")));
    EXPECT_THAT(html, HasSubstr("3 to 4 of 9 crawlers"));
    EXPECT_THAT(html, HasSubstr("crawlers=1\">Previous"));
    EXPECT_THAT(html, HasSubstr("crawlers=3\">Next"));
}

TEST(StatusPage, WhatIsOnlyLoggedIsShown) {
    model::Overview model = overview({crawler("b", 9, 1), crawler("A", 5)});
    model.crawlers[1].requests.by[2][4] = 3;
    model.crawlers[1].requests.by[1][5] = 1234;
    model.totals.requests = model.crawlers[1].requests;
    const std::string html = page(model);
    EXPECT_THAT(html, HasSubstr("<small>1,234 would be</small>"));
    EXPECT_THAT(html, HasSubstr("crawl requests; 1,234 would be refused</dd>"));
    EXPECT_EQ(shown(page(model, asked("sort=-refused"))), (Names{"A", "b"}));
    model::CrawlerPage one;
    one.crawler = model.crawlers[1];
    EXPECT_THAT(page(one), HasSubstr(">3 would be delayed</dd>"));
    EXPECT_THAT(page(one), HasSubstr(">1,234 would be refused</dd>"));
    one.crawler = model.crawlers[0];
    EXPECT_THAT(page(one), Not(HasSubstr("would be")));
    EXPECT_TRUE(structure_of(html).balanced);
}

TEST(StatusPage, RefreshesUnlessPaused) {
    const model::Overview model = overview({});
    EXPECT_THAT(page(model), HasSubstr("http-equiv=\"refresh\""));
    EXPECT_THAT(page(model), HasSubstr("href=\"?refresh=off\">Pause"));
    const std::string paused = page(model, asked("refresh=off"));
    EXPECT_THAT(paused, Not(HasSubstr("http-equiv=\"refresh\"")));
    EXPECT_THAT(paused, Not(HasSubstr("data-refresh")));
    EXPECT_THAT(paused, HasSubstr("href=\"?\">Resume"));
    EXPECT_THAT(page(model::Explanation{}),
                Not(HasSubstr("http-equiv=\"refresh\"")));
}

TEST(StatusPage, AChartHasACaptionInWords) {
    model::Overview model = overview({});
    model.series.violations.assign(12, 0);
    model.series.requests[3] = 17;
    const std::string html = page(model);
    EXPECT_THAT(html, HasSubstr("50 requests in the last 2 hours; at most 17 "
                                "in 10 min, at 01:30 UTC."));
    EXPECT_THAT(html, HasSubstr("No violations in the last 2 hours."));
    EXPECT_THAT(html, HasSubstr("<title>01:30 UTC: 17 requests</title>"));
}

TEST(StatusPage, IntervalsBelowTheCrawlDelayAreMarked) {
    model::CrawlerPage model;
    model.crawler = crawler("b", 9);
    model.crawler.crawl_delay = 2000;
    model.intervals.buckets = {{0, 1000, 4}, {1000, 4000, 2}, {4000, 0, 1}};
    model.intervals.median = 900;
    const std::string html = page(model);
    EXPECT_EQ(structure_of(html).balanced, true);
    EXPECT_THAT(html, HasSubstr("Half of the requests came less than 900 ms"));
    EXPECT_THAT(html, HasSubstr("<title>less than 1 s: 4 requests</title>"));
    EXPECT_THAT(html, HasSubstr("<title>4 s or more: 1 request</title>"));
    EXPECT_THAT(html, HasSubstr("<line class=\"delay\" x1=\"1.5\""));
    EXPECT_THAT(html, HasSubstr("<rect class=\"early\" x=\"0.1\" y=\"0\" "
                                "width=\"0.8\" height=\"100\"/></g>"));
    EXPECT_THAT(html, HasSubstr("<rect class=\"early\" x=\"1.1\" y=\"50\" "
                                "width=\"0.4\" height=\"50\"/><rect "
                                "x=\"1.5\" y=\"50\" width=\"0.4\""));
    EXPECT_THAT(html, HasSubstr("</title><rect class=\"hover\" x=\"2\" "
                                "width=\"1\" height=\"100\"/><rect "
                                "x=\"2.1\" y=\"75\" width=\"0.8\""));
}

TEST(StatusPage, ACrawlDelayBeyondAllBucketsIsAtTheEnd) {
    model::CrawlerPage model;
    model.crawler = crawler("b", 9);
    model.crawler.crawl_delay = 86400000;
    model.intervals.buckets = {{0, 1000, 4}, {1000, 0, 1}};
    EXPECT_THAT(page(model), HasSubstr("<line class=\"delay\" x1=\"1\""));
}

TEST(StatusPage, TheOverviewShowsOnlyTheMostViolatedLines) {
    model::Overview model = overview({});
    model.lines.resize(40);
    for (model::Line& line : model.lines) {
        line.text = "Disallow: /x";
    }
    const std::string html = page(model);
    std::size_t count = 0;
    for (std::size_t at = 0;
         (at = html.find("Disallow: /x", at)) != std::string::npos; ++at) {
        ++count;
    }
    EXPECT_EQ(count, 12U);
}

TEST(StatusPage, PlacesAreRelativeToThePolicysFolder) {
    model::Overview model = overview({});
    model.server.policy_file = "/etc/nginx/policy.yaml";
    model.lines.resize(2);
    model.lines[0].place = "/etc/nginx/sites.d/shop.yaml:3:1";
    model.lines[1].place = "/srv/policy.yaml:3:1";
    const std::string html = page(model);
    EXPECT_THAT(html, HasSubstr("<bdi>sites.d/shop.yaml:3:1</bdi>"));
    EXPECT_THAT(html, HasSubstr("<bdi>/srv/policy.yaml:3:1</bdi>"));
}

TEST(StatusPage, RobotsTxtIsShownByLine) {
    model::SitePage model;
    model.text = "Disallow: /*?a$ # why";
    model.lines.push_back(
        {7, model::LineKind::disallow, model.text, "policy.yaml:3:5", 12});
    EXPECT_THAT(page(model),
                HasSubstr("<tr class=\"hit\"><th scope=\"row\">7</th>"
                          "<td class=\"n\"><span class=\"broke\">12</span></td>"
                          "<td><bdi>"
                          "<span class=\"key\">Disallow:</span> /"
                          "<span class=\"wild\">*</span>?a"
                          "<span class=\"wild\">$</span> "
                          "<span class=\"note\"># why</span></bdi></td>"));
}

TEST(StatusPage, ASuspendedSiteDoesNotClaimToServe) {
    model::SitePage model;
    EXPECT_THAT(page(model), HasSubstr("As it is served now."));
    model.site.suspended = true;
    EXPECT_THAT(page(model), Not(HasSubstr("As it is served now.")));
}

TEST(StatusPage, AnExplanationSaysWhatHappens) {
    model::Explanation model;
    model.asked = true;
    EXPECT_THAT(page(model), HasSubstr("not judged"));
    model.judged = true;
    model.crawler = "GPTBot";
    model.verdict = "disallowed";
    model.action = "reject";
    model.status = 403;
    EXPECT_THAT(page(model), HasSubstr("It is refused with status 403."));
    model.action = "throttle";
    model.wait = 1200;
    EXPECT_THAT(page(model), HasSubstr("It is delayed for 1.2 s"));
}

}  // namespace
}  // namespace robots::status
