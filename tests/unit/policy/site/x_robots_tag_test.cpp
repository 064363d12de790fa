#include "policy/site/x_robots_tag.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

class XRobotsTagTest : public JudgeTest {
  protected:
    static XRobotsTag tag(const std::vector<const char*>& paths,
                          std::vector<std::string> tokens = {}) {
        XRobotsTag made;
        for (const char* path : paths) {
            made.paths.emplace_back(path);
        }
        made.crawlers = std::move(tokens);
        made.value = "noindex";
        return made;
    }

    bool takes(const XRobotsTag& made, std::string_view target,
               std::string_view user_agent = "") const {
        const Sighting crawler = policy.crawlers().identify(user_agent);
        return TaggedResponse(target, Slashes::merge, crawler,
                              policy.crawlers())
            .takes(made);
    }
};

TEST_F(XRobotsTagTest, WithoutPathAndTokenItGoesWithEverything) {
    for (const char* target : {"/", "/a?b", "*", "", "?x", "http://h/a"}) {
        EXPECT_TRUE(takes(tag({}), target)) << target;
        EXPECT_TRUE(takes(tag({}), target, "ABot/1")) << target;
    }
}

TEST_F(XRobotsTagTest, APathIsAPatternAsInRules) {
    EXPECT_TRUE(takes(tag({"/a"}), "/ab"));
    EXPECT_FALSE(takes(tag({"/a"}), "/b"));
    EXPECT_TRUE(takes(tag({"/*.pdf$"}), "/x/y.pdf"));
    EXPECT_FALSE(takes(tag({"/*.pdf$"}), "/x/y.pdf?z"));
    EXPECT_TRUE(takes(tag({"/x", "/b"}), "/b"));
    EXPECT_TRUE(takes(tag({"/b?c="}), "/b?c=d"));
}

TEST_F(XRobotsTagTest, NoSpellingOfATargetEscapesIt) {
    for (const char* target :
         {"/private/x", "/%70rivate/x", "//private/x", "/./private/x",
          "/a/../private/x", "/private/../b", "http://h/private/x"}) {
        EXPECT_TRUE(takes(tag({"/private/"}), target)) << target;
    }
    EXPECT_FALSE(takes(tag({"/private/"}), "/b"));
}

TEST_F(XRobotsTagTest, ATokenIsTheCrawlersOrWhatItFallsBackTo) {
    const XRobotsTag made = tag({}, {"BBot", "googlebot"});
    EXPECT_TRUE(takes(made, "/", "BBot/1.0"));
    EXPECT_TRUE(takes(made, "/", "Googlebot/2.1"));
    EXPECT_TRUE(takes(made, "/", "Googlebot-Image/1.0"));
    EXPECT_FALSE(takes(made, "/", "ABot/1.0"));
    EXPECT_FALSE(takes(made, "/", "Mozilla/5.0 Safari/1"));
    EXPECT_FALSE(takes(made, "/"));
}

TEST_F(XRobotsTagTest, PathAndTokenBothCount) {
    const XRobotsTag made = tag({"/a"}, {"ABot"});
    EXPECT_TRUE(takes(made, "/a", "ABot/1"));
    EXPECT_FALSE(takes(made, "/b", "ABot/1"));
    EXPECT_FALSE(takes(made, "/a", "BBot/1"));
}

TEST_F(XRobotsTagTest, DependsOnTheCrawlerIfATokenIsWritten) {
    EXPECT_FALSE(depends_on_crawler({}));
    EXPECT_FALSE(depends_on_crawler({tag({"/a"})}));
    EXPECT_TRUE(depends_on_crawler({tag({"/a"}), tag({}, {"ABot"})}));
}

TEST_F(XRobotsTagTest, DocumentedDirectivesAreKnown) {
    for (const char* value :
         {"noindex", "NOINDEX, NoFollow", "none", "all", "noarchive,nosnippet",
          "notranslate", "noimageindex", "indexifembedded, noindex",
          "max-snippet:50", "max-snippet: -1", "max-image-preview: large",
          "max-video-preview:0", "unavailable_after: 2030-12-31",
          "unavailable_after: Sunday, 25-Jun-23 15:00:00 GMT",
          "unavailable_after: Sunday, 25-Jun-23 15:00:00 GMT, noindex",
          "googlebot: noindex, nofollow", "otherbot: max-snippet:10",
          "noindex, ,nofollow,"}) {
        EXPECT_EQ(unknown_robots_directive(value), "") << value;
    }
}

TEST_F(XRobotsTagTest, TheFirstUnknownDirectiveIsTold) {
    const std::vector<std::pair<const char*, const char*>> cases{
        {"noidex", "noidex"},
        {"noindex, no-follow", "no-follow"},
        {"max-snippet", "max-snippet"},
        {"max-snippet: many", "max-snippet: many"},
        {"max-image-preview: huge", "max-image-preview: huge"},
        {"unavailable_after:", "unavailable_after:"},
        {"googlebot: noidex", "googlebot: noidex"},
        {"noindex nofollow", "noindex nofollow"},
        {"unavailable_after: Sunday, 25-Jun-23, tomorrow", "tomorrow"},
        {"noindex: yes", "noindex: yes"}};
    for (const auto& [value, unknown] : cases) {
        EXPECT_EQ(unknown_robots_directive(value), unknown) << value;
    }
}

}  // namespace
}  // namespace robots
