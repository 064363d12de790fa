// A wrong command line: what happened, and what to write.

#include <gmock/gmock.h>

#include <regex>
#include <string>
#include <vector>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// An option as the help of a verb has it: "--top NUMBER=20", "--json".
struct Listed {
    std::string name;
    std::string value;  // "NUMBER"; empty: it takes none
};

std::vector<Listed> listed_options(const std::string& help) {
    // CLI11 2.6 has a blank between two names.
    static const std::regex kOption(
        "\n +(?:-h, ?)?(--[a-z][a-z-]*)(?:, ?--[a-z]+)?(?: "
        "('?[A-Z][A-Z:=]*))?");
    std::vector<Listed> out;
    for (std::sregex_iterator it(help.begin(), help.end(), kOption), end;
         it != end; ++it) {
        std::string value = (*it)[2];
        value = value.substr(0, value.find_first_of(":=["));
        if ((*it)[1] != "--help" && (*it)[1] != "--version") {
            out.push_back({(*it)[1], value.size() > 1 ? value : ""});
        }
    }
    return out;
}

class CliUsage : public RobotsctlFixture {
  protected:
    // "check", "sources update", ...
    std::vector<std::vector<std::string>> commands() const {
        static const std::regex kVerb("\n  ([a-z]+) ");
        const auto below = [this](std::vector<std::string> command) {
            command.emplace_back("--help");
            const std::string help = run(command).out;
            command.pop_back();
            std::vector<std::vector<std::string>> out;
            for (std::sregex_iterator it(help.begin(), help.end(), kVerb), end;
                 it != end; ++it) {
                out.push_back(command);
                out.back().push_back((*it)[1]);
            }
            return out;
        };
        std::vector<std::vector<std::string>> all;
        for (const auto& verb : below({})) {
            const auto parts = below(verb);
            all.push_back(verb);
            all.insert(all.end(), parts.begin(), parts.end());
        }
        return all;
    }

    // What `command` says of a wrong word behind it, which has to be in our
    // words: none of those that CLI11 has.
    std::string complaint(std::vector<std::string> command,
                          const std::vector<std::string>& wrong) const {
        const std::string name = joined(command);
        command.insert(command.end(), wrong.begin(), wrong.end());
        const Ran ran = run(command);
        SCOPED_TRACE(joined(command));
        EXPECT_EQ(ran.code, 2);
        EXPECT_EQ(ran.out, "");
        EXPECT_THAT(ran.err, StartsWith("robotsctl: "));
        EXPECT_THAT(ran.err, HasSubstr("\n`robotsctl" + name +
                                       " --help` lists what it takes\n"));
        for (const std::string theirs :
             {"not in {", "Could not", "is required", "required",
              "expected:", "Run with", " excludes ", " requires ", "were not",
              "was not expected", "At Most", "disallowed", "Should be"}) {
            EXPECT_THAT(ran.err, Not(HasSubstr(theirs)));
        }
        return ran.err;
    }

    static std::string joined(const std::vector<std::string>& words) {
        std::string out;
        for (const std::string& word : words) {
            out += ' ' + word;
        }
        return out;
    }
};

}  // namespace

TEST_F(CliUsage, EachVerbNamesAnUnknownOption) {
    const auto all = commands();
    ASSERT_GE(all.size(), 14u);
    for (const auto& command : all) {
        EXPECT_THAT(complaint(command, {"--nosuchthing"}),
                    HasSubstr("unknown option `--nosuchthing`"));
    }
}

TEST_F(CliUsage, EachOptionSaysWhatItTakes) {
    std::size_t with_value = 0;
    for (auto command : commands()) {
        command.emplace_back("--help");
        const std::vector<Listed> options = listed_options(run(command).out);
        command.pop_back();
        for (const Listed& option : options) {
            const std::string name = '`' + option.name + '`';
            EXPECT_THAT(complaint(command, {option.name + "zz"}),
                        HasSubstr("`; did you mean `" + option.name + "`?"));
            if (option.value.empty()) {
                EXPECT_THAT(complaint(command, {option.name + "=zz"}),
                            HasSubstr(name + " takes no value"));
                continue;
            }
            ++with_value;
            EXPECT_THAT(complaint(command, {option.name}),
                        HasSubstr(name + " needs a value; write `" +
                                  option.name + ' '));
        }
    }
    EXPECT_GE(with_value, 30u);
}

// Those that are checked before a file is opened.
TEST_F(CliUsage, EachNumberAndChoiceSaysWhichItTakes) {
    std::size_t checked = 0;
    for (auto command : commands()) {
        command.emplace_back("--help");
        const std::vector<Listed> options = listed_options(run(command).out);
        command.pop_back();
        for (const Listed& option : options) {
            const bool is_choice =
                option.name == "--category" ||
                (option.name == "--format" && command.front() == "check");
            if (option.value != "NUMBER" && option.value != "SECONDS" &&
                !is_choice) {
                continue;
            }
            ++checked;
            for (const std::string wrong :
                 {"xml", "-1", "", "0x10", "nan", "99999999999999999999999"}) {
                const std::string said =
                    complaint(command, {option.name + '=' + wrong});
                if (wrong.empty()) {
                    continue;  // CLI11 takes it for no value
                }
                EXPECT_THAT(said, HasSubstr('`' + option.name + "`: "));
                EXPECT_THAT(said, HasSubstr('`' + wrong + '`'));
                EXPECT_THAT(said, HasSubstr(is_choice ? "write one of `"
                                                      : "expected a "));
            }
        }
    }
    EXPECT_GE(checked, 8u);
    EXPECT_THAT(complaint({"check"}, {"--format", "jsn"}),
                HasSubstr("`--format`: unknown value `jsn`; did you mean "
                          "`json`? It is one of `text`, `json`, `sarif` and "
                          "`github`"));
}

