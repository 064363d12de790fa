#include "policy/verdict/deciding_line.hpp"

#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

class DecidingLines : public JudgeTest {
  protected:
    const Group& group(std::string_view lines) {
        serve("User-agent: *\n" + std::string(lines), enforce(Action::log),
              "site" + std::to_string(policy.sites().size()) + ".example");
        site = &policy.sites().back();
        return *robots->groups.named("*");
    }

    // The line that a verdict rests on, by the group's own lines.
    std::string line_of(const Verdict& verdict) {
        const std::uint64_t key = line_key(verdict);
        if (key == 0) {
            return {};
        }
        const auto line = deciding_line(*verdict.group, key);
        EXPECT_EQ(is_broken_by_deciding(key),
                  verdict.violation != Violation::none);
        return line ? line->text : "?";
    }

    static std::vector<std::string> texts(
        const std::vector<DecidingLine>& lines) {
        std::vector<std::string> texts;
        for (const DecidingLine& line : lines) {
            texts.push_back(line.text);
        }
        return texts;
    }
};

using Texts = std::vector<std::string>;

TEST_F(DecidingLines, AreTheRulesInTheirOrderAfterThoseAboutThePace) {
    const Group& all = group(
        "Disallow: /a\nAllow: /a/open\nCrawl-delay: 2.5\n"
        "Request-rate: 10/60\nVisit-time: 0600-0845\n");
    EXPECT_EQ(
        texts(deciding_lines(all)),
        (Texts{"Crawl-delay: 2.5", "Request-rate: 10/60",
               "Visit-time: 0600-0845", "Allow: /a/open", "Disallow: /a"}));
    EXPECT_EQ(count_of_deciding_lines(all), 5u);
    EXPECT_EQ(deciding_lines(all, 4).size(), 4u);
    EXPECT_TRUE(deciding_lines(all)[3].allow);
}

TEST_F(DecidingLines, SeveralRatesDecideTogether) {
    const Group& all = group(
        "Request-rate: 10/60\nRequest-rate: 1/5 0800-1200\n"
        "Visit-time: 0600-0845\nVisit-time: 1000-1200\n");
    EXPECT_EQ(texts(deciding_lines(all)),
              (Texts{"Request-rate", "Visit-time"}));
}

TEST_F(DecidingLines, EachVerdictRestsOnOne) {
    group("Disallow: /a\nAllow: /a/open\nCrawl-delay: 10\n");
    EXPECT_EQ(line_of(ask("/a/x")), "Disallow: /a");
    EXPECT_EQ(line_of(ask("/a/open", "BBot/1")), "Allow: /a/open");
    EXPECT_EQ(line_of(ask("/b", "Googlebot/1")), "");
    EXPECT_EQ(line_of(ask("/b", "Googlebot/1", 1)), "Crawl-delay: 10");
}

TEST_F(DecidingLines, VerdictsOnRatesAndWindowsRestOnOne) {
    group("Request-rate: 1/60\n");
    ask("/");
    EXPECT_EQ(line_of(ask("/", "ABot/1", 1)), "Request-rate: 1/60");
    group("Visit-time: 0600-0845\n");
    request.utc = std::chrono::hours(12);
    EXPECT_EQ(line_of(ask("/")), "Visit-time: 0600-0845");
}

TEST_F(DecidingLines, AnImpostorBreaksNone) {
    group("Disallow: /a\n");
    request.identity = Identity::impostor;
    EXPECT_EQ(line_key(ask("/b")), 0u);
}

TEST_F(DecidingLines, KeysAreTheSameAfterAReloadAndForNoOtherLine) {
    const auto before = deciding_lines(
        group("Disallow: /a\nAllow: /a\nDisallow: /b\nCrawl-delay: 2\n"));
    const auto after = deciding_lines(
        group("Crawl-delay: 2\nDisallow: /c\nDisallow: /b\nAllow: /a\n"
              "Disallow: /a\n"));
    std::map<std::uint64_t, std::string> known;
    for (const DecidingLine& line : before) {
        EXPECT_TRUE(known.emplace(line.key, line.text).second);
    }
    for (const DecidingLine& line : after) {
        const auto [it, made] = known.emplace(line.key, line.text);
        EXPECT_EQ(it->second, line.text);
        EXPECT_EQ(made, line.text == "Disallow: /c");
    }
}

TEST_F(DecidingLines, ALineThatIsGoneIsNotFound) {
    const std::uint64_t key = deciding_lines(group("Disallow: /a\n"))[0].key;
    EXPECT_FALSE(deciding_line(group("Disallow: /b\n"), key));
}

}  // namespace
}  // namespace robots
