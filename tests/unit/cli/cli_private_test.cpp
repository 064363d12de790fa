// What robotsctl says of private groups: what is enforced, and never in a
// robots.txt.

#include <gmock/gmock.h>

#include <string>

#include "policy/import/snippets.hpp"
#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kShown = R"(version: 1.1
default:
  groups:
    - {user_agent: "*", disallow: /, allow: /open/, crawl_delay: 5s}
)";
constexpr const char* kPrivate =
    "    - {user_agent: PartnerBot, private: true, disallow: /own/}\n";

class CliPrivate : public RobotsctlFixture {
  protected:
    std::string shown() const { return write("shown.yaml", kShown); }
    std::string with_private() const {
        return write("private.yaml", std::string(kShown) + kPrivate);
    }
    Ran render(const std::string& file) const {
        return run({"render", file, "--url", "http://a.example/"});
    }
    Ran explain(const std::string& crawler, const std::string& target,
                const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"explain",   with_private(),
                                       "--url",     "http://a.example" + target,
                                       "--crawler", crawler};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    }
};

TEST_F(CliPrivate, ExplainSaysThatAGroupIsPrivate) {
    const auto own = explain("PartnerBot", "/own/", {"--json"}).json().at(0);
    EXPECT_EQ(own["private"], true);
    EXPECT_EQ(own["group"], "PartnerBot");
    EXPECT_EQ(own["rule"], "Disallow: /own/");
    EXPECT_EQ(explain("PartnerBot", "/x", {"--json"}).json().at(0)["allowed"],
              true);
    const auto other = explain("OtherBot", "/x", {"--json"}).json().at(0);
    EXPECT_EQ(other["private"], false);
    EXPECT_EQ(other["allowed"], false);
    EXPECT_THAT(explain("PartnerBot", "/own/").out,
                HasSubstr("User-agent: PartnerBot (private: not in "
                          "robots.txt)\n"));
}

TEST_F(CliPrivate, ReplaySaysThatAGroupIsPrivate) {
    const std::string log =
        write("access.log", combined_line(0, "/own/", "PartnerBot/1.0") +
                                combined_line(1, "/own/", "OtherBot/1.0"));
    const auto lines = run({"replay", with_private(), log, "--lines"}).json();
    EXPECT_EQ(lines.at(0)["group"], "PartnerBot");
    EXPECT_EQ(lines.at(0)["private"], true);
    EXPECT_EQ(lines.at(1)["private"], false);
}

TEST_F(CliPrivate, RenderHasNoTraceOfIt) {
    const Ran ran = render(with_private());
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, render(shown()).out);
}

TEST_F(CliPrivate, DiffSaysThatOnlyTheEnforcementChanges) {
    const Ran ran = run({"diff", shown(), with_private()});
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("PartnerBot"));
    EXPECT_THAT(ran.out, HasSubstr("private: enforced, and not in robots.txt"));
    EXPECT_THAT(ran.out, HasSubstr("Disallow: /own/"));
}

TEST_F(CliPrivate, SuggestLeavesItsCrawlersAlone) {
    std::string log;
    for (int i = 0; i < 240; ++i) {
        log += combined_line(i / 2, "/a", "PartnerBot/1.0");
        log += combined_line(i / 2, "/a", "OtherBot/1.0");
    }
    const Ran ran = run({"suggest", with_private(), write("access.log", log)});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("OtherBot"));
    EXPECT_THAT(ran.out, Not(HasSubstr("PartnerBot")));
    EXPECT_THAT(ran.out, Not(HasSubstr("/own/")));
}

TEST_F(CliPrivate, SnippetsKeepItPrivateAndMakeItNoStricter) {
    const Loaded loaded = load_policy(with_private(), {});
    ASSERT_NE(loaded.policy, nullptr);
    const Policy& policy = *loaded.policy;
    std::string acts;
    for (const Snippet& snippet :
         snippets_for(policy, *policy.default_site(),
                      policy.crawlers().named("PartnerBot"))) {
        acts += std::string(to_string(snippet.act)) + ' ';
        std::string pasted;
        for (const std::string& line : split_lines(snippet.yaml)) {
            pasted += "    " + line + '\n';
        }
        const std::string file =
            write("pasted.yaml", std::string(kShown) + kPrivate + pasted);
        EXPECT_NE(load_policy(file, {}).policy, nullptr) << snippet.yaml;
        EXPECT_EQ(render(file).out, render(shown()).out);
    }
    EXPECT_EQ(acts, "exempt log_only refuse_impostors ");
}

}  // namespace
}  // namespace robots