TEST_F(CliUsage, OtherProgramsOptionsAreNamedAsOurs) {
    EXPECT_THAT(complaint({"explain"}, {"p.yaml", "--ua", "x"}),
                HasSubstr("unknown option `--ua`; write `--user-agent`"));
    EXPECT_THAT(complaint({"check"}, {"p.yaml", "--ua", "x"}),
                Not(HasSubstr("--user-agent")));
}

TEST_F(CliUsage, ALogInNoKnownFormatIsToldByOneSentence) {
    const std::string policy =
        write("p.yaml", "version: 1\ndefault: {max_age: 1h}\n");
    const std::string log = write("a.log", "hello\nworld\n");
    const Ran ran = run({"replay", policy, log});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("no line is in the combined format or JSON; "
                                   "name the log_format of nginx's "
                                   "configuration with --log-format"));
}

TEST_F(CliUsage, WhatIsMissingIsNamed) {
    EXPECT_THAT(complaint({"check"}, {}),
                HasSubstr("`POLICY`, the YAML policy, is missing; write "
                          "`robotsctl check POLICY`"));
    EXPECT_THAT(run({"render", "policy.yaml"}).err,
                HasSubstr("`--url` is missing; write `--url URL`, or "
                          "`--output-dir DIR` for the files of all sites"));
    EXPECT_THAT(complaint({"sources"}, {}),
                HasSubstr("`sources` needs one of `update` and `status`"));
    EXPECT_THAT(run({"explain", "policy.yaml"}).err,
                HasSubstr("`--url` is missing; write `--url URL`, or "
                          "`--batch FILE` for many questions"));
}

TEST_F(CliUsage, WhatIsTooMuchIsNamed) {
    EXPECT_THAT(complaint({"check"}, {"a.yaml", "b.yaml"}),
                HasSubstr("unexpected argument `b.yaml`; `check` takes "
                          "`POLICY` and options"));
    EXPECT_THAT(complaint({"sources"}, {"updat"}),
                HasSubstr("unknown word `updat` behind `sources`; write one "
                          "of `update` and `status`"));
    EXPECT_THAT(complaint({"render"}, {"a.yaml", "--url", "x", "--url", "y"}),
                HasSubstr("`--url` can be given only once"));
    EXPECT_THAT(complaint({"replay"}, {"--lines", "--json"}),
                HasSubstr("`--lines` and `--json` cannot be used together; "
                          "remove one of them"));
    EXPECT_THAT(complaint({"explain"}, {"p", "--resolve"}),
                HasSubstr("`--resolve` needs `--address`; write both"));
}

// They may come from anywhere.
TEST_F(CliUsage, ControlCharactersOfArgumentsAreNotPrinted) {
    const Ran ran = run({"check", "a", "--x\x1b[2Jy\nz"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, Not(HasSubstr("\x1b")));
}

TEST_F(CliUsage, OldNamesCountAndAreNamed) {
    const std::string policy =
        write("old_names.yaml", "version: 1\ndefault: {}\n");
    const std::string log =
        write("old_names.log", combined_line(0, "/", "GPTBot/1.2"));
    struct Case {
        std::vector<std::string> old;
        std::vector<std::string> now;
        std::string said;
    };
    for (const Case& each : std::vector<Case>{
             {{"check", "--json", policy},
              {"check", "--format=json", policy},
              "`robotsctl check --json` is now `robotsctl check "
              "--format=json`; write that\n"},
             {{"identity", "status", "--directory", "none"},
              {"sources", "status", "--directory", "none"},
              "`robotsctl identity` is now `robotsctl sources`; write that\n"},
             {{"replay", policy, log, "--suggest"},
              {"suggest", policy, log},
              "`robotsctl replay --suggest` is now `robotsctl suggest`; write "
              "that\n"},
             {{"explain", policy, "--url", "https://a.example/", "--crawler",
               "x", "--now=2026-11-21T08:30:00Z"},
              {"explain", policy, "--url", "https://a.example/", "--crawler",
               "x", "--at", "2026-11-21T08:30:00Z"},
              "`robotsctl explain --now` is now `robotsctl explain --at`; "
              "write that\n"}}) {
        const Ran old = run(each.old);
        const Ran now = run(each.now);
        EXPECT_EQ(old.code, now.code);
        EXPECT_EQ(old.out, now.out);
        EXPECT_EQ(old.err, "robotsctl: " + each.said + now.err);
    }
}

}  // namespace robots
