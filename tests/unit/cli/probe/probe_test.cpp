// What robotsctl probe asks as, and how it compares texts.

#include <gmock/gmock.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "cli/output/line_diff.hpp"
#include "cli/probe/difference.hpp"
#include "cli/probe/probing.hpp"
#include "cli/probe/served.hpp"
#include "policy/crawlers/crawlers.hpp"

namespace robotsctl {
namespace {

using ::testing::ElementsAre;

TEST(Askers, EachCrawlersHeaderNamesIt) {
    const robots::Crawlers crawlers(robots::built_in_crawlers(),
                                    robots::built_in_not_crawlers());
    EXPECT_FALSE(crawlers.identify(browser().user_agent));
    for (const robots::Crawler& crawler : crawlers.entries()) {
        if (crawler.in_user_agent) {
            const Asker asker = crawler_asker(crawler.token, crawlers);
            EXPECT_EQ(crawlers.identify(asker.user_agent).token, crawler.token)
                << asker.user_agent;
        }
    }
    EXPECT_EQ(crawler_asker("gptbot", crawlers).user_agent,
              "Mozilla/5.0 (compatible; GPTBot/1.0; "
              "+https://developers.openai.com/api/docs/bots)");
    EXPECT_EQ(crawler_asker("Fancy", crawlers).user_agent,
              "Mozilla/5.0 (compatible; Fancy/1.0)");
}

// When the time of all requests is over, a server is not asked, so that nothing
// is said about it.
TEST(Ask, AfterTheEndNothingIsAsked) {
    AskSettings settings;
    settings.only_public = false;
    settings.end = std::chrono::steady_clock::now();
    const auto answers =
        ask({"http://127.0.0.1:1/robots.txt", "http://127.0.0.1:1/"}, "Fancy",
            settings);
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_EQ(answers[0].ended, Ended::no_time);
    EXPECT_EQ(answers[1].problem, "");
}

TEST(LineDiff, LinesAroundADifferenceAreShown) {
    EXPECT_THAT(line_diff("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\nX\nf\n"),
                ElementsAre("...", " c", " d", "-e", "+X", " f"));
    EXPECT_THAT(line_diff("a\nb\n", "x\na\nb\ny\n"),
                ElementsAre("+x", " a", " b", "+y"));
    EXPECT_THAT(line_diff("a\n", ""), ElementsAre("-a"));
    EXPECT_THAT(line_diff("", "\x1b[2J\xff"), ElementsAre("+?[2J?"));
}

TEST(LineDiff, ManyLinesAreBounded) {
    std::string before;
    std::string after;
    for (int i = 0; i < 20000; ++i) {
        before += std::to_string(i) + '\n';
        after += std::to_string(-i - 1) + '\n';
    }
    const auto lines = line_diff(before, after);
    EXPECT_EQ(lines.size(), kMostDiffLines);
    EXPECT_EQ(lines.back(), "... 39,941 more lines");
}

// Each kind in the table of docs/robotsctl/probe.md has its advice.
TEST(Advice, KindsOfThePageHaveIt) {
    const char* root = std::getenv("ROBOTS_SOURCE");
    std::ifstream stream(std::string(root == nullptr ? "." : root) +
                         "/docs/robotsctl/probe.md");
    const std::string page{std::istreambuf_iterator<char>(stream), {}};
    const std::size_t start = page.find("## What it finds");
    const std::string table =
        page.substr(start, page.find("\n## ", start + 1) - start);
    static const std::regex kRow("\\n\\| (`[^|]*) \\|");
    static const std::regex kKind("`([a-z-]+)`");
    std::set<std::string> kinds;
    for (std::sregex_iterator row(table.begin(), table.end(), kRow), end;
         row != end; ++row) {
        const std::string cell = (*row)[1];
        for (std::sregex_iterator kind(cell.begin(), cell.end(), kKind);
             kind != end; ++kind) {
            kinds.insert((*kind)[1]);
        }
    }
    EXPECT_EQ(kinds.size(), 22U);
    for (const std::string& kind : kinds) {
        EXPECT_FALSE(advice_on(kind, PageKind::robots_txt).empty()) << kind;
        EXPECT_FALSE(advice_on(kind, PageKind::page).empty()) << kind;
    }
}

}  // namespace
}  // namespace robotsctl
