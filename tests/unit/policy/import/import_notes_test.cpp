// What import says about the lines that it does not keep as they are.

#include <gmock/gmock.h>

#include <string>

#include "policy/robots_txt/robots_txt.hpp"
#include "tests/unit/policy/import/import_fixture.hpp"
#include "tests/unit/policy/robots_txt/real_shapes.hpp"

namespace robots {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using ImportLines = ImportFixture;

}  // namespace

TEST_F(ImportLines, ListsCommentsThatItLeavesOut) {
    EXPECT_THAT(notes("User-agent: * # all\n# rules\nDisallow: /a #b\n\n"
                      "# lost\n\nUser-agent: a\n# end",
                      "comment"),
                ElementsAre("1: left out the comment `all`: a policy keeps "
                            "comments on top and above a group",
                            HasSubstr("2: "), HasSubstr("3: "),
                            HasSubstr("5: left out the comment `lost`"),
                            HasSubstr("8: ")));
}

TEST_F(ImportLines, ListsRulesForNobody) {
    EXPECT_THAT(
        notes("Disallow: /a\nUser-agent: *\nDisallow: /b\n", "no-agent"),
        ElementsAre("1: `Disallow: /a`: no `User-agent` line is above "
                    "it, so it is for nobody; write one"));
    const Imported imported = import_robots_txt(
        "User-agent: (none)\nDisallow: /b\nCrawl-delay: 5\n", "");
    EXPECT_THAT(notes(imported, "no-token"),
                ElementsAre("1: `User-agent: (none)`: it names no crawler; "
                            "write a product token, or `*`"));
    EXPECT_THAT(notes(imported, "nobody"),
                ElementsAre(HasSubstr("2: `Disallow: /b`"),
                            HasSubstr("3: `Crawl-delay: 5`")));
}

// RSL 1.0: in front of the groups it is for all, below one for that group.
TEST_F(ImportLines, LicensesStayWhereTheyAre) {
    const std::string text =
        "License: https://a/all\nUser-agent: a\nLicense: https://a/1\n"
        "Disallow: /a\n\nUser-agent: b\nDisallow: /b\n\n"
        "Sitemap: https://a/s.xml\nLicense: https://a/2\n";
    EXPECT_EQ(robots_txt(import_robots_txt(text, "").yaml),
              "License: https://a/all\n\nUser-agent: a\nDisallow: /a\n"
              "License: https://a/1\n\nUser-agent: b\nDisallow: /b\n"
              "License: https://a/2\n\nSitemap: https://a/s.xml\n");
    EXPECT_THAT(
        notes(text, "group-license"),
        ElementsAre("10: `License: https://a/2`: it is below `User-agent: b`, "
                    "so it is for that group alone; write it in front of the "
                    "first `User-agent` if it is for everybody"));
}

TEST_F(ImportLines, KeepsPathsAndWordsOfSignals) {
    const std::string text =
        "User-agent: *\nDisallow: /a\n"
        "Content-Signal: search=yes,ai-train=no,use=reference\n"
        "Content-Signal: /press/ ai-train=yes, new=word\n"
        "Content-Usage: train-ai=y\nContent-Usage: / train-ai=n, bots=n\n";
    EXPECT_EQ(robots_txt(import_robots_txt(text, "").yaml),
              "User-agent: *\nDisallow: /a\n"
              "Content-Signal: search=yes, ai-train=no, use=reference\n"
              "Content-Signal: /press/ ai-train=yes, new=word\n"
              "Content-Usage: train-ai=n, bots=n\n");
    EXPECT_THAT(notes(text, "unknown-signal"),
                ElementsAre(HasSubstr("4: `Content-Signal: /press/ "
                                      "ai-train=yes, new=word`: unknown signal "
                                      "`new`")));
    EXPECT_THAT(notes(text, "other-usage"), ElementsAre(HasSubstr("5: ")));
    EXPECT_THAT(notes(text, "unknown-usage"),
                ElementsAre(HasSubstr("write `train-ai` and `search`")));
}

// In a policy, `path` of `content_signal` is a path.
TEST_F(ImportLines, LosesASignalCalledPath) {
    const std::string text =
        "User-agent: *\nDisallow: /a\nContent-Signal: path=yes, search=no\n"
        "Content-Signal: /b path=yes\n";
    EXPECT_EQ(robots_txt(import_robots_txt(text, "").yaml),
              "User-agent: *\nDisallow: /a\nContent-Signal: search=no\n");
    EXPECT_THAT(notes(text, "unreadable-signal"),
                ElementsAre(HasSubstr("3: "), HasSubstr("4: ")));
}

TEST_F(ImportLines, SaysWhatToWriteForNoindex) {
    EXPECT_THAT(
        notes("User-agent: *\nNoindex: /x\nDisallow: /\n", "noindex"),
        ElementsAre("2: `Noindex: /x`: no crawler reads this line in a "
                    "robots.txt; to keep pages out of an index, leave them "
                    "open and write `x_robots_tag: [{path: \"/x\", value: "
                    "noindex}]`"));
}

