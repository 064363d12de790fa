// docs/robotsctl/ and docs/multi-tenant.md: each page is done literally, in an
// empty folder.
//
//     <!-- do: file NAME -->     in front of a block: it becomes that file
//     ```console                 lines with "$ " are commands, the others what
//                                they print; a command goes on behind a "\" at
//                                the end of a line, and on lines with "> "
//
// Commands are those of a shell, and "$ echo $?" shows the exit code of the one
// before. What a command prints must be what the page has under it. A line of
// "..." stands for any lines, and at the end of a line for the rest of it. A
// page shows standard error above or below standard output.

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

std::string contents(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    EXPECT_TRUE(stream.good()) << file;
    return {std::istreambuf_iterator<char>(stream), {}};
}

Lines lines_of(const std::string& text) {
    Lines out;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        out.push_back(line);
    }
    return out;
}

bool describes_line(const std::string& shown, const std::string& printed) {
    const std::size_t end = shown.size() < 3 ? 0 : shown.size() - 3;
    return shown.compare(end, 3, "...") == 0
               ? printed.compare(0, end, shown, 0, end) == 0
               : printed == shown;
}

// Whether `shown`, with its "...", describes `printed`.
bool describes(Lines::const_iterator shown, Lines::const_iterator shown_end,
               Lines::const_iterator printed, Lines::const_iterator end) {
    for (; shown != shown_end; ++shown) {
        if (*shown == "...") {
            do {
                if (describes(shown + 1, shown_end, printed, end)) {
                    return true;
                }
            } while (printed++ != end);
            return false;
        }
        if (printed == end || !describes_line(*shown, *printed++)) {
            return false;
        }
    }
    return printed == end;
}

bool describes(const Lines& shown, const std::string& printed) {
    const Lines lines = lines_of(printed);
    return describes(shown.begin(), shown.end(), lines.begin(), lines.end());
}

struct Command {
    std::string line;
    Lines shown;
};

struct Block {
    std::string language;
    std::string file;  // it becomes that one; empty: none
    Lines lines;
};

std::vector<Block> blocks_of(const std::string& page) {
    static const std::regex kFile("<!-- do: file (\\S+) -->");
    std::vector<Block> out;
    std::string file;
    bool inside = false;
    for (const std::string& line : lines_of(page)) {
        std::smatch match;
        if (line.rfind("```", 0) == 0) {
            if (!inside) {
                out.push_back({line.substr(3), std::exchange(file, ""), {}});
            }
            inside = !inside;
        } else if (inside) {
            out.back().lines.push_back(line);
        } else if (std::regex_match(line, match, kFile)) {
            file = match[1];
        }
    }
    return out;
}

std::vector<Command> commands_of(const Block& block) {
    std::vector<Command> out;
    bool goes_on = false;
    for (const std::string& line : block.lines) {
        if (goes_on) {
            out.back().line += '\n' + line;
        } else if (line.rfind("> ", 0) == 0 && !out.empty() &&
                   out.back().shown.empty()) {
            out.back().line += '\n' + line.substr(2);
        } else if (line.rfind("$ ", 0) == 0) {
            out.push_back({line.substr(2), {}});
        } else if (!out.empty()) {
            out.back().shown.push_back(line);
            continue;
        } else {
            ADD_FAILURE() << "no command is above: " << line;
            continue;
        }
        goes_on = line.back() == '\\';
    }
    return out;
}

fs::path source_folder() {
    const char* root = std::getenv("ROBOTS_SOURCE");
    return root == nullptr ? "." : root;
}

class VerbPages : public PolicyFixture {
  protected:
    // Does what a page says.
    void follow(const fs::path& page) {
        SCOPED_TRACE(page.filename().string());
        int sessions = 0;
        for (const Block& block : blocks_of(contents(page))) {
            if (!block.file.empty()) {
                std::string text;
                for (const std::string& line : block.lines) {
                    text += line + '\n';
                }
                write("page/" + block.file, text);
            } else if (block.language == "console") {
                ++sessions;
                for (const Command& command : commands_of(block)) {
                    run(command);
                }
            }
        }
        EXPECT_GT(sessions, 0) << "no ```console shows the verb at work";
        fs::remove_all(path("page"));
    }

  private:
    void run(const Command& command) {
        const char* program = std::getenv("ROBOTSCTL");
        ASSERT_NE(program, nullptr) << "ROBOTSCTL names no program";
        fs::create_directories(path("page"));
        const std::string script =
            write("script",
                  "PATH='" + fs::path(program).parent_path().string() +
                      "':$PATH\ncd '" + path("page") + "' || exit 99\n(exit " +
                      std::to_string(code_) + ")\n" + command.line + '\n');
        const int status = std::system(("sh '" + script + "' >'" + path("out") +
                                        "' 2>'" + path("err") + "' </dev/null")
                                           .c_str());
        code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 255;
        const std::string out = contents(path("out"));
        const std::string err = contents(path("err"));
        EXPECT_TRUE(describes(command.shown, out + err) ||
                    describes(command.shown, err + out))
            << "$ " << command.line << "\nprints\n"
            << out << "and on standard error\n"
            << err;
    }

    int code_ = 0;  // of the last command
};

}  // namespace

TEST_F(VerbPages, ShowWhatTheProgramPrints) {
    std::vector<fs::path> pages{source_folder() / "docs" / "multi-tenant.md"};
    for (const auto& entry :
         fs::directory_iterator(source_folder() / "docs" / "robotsctl")) {
        pages.push_back(entry.path());
    }
    std::sort(pages.begin(), pages.end());
    EXPECT_FALSE(pages.empty());
    for (const fs::path& page : pages) {
        follow(page);
    }
}

TEST(VerbPage, DotsStandForAnyLines) {
    EXPECT_TRUE(describes({"a", "...", "c"}, "a\nb\nb\nc\n"));
    EXPECT_TRUE(describes({"a", "..."}, "a\n"));
    EXPECT_TRUE(describes({"...", "c"}, "c\n"));
    EXPECT_FALSE(describes({"a", "...", "c"}, "a\nb\n"));
    EXPECT_FALSE(describes({"a"}, "a\nb\n"));
    EXPECT_FALSE(describes({"a", "b"}, "a\n"));
    EXPECT_TRUE(describes({"ab..."}, "abc\n"));
    EXPECT_FALSE(describes({"ab..."}, "ac\n"));
}

}  // namespace robots
