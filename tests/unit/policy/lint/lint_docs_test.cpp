// docs/lint.md against the linter: a section for each code, whose first example
// gets the warning and whose second gets none.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "policy/lint/codes.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

struct Section {
    std::vector<std::string> examples;
};

std::string lint_md() {
    const char* source = std::getenv("ROBOTS_SOURCE");
    std::ifstream file(std::string(source == nullptr ? "." : source) +
                       "/docs/lint.md");
    EXPECT_TRUE(file.good()) << "no docs/lint.md";
    return {std::istreambuf_iterator<char>(file), {}};
}

// The sections of the second level, by their titles.
std::map<std::string, Section> sections() {
    std::map<std::string, Section> out;
    std::istringstream text(lint_md());
    Section* section = nullptr;
    bool in_example = false;
    for (std::string line; std::getline(text, line);) {
        if (in_example) {
            in_example = line != "```";
            if (in_example) {
                section->examples.back() += line + '\n';
            }
        } else if (line.rfind("## ", 0) == 0) {
            section = &out[line.substr(3)];
        } else if (line == "```yaml" && section != nullptr) {
            section->examples.emplace_back();
            in_example = true;
        }
    }
    return out;
}

// An example as it is loaded: "# and so on, to /page/3.html" under an item of
// a list stands for the items that are left out, and "  and so on, 90 octets"
// for the rest of a long line.
std::string policy_of(const std::string& example) {
    static const std::regex kAndSoOn("( *)# and so on, to (.*?)([0-9]+)(.*)");
    static const std::regex kOctets("(.*)  and so on, ([0-9]+) octets");
    std::string out = "version: 1\n";
    std::istringstream text(example);
    for (std::string line; std::getline(text, line);) {
        std::smatch match;
        if (std::regex_match(line, match, kOctets)) {
            out +=
                match[1].str() + std::string(std::stoul(match[2]), 'a') + '\n';
            continue;
        }
        if (!std::regex_match(line, match, kAndSoOn)) {
            out += line + '\n';
            continue;
        }
        const int last = std::stoi(match[3]);
        for (int i = 2; i <= last; ++i) {
            out += match[1].str() + "- " + match[2].str() + std::to_string(i) +
                   match[4].str() + '\n';
        }
    }
    return out;
}

std::vector<std::string> codes() {
    std::vector<std::string> out{"unused-template", "unused-variable",
                                 "ranges-unusable", "keys-unusable"};
    for (const lint::CodeEntry& entry : lint::all_codes()) {
        out.emplace_back(entry.name);
    }
    return out;
}

class LintDocs : public PolicyFixture {
  protected:
    std::vector<std::string> told(const std::string& example) const {
        const Loaded loaded = load(policy_of(example));
        EXPECT_NE(loaded.policy, nullptr) << example << all(loaded.diagnostics);
        std::vector<std::string> out;
        for (const Diagnostic& diagnostic : loaded.diagnostics) {
            out.push_back(diagnostic.code);
        }
        return out;
    }
};

TEST_F(LintDocs, EveryCodeHasASectionWithTwoExamples) {
    const auto all = sections();
    for (const std::string& code : codes()) {
        ASSERT_EQ(all.count(code), 1U) << code;
        EXPECT_EQ(all.at(code).examples.size(), 2U) << code;
    }
}

TEST_F(LintDocs, EverySectionWithExamplesHasACode) {
    const auto known = codes();
    for (const auto& [title, section] : sections()) {
        if (!section.examples.empty()) {
            EXPECT_EQ(std::count(known.begin(), known.end(), title), 1)
                << title;
        }
    }
}

// "ranges-stale", but not "In nginx.conf".
TEST_F(LintDocs, EveryCodeWithASectionCanBeIgnored) {
    static const std::regex kCode("[a-z]+(-[a-z]+)+");
    const auto known = lint::all_names();
    for (const auto& section : sections()) {
        if (std::regex_match(section.first, kCode)) {
            EXPECT_EQ(std::count(known.begin(), known.end(), section.first), 1)
                << section.first;
        }
    }
}

TEST_F(LintDocs, EverySectionIsListedOnTop) {
    const std::string text = lint_md();
    for (const std::string& code : codes()) {
        EXPECT_NE(text.find("[" + code + "](#" + code + ")"), std::string::npos)
            << code;
    }
}

TEST_F(LintDocs, TheFirstExampleGetsTheWarning) {
    for (const auto& [title, section] : sections()) {
        if (!section.examples.empty()) {
            const auto found = told(section.examples.front());
            EXPECT_NE(std::find(found.begin(), found.end(), title), found.end())
                << section.examples.front();
        }
    }
}

TEST_F(LintDocs, TheSecondExampleGetsNone) {
    for (const auto& [title, section] : sections()) {
        if (section.examples.size() > 1) {
            EXPECT_EQ(told(section.examples[1]), std::vector<std::string>{})
                << title << '\n'
                << section.examples[1];
        }
    }
}

TEST_F(LintDocs, CodesAreKebabCaseAndInTheOrderOfTheTable) {
    const auto& all = lint::all_codes();
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(static_cast<std::size_t>(all[i].code), i);
        EXPECT_EQ(name_of(all[i].code), all[i].name);
        EXPECT_EQ(all[i].name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"),
                  std::string_view::npos)
            << all[i].name;
        EXPECT_FALSE(all[i].summary.empty()) << all[i].name;
    }
}

}  // namespace
}  // namespace robots