TEST_F(ImportLines, SaysWhatToWriteForOddUserAgents) {
    const auto advice = [&](const std::string& value) {
        const Strings all = notes("User-agent: " + value + "\nDisallow: /\n",
                                  "more-than-a-token");
        return all.empty() ? "" : all[0].substr(all[0].rfind("; ") + 2);
    };
    EXPECT_EQ(advice("GPTBot, ClaudeBot"),
              "write one `User-agent` line for each crawler");
    EXPECT_EQ(advice("Googlebot Bingbot"),
              "write one `User-agent` line for each crawler");
    EXPECT_EQ(advice("Mozilla/5.0 (compatible; PetalBot; +https://a.example)"),
              "write the crawler's token, `PetalBot`");
    EXPECT_EQ(advice("* Disallow: /a"), "write each rule on a line of its own");
    EXPECT_EQ(advice("Googlebot/2.1"), "");
    EXPECT_EQ(advice("Mediapartners-Google*"), "");
    EXPECT_EQ(advice("*"), "");
}

TEST_F(ImportLines, ListsTheLesserOfTwoDelays) {
    EXPECT_THAT(notes("User-agent: a\nDisallow: /\nCrawl-delay: 5\n\n"
                      "User-agent: A\nCrawl-delay: 10\n",
                      "other-delay"),
                ElementsAre("3: `Crawl-delay: 5`: the Crawl-delay of 10 s on "
                            "line 6 counts for `a`"));
    EXPECT_THAT(notes("User-agent: a\nCrawl-delay: 10\nCrawl-delay: 0\n"
                      "Disallow: /\n",
                      "other-delay"),
                ElementsAre("2: `Crawl-delay: 10`: a later `Crawl-delay: 0` "
                            "counts for `a`"));
    EXPECT_THAT(
        notes("User-agent: a\nCrawl-delay: 0\nDisallow: /\n", "no-delay"),
        ElementsAre(HasSubstr("2: `Crawl-delay: 0`")));
    EXPECT_THAT(
        notes("User-agent: a\nCrawl-delay: 1,5\nDisallow: /\n", "odd-delay"),
        ElementsAre(HasSubstr("2: `Crawl-delay: 1,5`")));
}

TEST_F(ImportLines, ListsGroupsThatItMerges) {
    const Imported imported = import_robots_txt(
        "User-agent: a\nUser-agent: A\nDisallow: /x\n\nUser-agent: a\n"
        "Disallow: /y\n",
        "");
    EXPECT_THAT(notes(imported, "merged-groups"),
                ElementsAre("5: `User-agent: a`: a group on line 1 names it "
                            "too; crawlers follow both, so the policy has "
                            "one"));
    EXPECT_THAT(kinds(imported), ElementsAre("merged-groups"));
}

TEST_F(ImportLines, ListsUnknownLines) {
    EXPECT_THAT(
        notes("User-agent: *\nIndex page: /i\nSite-map: x\n", "unknown-line"),
        ElementsAre("2: `Index page: /i`: a policy has no key for this "
                    "line",
                    "3: `Site-map: x`: a policy has no key for this "
                    "line; did you mean `sitemap`?"));
    EXPECT_THAT(notes("Many thanks to you!\nUser-agent: *\n", "no-line"),
                ElementsAre(HasSubstr("1: `Many thanks to you!`")));
    EXPECT_THAT(notes("Sitemap: \n", "bad-value"),
                ElementsAre(HasSubstr("1: `Sitemap:`")));
}

TEST_F(ImportLines, KeepsLinesOfOtherStandards) {
    const std::string text =
        "User-agent: *\nDisallow: /a\n\nACAP-crawler: *\n"
        "ACAP-disallow-crawl: /b\nIndexpage: /i\n";
    EXPECT_EQ(rendered(text), text);
    EXPECT_THAT(import_robots_txt(text, "").notes, IsEmpty());
    // A policy has at most 500 of them.
    std::string many = text;
    for (int i = 0; i < 500; ++i) {
        many += "ACAP-x: y\n";
    }
    const Imported imported = import_robots_txt(many, "");
    EXPECT_EQ(imported.notes.at(0).lines.size(), 3u);
    EXPECT_THAT(robots_txt(imported.yaml), HasSubstr("ACAP-x: y\n"));
}

TEST_F(ImportLines, ListsPathsThatMatchNothing) {
    EXPECT_THAT(notes("User-agent: *\nDisallow: admin\n"
                      "Disallow: https://a.example/x/\nDisallow: /a /b\n",
                      "matches-nothing"),
                ElementsAre("2: `Disallow: admin`: a path that starts with "
                            "neither `/` nor `*` matches nothing",
                            HasSubstr("write `/x/`")));
    EXPECT_THAT(notes("User-agent: *\nDisallow: /a /b\n", "several-paths"),
                ElementsAre(HasSubstr("2: `Disallow: /a /b`")));
}

