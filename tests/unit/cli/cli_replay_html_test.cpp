// robotsctl replay --html: a page that has all of its data inside.

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <string>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kReplayHtmlPolicy = R"(version: 1
enforce: {disallow: reject}
sites:
  - {host: a.example, groups: [{user_agent: "*", disallow: /private/}]}
)";

std::string line(const std::string& target, const std::string& agent) {
    return R"({"msec":"1791590400.5","request":"GET )" + target +
           R"( HTTP/1.1","host":"a.example","remote_addr":"192.0.2.7",)"
           R"("status":"200","user_agent":")" +
           agent + "\"}\n";
}

class CliReplayHtml : public RobotsctlFixture {
  protected:
    std::string page(const std::string& log) {
        const std::string file = path("report.html");
        const Ran ran = run({"replay", "--html", file,
                             write("policy.yaml", kReplayHtmlPolicy),
                             write("access.log", log)});
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_EQ(ran.out, "");
        std::ostringstream text;
        text << std::ifstream(file).rdbuf();
        return text.str();
    }

    static nlohmann::json data(const std::string& html) {
        const std::string mark = R"(id="data">)";
        const std::size_t from = html.find(mark) + mark.size();
        return nlohmann::json::parse(
            html.substr(from, html.find("</script>", from) - from))["answers"];
    }
};

TEST_F(CliReplayHtml, HasTheViewsOfTheStatus) {
    const std::string html =
        page(line("/robots.txt", "GPTBot/1.2") + line("/", "GPTBot/1.2") +
             line("/private/x", "GPTBot/1.2") + line("/", "Newbot/1.0"));
    const nlohmann::json all = data(html);
    EXPECT_EQ(all[""]["view"], "overview");
    EXPECT_EQ(all[""]["totals"]["counts"]["requests"], 3);
    EXPECT_EQ(all[""]["totals"]["robots_txt"], 1);
    EXPECT_EQ(all[""]["unlisted"][0]["name"], "Newbot");
    EXPECT_EQ(all[""]["server"]["time"], 1791590400);
    const nlohmann::json crawler = all["crawler=GPTBot"];
    EXPECT_EQ(crawler["crawler"]["counts"]["actions"]["reject"], 1);
    EXPECT_EQ(crawler["crawler"]["fetches"]["requests"], 1);
    const nlohmann::json site = all["site=a.example"];
    EXPECT_EQ(site["site"]["counts"]["requests"], 3);
    const nlohmann::json violation =
        all["view=violations"]["last_violations"][0];
    EXPECT_EQ(violation["path"], "/private/x");
    EXPECT_EQ(violation["address"], "192.0.2.7");
    EXPECT_EQ(violation["rule"], "Disallow: /private/");
    EXPECT_EQ(violation["time"], 1791590400);
}

TEST_F(CliReplayHtml, NothingOfTheLogLeavesItsData) {
    const std::string html =
        page(line("/private/</script><script>alert(1)</script>", "GPTBot/1.2"));
    EXPECT_THAT(html, Not(HasSubstr("<script>alert(1)")));
    EXPECT_THAT(data(html)["view=violations"]["last_violations"][0]["path"],
                "/private/</script><script>alert(1)</script>");
}

TEST_F(CliReplayHtml, AnEmptyLogMakesAnEmptyPage) {
    EXPECT_EQ(data(page(""))[""]["totals"]["counts"]["requests"], 0);
}

TEST_F(CliReplayHtml, AFileThatCannotBeWrittenIsAnError) {
    const Ran ran = run({"replay", "--html", path("none/report.html"),
                         write("policy.yaml", kReplayHtmlPolicy),
                         write("access.log", line("/", "GPTBot/1.2"))});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("cannot write `"));
    EXPECT_THAT(ran.err, HasSubstr("No such file or directory"));
}

}  // namespace

}  // namespace robots
