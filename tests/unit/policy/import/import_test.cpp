#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "policy/base/ascii.hpp"
#include "policy/robots_txt/content_kind.hpp"
#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "tests/unit/policy/import/import_fixture.hpp"
#include "tests/unit/policy/robots_txt/robots_txt_corpus.hpp"
#include "tests/unit/policy/share_of.hpp"

namespace robots {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Texts = std::set<std::string>;

// What a group asks, each thing once, without what asks nothing.
Texts asked(const Group& group) {
    Texts out;
    for (const Rule& rule : group.rules.rules()) {
        if (!rule.pattern.runs().empty()) {
            out.insert(rule.text());
        }
    }
    if (group.pace->crawl_delay) {
        out.insert(std::to_string(group.pace->crawl_delay->count()) + " ms");
    }
    for (const RequestRate& rate : group.pace->request_rates) {
        if (out.size() < 1000) {
            out.insert(rate.text());
        }
    }
    for (const DayWindow& window : group.pace->visit_times) {
        out.insert(window.text());
    }
    return out;
}

// Lines for all crawlers that a policy can hold.
Texts said_to_all(const RobotsTxt& document) {
    Texts out;
    for (const auto& [key, value] : document.other) {
        const std::string folded = fold(key);
        const bool kept = folded == "sitemap" || folded == "host" ||
                          folded == "clean-param" || folded == "license";
        const bool ascii = std::all_of(value.begin(), value.end(), [](char c) {
            return c >= ' ' && c <= '~';
        });
        if (kept && ascii && !value.empty()) {
            out.insert(folded + ": " + value);
        }
    }
    return out;
}

std::string without_empty_lines(std::string text) {
    for (std::size_t at = text.find("\n\n"); at != std::string::npos;
         at = text.find("\n\n")) {
        text.erase(at, 1);
    }
    return text;
}

// What the groups that name `token` say about the use of content.
Texts preferences(const RobotsTxt& document, const std::string& token) {
    Texts out;
    std::map<std::string, std::string> signals;
    std::map<std::string, bool> usage;
    for (const RobotsGroup& group : document.groups) {
        if (std::none_of(group.user_agents.begin(), group.user_agents.end(),
                         [&token](const std::string& agent) {
                             return equal_folded(agent, token);
                         })) {
            continue;
        }
        for (const auto& [key, value] : group.other) {
            if (equal_folded(key, "license")) {
                out.insert("license " + value);
            } else if (equal_folded(key, "content-usage")) {
                const auto said = content_usage_from(value);
                for (std::size_t i = 0; said && i < said->labels.size(); ++i) {
                    const auto& [label, allowed] = said->labels[i];
                    const auto it =
                        usage.emplace(said->path + ' ' + label, true).first;
                    it->second = it->second && allowed;
                }
            } else if (const auto said = content_signal_from(value)) {
                for (const auto& [name, is] : said->signals) {
                    signals[said->path + ' ' + name] = is;
                }
            }
        }
    }
    for (const auto& [name, is] : signals) {
        out.insert(name + " is " + is);
    }
    for (const auto& [name, allowed] : usage) {
        out.insert(name + (allowed ? " y" : " n"));
    }
    return out;
}

class Import : public ImportFixture {
  protected:
    void expect_same_meaning(const std::string& text) {
        std::string yaml;
        const std::string result = rendered(text, &yaml);
        SCOPED_TRACE("--- file\n" + text + "--- policy\n" + yaml +
                     "--- robots.txt\n" + result);
        const RobotsTxt before = parse_robots_txt(text);
        const RobotsTxt after = parse_robots_txt(result, Reading::strict);
        const Groups wanted(
            before, std::vector<Shared<Enforcement>>(before.groups.size()));
        const Groups found(
            after, std::vector<Shared<Enforcement>>(after.groups.size()));
        EXPECT_EQ(found.all().size(), wanted.all().size());
        for (const auto& group : wanted.all()) {
            const Group* other = found.named(group->name);
            ASSERT_NE(other, nullptr) << group->name;
            EXPECT_EQ(asked(*other), asked(*group)) << group->name;
            EXPECT_EQ(preferences(after, group->name),
                      preferences(before, group->name))
                << group->name;
        }
        EXPECT_THAT(said_to_all(after), said_to_all(before));
    }
};

}  // namespace

TEST_F(Import, PolicyMeansTheSameForEveryCorpusFile) {
    const std::vector<CorpusFile> corpus = robots_txt_corpus();
    EXPECT_GE(corpus.size(), 200u);
    for (const CorpusFile& file : tests::share_of(corpus)) {
        if (!why_foreign(file.text).empty()) {
            EXPECT_NE(import_robots_txt(file.text, "").problem, "");
            continue;
        }
        SCOPED_TRACE(file.name);
        expect_same_meaning(file.text);
        if (HasFailure()) {
            return;  // the first says enough
        }
    }
}

TEST_F(Import, ImportingItsOwnRobotsTxtChangesNothing) {
    for (const CorpusFile& file : tests::share_of(robots_txt_corpus())) {
        if (!why_foreign(file.text).empty()) {
            continue;
        }
        SCOPED_TRACE(file.name);
        // The comment of the group that comes first is read as that of the
        // file.
        const std::string once = rendered(file.text);
        EXPECT_EQ(without_empty_lines(rendered(once)),
                  without_empty_lines(once));
    }
}

