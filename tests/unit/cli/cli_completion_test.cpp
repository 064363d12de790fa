#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {

namespace {

using ::testing::HasSubstr;

std::string source_file(const std::string& name) {
    const char* root = std::getenv("ROBOTS_SOURCE");
    std::ifstream stream(root == nullptr ? name
                                         : std::string(root) + '/' + name);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// The long options that a help text lists.
std::set<std::string> options_in(const std::string& help) {
    static const std::regex kOption("--[a-z][a-z-]*");
    std::set<std::string> out;
    for (std::sregex_iterator it(help.begin(), help.end(), kOption), end;
         it != end; ++it) {
        out.insert(it->str());
    }
    return out;
}

const std::vector<std::string> kVerbs{"check",    "render", "explain",
                                      "identify", "replay", "diff",
                                      "import",   "watch",  "crawlers",
                                      "survey"};

using CliCompletion = RobotsctlFixture;

}  // namespace

TEST_F(CliCompletion, FilesAndManPageHaveEveryVerbAndOption) {
    const std::string bash = source_file("cli/completion/robotsctl.bash");
    const std::string zsh = source_file("cli/completion/_robotsctl");
    const std::string man = source_file("docs/robotsctl.1");
    const std::string help = run({"--help"}).out;
    for (const std::string& verb : kVerbs) {
        EXPECT_THAT(help, HasSubstr("  " + verb + " "));
        EXPECT_THAT(bash, HasSubstr("    " + verb + ")"));
        EXPECT_THAT(zsh, HasSubstr("        " + verb + ")"));
        EXPECT_THAT(man, HasSubstr(".It Cm " + verb + "\n"));
        for (const std::string& option :
             options_in(run({verb, "--help"}).out)) {
            EXPECT_THAT(bash, HasSubstr(option)) << verb;
            EXPECT_THAT(zsh, HasSubstr(option)) << verb;
            EXPECT_THAT(man, HasSubstr("Fl " + option.substr(1))) << verb;
        }
    }
}

TEST_F(CliCompletion, BashCompletesVerbsAndOptions) {
    const char* root = std::getenv("ROBOTS_SOURCE");
    const std::string file = std::string(root == nullptr ? "." : root) +
                             "/cli/completion/robotsctl.bash";
    const auto complete = [this, &file](const std::string& words, int at) {
        const std::string script = write(
            "complete.sh", ". '" + file + "'\nCOMP_WORDS=(" + words +
                               ")\nCOMP_CWORD=" + std::to_string(at) +
                               "\n_robotsctl\necho \"${COMPREPLY[*]}\"\n");
        std::string out;
        FILE* pipe = ::popen(("bash '" + script + "'").c_str(), "r");
        for (int c = 0; (c = std::fgetc(pipe)) != EOF;) {
            out += static_cast<char>(c);
        }
        EXPECT_EQ(::pclose(pipe), 0);
        return out;
    };
    EXPECT_EQ(complete("robotsctl re", 1), "render replay\n");
    EXPECT_EQ(complete("robotsctl check --st", 2), "--strict\n");
    EXPECT_EQ(complete("robotsctl crawlers --category ai-t", 3),
              "ai-training\n");
}

}  // namespace robots
