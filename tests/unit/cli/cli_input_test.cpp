// The limits of what robotsctl reads.

#include <gmock/gmock.h>

#include "policy/robots_txt/robots_txt.hpp"
#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {
namespace {

using testing::HasSubstr;

class CliInput : public RobotsctlFixture {};

TEST_F(CliInput, ImportTakesARobotsTxtOfUpTo500Kib) {
    const std::string most(kMaxRobotsTxt, '#');
    EXPECT_EQ(run({"import", write("most.txt", most)}).code, 0);
    EXPECT_EQ(run({"import", "-"}, most).code, 0);
    for (const Ran& ran :
         {run({"import", write("more.txt", most + "#")}),
          run({"import", "-"}, most + "#"), run({"import", "/dev/zero"})}) {
        EXPECT_EQ(ran.code, 2);
        EXPECT_EQ(ran.out, "");
        EXPECT_THAT(ran.err, HasSubstr(" is larger than 500 KiB\n"));
    }
}

TEST_F(CliInput, ImportRefusesAFolderAndAMissingFile) {
    const Ran folder = run({"import", path("")});
    EXPECT_EQ(folder.code, 2);
    EXPECT_THAT(folder.err,
                HasSubstr("cannot read `" + path("") + "`: Is a directory"));
    const Ran missing = run({"import", path("none")});
    EXPECT_EQ(missing.code, 2);
    EXPECT_THAT(missing.err, HasSubstr("cannot open `" + path("none") +
                                       "`: No such file or directory"));
}

TEST_F(CliInput, IdentifyReadsTheFirst64KibOfALine) {
    std::string header = "GPTBot/1.2";
    header.resize(std::size_t{64} * 1024, ' ');
    const Ran ran =
        run({"identify", "--json"}, header + "never\nBingbot/1\r\n\nlast");
    const auto lines = ran.json();
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_EQ(lines[0].at("crawler"), "GPTBot");
    EXPECT_EQ(lines[0].at("user_agent"), header);
    EXPECT_EQ(lines[1].at("user_agent"), "Bingbot/1");
    EXPECT_EQ(lines[2].at("user_agent"), "");
    EXPECT_EQ(lines[3].at("user_agent"), "last");
}

TEST_F(CliInput, ADeviceAsPolicyIsRefused) {
    for (const char* verb : {"check", "render", "explain", "replay"}) {
        std::vector<std::string> arguments{verb, "/dev/zero"};
        if (verb != std::string("check")) {
            arguments.insert(arguments.end(), {"--url", "http://a/"});
        }
        if (verb == std::string("explain")) {
            arguments.insert(arguments.end(), {"--crawler", "a"});
        }
        if (verb == std::string("replay")) {
            arguments.emplace_back("/dev/null");
        }
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.code, 2) << verb;
        EXPECT_THAT(ran.err, HasSubstr("/dev/zero")) << verb;
    }
}

TEST_F(CliInput, AnEndlessLineIsOneUnreadableLine) {
    const std::string robots = write("r.txt", "");
    const Ran ran = run({"replay", "--robots-txt", robots, "-"},
                        std::string(std::size_t{8} * 1024 * 1024, 'x'));
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.out, HasSubstr("1 unreadable line."));
}

}  // namespace
}  // namespace robots
