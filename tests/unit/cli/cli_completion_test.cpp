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

// The verbs that the help of robotsctl lists, one on a line.
std::vector<std::string> verbs_in(const std::string& help) {
    static const std::regex kVerb("\\n  ([a-z]+) ");
    std::vector<std::string> out;
    for (std::sregex_iterator it(help.begin(), help.end(), kVerb), end;
         it != end; ++it) {
        out.push_back((*it)[1]);
    }
    return out;
}

// What is in `text` from `start` up to `end`; empty without a `start`.
std::string section(const std::string& text, const std::string& start,
                    const std::string& end) {
    const std::size_t from = text.find(start);
    if (from == std::string::npos) {
        return "";
    }
    const std::size_t behind = from + start.size();
    return text.substr(behind, text.find(end, behind) - behind);
}

class CliCompletion : public RobotsctlFixture {
  protected:
    // The options that each file has for `verb`.
    std::set<std::string> in_bash(const std::string& verb) const {
        return options_in(section(bash_, "\n    " + verb + ")", ";;"));
    }
    std::set<std::string> in_zsh(const std::string& verb) const {
        std::string text =
            section(zsh_, "\n        " + verb + ")", "\n            ;;");
        for (const std::string list : {"policy", "common"}) {
            if (text.find('$' + list) != std::string::npos) {
                text += section(zsh_, "\n    " + list + "=(", "\n    )");
            }
        }
        return options_in(text);
    }
    // In its synopsis, "Fl -json" is --json. A verb may have parts there, such
    // as "sources update".
    std::set<std::string> in_man(const std::string& verb) const {
        const std::string synopsis =
            section(man_, ".Sh SYNOPSIS\n", ".Sh DESCRIPTION");
        std::string text = section(synopsis, "\n.Cm " + verb + "\n", "\n.Nm");
        for (const std::string& part : verbs_in(run({verb, "--help"}).out)) {
            text +=
                section(synopsis, "\n.Cm " + verb + ' ' + part + "\n", "\n.Nm");
        }
        return options_in(std::regex_replace(text, std::regex("Fl -"), "--"));
    }

    // With those of its parts.
    std::set<std::string> options_of(const std::string& verb) const {
        const std::string help = run({verb, "--help"}).out;
        std::set<std::string> out = options_in(help);
        for (const std::string& part : verbs_in(help)) {
            out.merge(options_in(run({verb, part, "--help"}).out));
        }
        return out;
    }

    const std::string bash_ = source_file("cli/completion/robotsctl.bash");
    const std::string zsh_ = source_file("cli/completion/_robotsctl");
    const std::string man_ = source_file("docs/robotsctl.1");
};

}  // namespace

TEST_F(CliCompletion, FilesAndManPageHaveEachVerbsOptions) {
    const auto verbs = verbs_in(run({"--help"}).out);
    ASSERT_GE(verbs.size(), 9u);
    for (const std::string& verb : verbs) {
        SCOPED_TRACE(verb);
        EXPECT_THAT(bash_, HasSubstr(' ' + verb));
        EXPECT_THAT(zsh_, HasSubstr("\n        '" + verb + ":"));
        EXPECT_THAT(man_, HasSubstr(".It Cm " + verb));
        std::set<std::string> options = options_of(verb);
        EXPECT_EQ(in_zsh(verb), options);
        for (const std::string& option : options) {
            EXPECT_THAT(man_, HasSubstr("Fl -" + option.substr(2)));
        }
        // The man page has it once; bash adds both to all verbs.
        options.erase("--help");
        EXPECT_EQ(in_man(verb), options);
        options.erase("--json");
        EXPECT_EQ(in_bash(verb), options);
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
    EXPECT_EQ(complete("robotsctl re", 1), "render replay report\n");
    EXPECT_EQ(complete("robotsctl check --st", 2), "--strict\n");
    EXPECT_EQ(complete("robotsctl crawlers --category ai-t", 3),
              "ai-training\n");
}

}  // namespace robots
