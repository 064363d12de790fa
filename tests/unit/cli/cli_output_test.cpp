// Texts from clients, logs, policies and file names reach the terminal without
// control characters and on one line. Output that is lost does not stay unseen.

#include <gmock/gmock.h>

#include <algorithm>

#include "policy/base/utf8.hpp"
#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Clears the screen, forges a line, turns the direction of writing, starts a
// control sequence in one octet and in one character, and is not UTF-8.
const std::string kEvil =
    "\x1b[2J\npolicy.yaml: 0 errors\r\x7f\xE2\x80\xAE\xD8\x9C\x9b"
    "31m\xC2\x9b"
    "31m\xff";

class CliOutput : public RobotsctlFixture {
  protected:
    // Expects `lines` lines of printable text with `shown` in them.
    static void expect_printable(const Ran& ran, const std::string& shown,
                                 long lines) {
        const std::string all = ran.out + ran.err;
        EXPECT_THAT(all, HasSubstr(shown));
        EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), lines) << all;
        std::string text = all;
        for (char& octet : text) {
            octet = octet == '\n' || octet == '\t' ? ' ' : octet;
        }
        EXPECT_EQ(printable(text), text);
    }
    // A policy with an error and a warning, and controls in its file name.
    std::string evil_policy() const {
        return write("a" + kEvil + "b.yaml",
                     "version: 1\nvariables: {unused: x}\ndefault: {grups: "
                     "1}\n");
    }
};

TEST(Printable, KeepsWhatPeopleWrite) {
    EXPECT_EQ(printable("a caf\xC3\xA9, \xE4\xB8\xAD \xF0\x9F\x90\xA6"),
              "a caf\xC3\xA9, \xE4\xB8\xAD \xF0\x9F\x90\xA6");
    EXPECT_EQ(printable(""), "");
}

TEST(Printable, ReplacesControlCharactersByQuestionMarks) {
    EXPECT_EQ(printable(std::string("\x1b[1m\n\r\t\0\x7f", 9)), "?[1m?????");
    EXPECT_EQ(printable("\xC2\x9b|\xE2\x80\xA8|\xE2\x80\xA9"), "?|?|?");
    for (const char* turn :
         {"\xD8\x9C", "\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xAA",
          "\xE2\x80\xAB", "\xE2\x80\xAC", "\xE2\x80\xAD", "\xE2\x80\xAE",
          "\xE2\x81\xA6", "\xE2\x81\xA7", "\xE2\x81\xA8", "\xE2\x81\xA9"}) {
        EXPECT_EQ(printable(turn), "?");
    }
    EXPECT_EQ(printable("\xff|\xC3|\xED\xA0\x80|\xC0\x80"), "?|?|???|??");
}

TEST_F(CliOutput, CheckIsPrintable) {
    const std::string policy = evil_policy();
    const Ran ran = run({"check", policy});
    expect_printable(ran, "b.yaml:3:11: error: ", 2);
    expect_printable(run({"check", policy + "x"}), "b.yamlx", 1);
    EXPECT_EQ(
        run({"check", "--format", "json", policy}).json().at(0).at("line"), 3);
}

TEST_F(CliOutput, PathsInAPolicyArePrintable) {
    const std::string policy = write(
        "policy.yaml",
        "version: 1\ndefault: {robots_txt: {file: \"a\\u202Eb\\u200F\"}}\n");
    expect_printable(run({"check", policy}), "/a?b?`: ", 2);
    write("sites.d/x" + kEvil + ".yaml", "grups: 1\n");
    const std::string including =
        write("i.yaml", "version: 1\ninclude: sites.d/*.yaml\ndefault: {}\n");
    expect_printable(run({"check", including}), ".yaml:1:1: error: ", 2);
}

TEST_F(CliOutput, RenderIsPrintable) {
    const std::string policy = write("p.yaml", "version: 1\nsites: []\n");
    expect_printable(run({"render", "--url", "http://" + kEvil, policy}),
                     "--url", 1);
    expect_printable(run({"render", "--url", "http://a/", evil_policy()}),
                     "error", 1);
}

TEST_F(CliOutput, ExplainIsPrintable) {
    write("f" + kEvil + ".txt", "User-agent: *\nDisallow: /x\xE2\x80\xAEy\n");
    const std::string file = path("f" + kEvil + ".txt");
    expect_printable(
        run({"explain", "--robots-txt", file, "--url", "/x\xE2\x80\xAEyz",
             "--user-agent", "GPTBot" + kEvil}),
        "Rule", 8);
    const std::string policy = write(
        "p.yaml",
        "version: 1\ndefault: {}\ncrawlers: [{token: Qqx, rdns: a.example}]\n");
    expect_printable(
        run({"explain", "--url", "http://a.example/", "--crawler", "Qqx",
             "--address", "192.0.2.1", "--reverse-name", kEvil, policy}),
        "reverse name", 8);
    for (const char* option : {"--at", "--address"}) {
        expect_printable(run({"explain", "--url", "http://a/", "--crawler", "a",
                              option, "1" + kEvil, policy}),
                         option, 1);
    }
}