// The policy has them for everybody: that some crawlers ignored them must be
// seen.
TEST_F(ImportLines, ListsLinesThatOnlySomeCrawlersRead) {
    const Imported imported = import_robots_txt(
        "User-agent: *\nUseragent: GPTBot\nDissallow: /\nDisallow /y\n"
        "disallow : /z\nhello world\n",
        "");
    EXPECT_THAT(
        notes(imported, "misspelt-key"),
        ElementsAre("2: `Useragent: GPTBot`: only some crawlers read it as it "
                    "is written, but the policy has it for all; correct the "
                    "line, or remove it",
                    HasSubstr("3: `Dissallow: /`"),
                    HasSubstr("4: `Disallow /y`")));
    EXPECT_EQ(imported.notes.at(0).fate, Fate::lost);
    EXPECT_THAT(imported.yaml, HasSubstr("disallow: [/, /y, /z]"));
}

TEST_F(ImportLines, KeepsTwentyTextsOfAKindAndCountsTheOthers) {
    std::string text = "User-agent: *\n";
    for (int i = 0; i < 50; ++i) {
        text += "Noindex: /" + std::to_string(i) + '\n';
    }
    const Imported imported = import_robots_txt(text, "");
    ASSERT_EQ(imported.notes.size(), 1u);
    EXPECT_EQ(imported.notes[0].texts.size(), 20u);
    EXPECT_EQ(imported.notes[0].lines.size(), 50u);
    EXPECT_EQ(imported.notes[0].lines.back(), 51u);
}

TEST_F(ImportLines, SaysNothingAboutWhatItKeeps) {
    EXPECT_THAT(import_robots_txt("User-agent: *\nDisallow: /a\nDisallow: /a\n"
                                  "Allow: /b\nCrawl-delay: 5\n\n"
                                  "Sitemap: https://a.example/s.xml\n",
                                  "")
                    .notes,
                IsEmpty());
}

TEST_F(ImportLines, RefusesWhatIsNoRobotsTxtByName) {
    const Imported imported = import_robots_txt("<html><body>", "");
    EXPECT_THAT(imported.problem, HasSubstr("an HTML page"));
    EXPECT_EQ(imported.yaml, "");
    for (const CorpusFile& file : not_robots_txt_shapes()) {
        EXPECT_NE(import_robots_txt(file.text, "").problem, "") << file.name;
    }
}

// Without blanks behind the colons it is smaller than 500 KiB, with them it is
// not.
TEST_F(ImportLines, RefusesWhatWouldBeTooLarge) {
    std::string text = "User-agent:*\n";
    for (int i = 0; text.size() + 24 < kMaxRobotsTxt; ++i) {
        text += "Allow:/" + std::to_string(100000 + i) + '\n';
    }
    EXPECT_THAT(import_robots_txt(text, "").problem,
                HasSubstr("larger than 500 KiB"));
}

TEST_F(ImportLines, SplitKeepsGroupsApartThatHaveLinesOfTheirOwn) {
    const std::string text =
        "User-agent: a\nCrawl-delay: 5\n\nUser-agent: b\n\nUser-agent: c\n"
        "Disallow: /x\n";
    EXPECT_EQ(rendered(text),
              "User-agent: a\nDisallow: /x\nCrawl-delay: 5\n\n"
              "User-agent: b\nUser-agent: c\nDisallow: /x\n");
    EXPECT_THAT(notes(text, "shared-rules"),
                ElementsAre("1: `User-agent: a`: it has no rule of its own, so "
                            "crawlers take those from line 7 on as its rules; "
                            "import with --split if it is not meant to have "
                            "them",
                            HasSubstr("4: `User-agent: b`")));
    const Imported split = import_robots_txt(text, "", Runs::apart);
    EXPECT_EQ(robots_txt(split.yaml),
              "User-agent: a\nDisallow:\nCrawl-delay: 5\n\n"
              "User-agent: b\nUser-agent: c\nDisallow: /x\n");
    EXPECT_THAT(notes(split, "shared-rules"),
                ElementsAre(HasSubstr("write `Disallow:` below it")));
}

TEST_F(ImportLines, ReportsInvalidAndTooLongPaceLines) {
    const Imported imported = import_robots_txt(
        "User-agent: *\nDisallow: /a\nCrawl-delay: soon\n"
        "Request-rate: often\nVisit-time: 25\nCrawl-delay: 1e9\n",
        "");
    EXPECT_THAT(notes(imported, "unreadable-pace"),
                ElementsAre("3: `Crawl-delay: soon`: its value is invalid; "
                            "write seconds, as in `5` or `0.5`",
                            HasSubstr("4: `Request-rate: often`"),
                            HasSubstr("5: `Visit-time: 25`")));
    EXPECT_THAT(notes(imported, "too-long"),
                ElementsAre("6: `Crawl-delay: 1e9`: it becomes 7 days, the "
                            "longest time in a policy"));
    EXPECT_EQ(robots_txt(imported.yaml),
              "User-agent: *\nDisallow: /a\nCrawl-delay: 604800\n");
}

}  // namespace robots