TEST_F(Import, KeepsLeadingComments) {
    EXPECT_EQ(rendered("# One ${host}\n#\n# \"Two\"\nUser-agent: *\n# no\n"
                       "Disallow: /a\n"),
              "# One ${host}\n#\n# \"Two\"\n\nUser-agent: *\nDisallow: /a\n");
}

TEST_F(Import, WritesASiteForAGivenHost) {
    const Imported imported =
        import_robots_txt("User-agent: *\nDisallow: /a\n", "a.example");
    EXPECT_THAT(imported.yaml, HasSubstr("host: a.example\n"));
    EXPECT_EQ(robots_txt(imported.yaml, "https://a.example/"),
              "User-agent: *\nDisallow: /a\n");
    EXPECT_EQ(robots_txt(imported.yaml, "https://b.example/"), "(no site)");
}

TEST_F(Import, KeepsCommentsAboveGroups) {
    const std::string text =
        "# top\n\n# AI\n# no\nUser-agent: GPTBot\nDisallow: /\n\n"
        "# for all\nUser-agent: *\nDisallow: /a\n";
    EXPECT_EQ(rendered(text), text);
    // The first comment of a file is on top of it.
    EXPECT_EQ(rendered("Sitemap: https://a.example/s.xml\n# c\n"
                       "User-agent: *\nDisallow: /a\n"),
              "# c\n\nUser-agent: *\nDisallow: /a\n\n"
              "Sitemap: https://a.example/s.xml\n");
}

TEST_F(Import, DelayAppliesOnlyToTheAgentsDirectlyAbove) {
    EXPECT_EQ(rendered("User-agent: IRLbot\nCrawl-delay: 3600\n\n"
                       "User-agent: *\nDisallow: /next/\n"),
              "User-agent: IRLbot\nDisallow: /next/\nCrawl-delay: 3600\n\n"
              "User-agent: *\nDisallow: /next/\n");
}

TEST_F(Import, EachCrawlerIsInOneGroup) {
    EXPECT_THAT(import_robots_txt("User-agent: X\nUser-agent: Y\n"
                                  "Disallow: /a\nUser-agent: x\n"
                                  "Disallow: /b\n",
                                  "")
                    .yaml,
                HasSubstr("  groups:\n"
                          "    - user_agent: X\n"
                          "      disallow: [/a, /b]\n"
                          "    - user_agent: Y\n"
                          "      disallow: /a\n"));
}

TEST_F(Import, KeepsDelaysLongerThanADay) {
    EXPECT_EQ(rendered("User-agent: *\nDisallow: /a\nCrawl-delay: 90000\n"
                       "Request-rate: 1/25h\n"),
              "User-agent: *\nDisallow: /a\nCrawl-delay: 90000\n"
              "Request-rate: 1/90000\n");
}

TEST_F(Import, KeepsSignalsInTheirGroup) {
    EXPECT_EQ(rendered("User-agent: *\nContent-signal: search=yes,ai-train=no\n"
                       "Allow: /\nUser-agent: GPTBot\nDisallow: /\n"),
              "User-agent: GPTBot\nDisallow: /\n\n"
              "User-agent: *\nAllow: /\nContent-Signal: search=yes, "
              "ai-train=no\n");
}

// YAML reads a key of more than 1,024 octets only behind `?`.
TEST_F(Import, KeepsUsageOfALongPath) {
    const std::string text = "User-agent: *\nDisallow: /a\nContent-Usage: /" +
                             std::string(1022, 'a') + ": train-ai=n\n";
    EXPECT_EQ(rendered(text), text);
}

TEST_F(Import, KeepsAtMostSevenRatesPerCrawler) {
    std::string text = "User-agent: *\nDisallow: /a\n";
    for (int i = 1; i <= 9; ++i) {
        text += "Request-rate: " + std::to_string(i) + "/60\n";
    }
    const Imported imported = import_robots_txt(text, "");
    EXPECT_THAT(notes(imported, "too-many-rates"),
                ElementsAre(HasSubstr("10: "), HasSubstr("11: ")));
    EXPECT_THAT(robots_txt(imported.yaml), HasSubstr("Request-rate: 7/60\n"));
}

namespace {

// The first block of docs/migrating.md behind `heading`, fenced as `fence`.
std::string example(const std::string& heading, const std::string& fence) {
    const char* root = std::getenv("ROBOTS_SOURCE");
    std::ifstream file(std::string(root == nullptr ? "." : root) +
                       "/docs/migrating.md");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t start =
        text.find(fence + '\n', text.find(heading)) + fence.size() + 1;
    return text.substr(start, text.find("```", start) - start);
}

}  // namespace

TEST_F(Import, WritesTheExampleOfTheDocs) {
    EXPECT_EQ(import_robots_txt(example("\nSo this file\n", "\n```"), "").yaml,
              example("\nbecomes this policy:\n", "\n```yaml"));
}

}  // namespace robots