TEST_F(CliOutput, IdentifyIsPrintable) {
    const std::string header = "GPTBot/1.2 " + kEvil;
    expect_printable(run({"identify", header}), "GPTBot\tai-training\tGPTBot/",
                     1);
    std::string line = header;
    line.erase(line.find('\n'), 1);
    expect_printable(run({"identify"}, line + "\n"), "GPTBot\tai-training", 1);
    const Ran json = run({"identify", "--json", header});
    expect_printable(json, "GPTBot", 1);
    EXPECT_THAT(json.json().at(0).at("user_agent").get<std::string>(),
                HasSubstr("\x1b[2J\n"));
}

TEST_F(CliOutput, ReplayAndDiffArePrintable) {
    const std::string robots = write("r.txt", "User-agent: *\nDisallow: /a\n");
    const std::string log = write(
        "l" + kEvil + ".log",
        combined_line(1, "/a\xE2\x80\xAE\x1b[2J", "Qqx\xE2\x80\xAE/1 GPTBot") +
            "no line \x1b[2J\xE2\x80\xAE\n");
    const Ran replayed = run({"replay", "--robots-txt", robots, log});
    expect_printable(
        replayed, "/a",
        std::count(replayed.out.begin(), replayed.out.end(), '\n') + 1);
    expect_printable(run({"replay", "--robots-txt", robots, log + "x"}),
                     ".logx`: ", 2);
    const std::string before =
        write("b.yaml", "version: 1\ndefault: {robots_txt: {file: b.txt}}\n");
    const std::string after =
        write("a.yaml", "version: 1\ndefault: {robots_txt: {file: a.txt}}\n");
    write("b.txt", "User-agent: *\nDisallow: /a\n");
    write("a.txt", "User-agent: *\nDisallow: /\x1b[2J\xE2\x80\xAE\n");
    const Ran diffed = run({"diff", before, after, "--log", log});
    expect_printable(
        diffed, "+ ",
        std::count(diffed.out.begin(), diffed.out.end(), '\n') + 2);
}

// Widths are counted in columns of a terminal, in which an ideograph takes two.
TEST_F(CliOutput, TablesAreAlignedInEveryScript) {
    const std::string wide = "\xE4\xB8\xAD\xC3\xA9.txt";
    write(wide, "User-agent: *\nDisallow: /\n");
    write("other.txt", "User-agent: *\nDisallow: /\n");
    const std::string policy =
        write("policy.yaml",
              "version: 1\nsites:\n  - {host: a.example, "
              "robots_txt: {file: " +
                  wide +
                  "}}\n  - {host: b.example, robots_txt: "
                  "{file: other.txt}}\n");
    const std::string line = R"({"msec":1791590400,"user_agent":"Abot/1",)"
                             R"("request":"GET /x HTTP/1.1","host":")";
    const Ran ran = run({"replay", policy, "-"},
                        line + "a.example\"}\n" + line + "b.example\"}\n");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(wide + ":2:1    /x\n"));
    EXPECT_THAT(ran.out, HasSubstr("other.txt:2:1  /x\n"));
}

TEST_F(CliOutput, ImportIsPrintable) {
    expect_printable(run({"import", path("x" + kEvil)}), "cannot open", 1);
    expect_printable(
        run({"import", "-"}, "Allow: /\nX\x1b[2J\xE2\x80\xAE: a\n"),
        "do not mean the same", 7);
    expect_printable(run({"import", "--host", "a" + kEvil, "-"}, ""), "--host",
                     1);
}

TEST_F(CliOutput, InvalidArgumentsArePrintable) {
    std::string argument = "--x" + kEvil;
    argument.erase(argument.find('\n'), 1);
    expect_printable(run({"identify", argument}), "--x", 2);
    expect_printable(run({"crawlers", "--category", argument}), "--x", 2);
}

// A script must not publish the empty file that a full disk leaves.
TEST_F(CliOutput, OutputThatCannotBeWrittenIsAnError) {
    const std::string policy =
        write("p.yaml",
              "version: 1\ndefault: {groups: [{user_agent: \"*\", "
              "disallow: /}]}\n");
    const std::string lines =
        write("lines", R"({"crawler": "x", "url": "http://a.example/"})");
    for (const auto& arguments : std::vector<std::vector<std::string>>{
             {"render", policy, "--url", "http://a.example/"},
             {"render", policy, "--url", "http://a.example/", "--json"},
             {"explain", policy, "--batch", lines},
             {"crawlers"},
             {"--help"},
             {"--version"}}) {
        EXPECT_EQ(run(arguments).code, 0) << arguments[0];
        const Ran full = run_into("/dev/full", arguments);
        EXPECT_EQ(full.code, 2) << arguments[0];
        EXPECT_THAT(full.err,
                    StartsWith("robotsctl: cannot write to standard output"));
        EXPECT_EQ(std::count(full.err.begin(), full.err.end(), '\n'), 1);
    }
    EXPECT_EQ(run_into("/dev/full", {"identify", "GPTBot/1.2"}).err,
              "robotsctl: cannot write to standard output: No space left on "
              "device\n");
    // Nothing is lost if nothing is written.
    EXPECT_EQ(run_into("/dev/full", {"check", "--quiet", policy}).code, 0);
}

}  // namespace
}  // namespace robots
