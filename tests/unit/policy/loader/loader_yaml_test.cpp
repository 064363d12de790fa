// Files and YAML: what is refused before it means anything, and where.

#include <sys/stat.h>

#include <chrono>
#include <filesystem>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderYaml : public PolicyFixture {
  protected:
    void SetUp() override { start_ = Clock::now(); }
    // No input, however bad, may hold up a server that starts.
    void TearDown() override {
        EXPECT_LT(Clock::now() - start_, std::chrono::seconds(1));
    }

    void expect_unreadable(const std::string& file) const {
        const Loaded loaded = load_policy(file, {});
        EXPECT_EQ(loaded.policy, nullptr);
        ASSERT_EQ(loaded.diagnostics.size(), 1u);
        EXPECT_EQ(loaded.diagnostics[0].code, "unreadable-file");
        EXPECT_EQ(loaded.diagnostics[0].file, file);
        EXPECT_EQ(loaded.diagnostics[0].line, 0u);
    }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_;
};

constexpr const char* kMinimal = "version: 1\ndefault: {}\n";

TEST_F(LoaderYaml, AMissingFileIsAnError) {
    expect_unreadable(path("nowhere.yaml"));
}

TEST_F(LoaderYaml, AFolderIsAnError) {
    expect_unreadable(path(""));
}

TEST_F(LoaderYaml, AFifoIsNotWaitedFor) {
    ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
    expect_unreadable(path("fifo"));
}

TEST_F(LoaderYaml, ADeviceIsNotRead) {
    expect_unreadable("/dev/zero");
}

TEST_F(LoaderYaml, AFileOf100MbIsRefusedUnread) {
    const std::string file = write("large.yaml", "");
    std::filesystem::resize_file(file, 100u * 1024 * 1024);
    expect_unreadable(file);
}

TEST_F(LoaderYaml, ANameWithNulIsRefused) {
    expect_unreadable(std::string("a\0b", 3));
}

TEST_F(LoaderYaml, AnEmptyFileIsRefused) {
    expect_error("", "empty-file", 1, 1);
    expect_error("# nothing\n", "empty-file", 1, 1);
}

TEST_F(LoaderYaml, AByteOrderMarkIsSkipped) {
    const Loaded loaded = load("\xef\xbb\xbf" + std::string(kMinimal));
    EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
}

TEST_F(LoaderYaml, CrlfEndsLines) {
    const Loaded loaded = load("version: 1\r\ndefault: {}\r\n");
    EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
}

TEST_F(LoaderYaml, NulAndOtherControlOctetsAreRefused) {
    using namespace std::string_view_literals;
    expect_error("version: 1\nab\0c: 1\n"sv, "not-text", 2, 3);
    expect_error("version: 1 # \x1b[31m\n", "not-text", 1, 14);
    expect_error("version: \x7f\n", "not-text", 1, 10);
}

TEST_F(LoaderYaml, InvalidUtf8IsRefused) {
    expect_error("version: 1\n# caf\xe9\n", "not-text", 2, 6);
    expect_error("# \xc3\xa9 \xc0\xaf", "not-text", 1, 6);  // over-long
    expect_error("# \xed\xa0\x80", "not-text", 1, 3);       // surrogate
    expect_error("# \xf4\x90\x80\x80", "not-text", 1, 3);   // past U+10FFFF
    expect_error("# \xe2\x82", "not-text", 1, 3);           // cut short
}

TEST_F(LoaderYaml, BrokenYamlIsReportedWhereItBreaks) {
    expect_error("version: [1, 2\n", "yaml-syntax", 1, 10);
    expect_error("version: 1\ndefault: {a: b\n", "yaml-syntax", 2, 10);
    expect_error("version: 1\nsites:\n  - host: a: b\n", "yaml-syntax", 3, 11);
    expect_error("version: \"1\n", "yaml-syntax", 1, 10);
    expect_error("version: 1\ndefault: {comment: 'it''s\n\n", "yaml-syntax", 2,
                 20);
    expect_error("version: 1\ndefault:\n  comment: 'it''s\n", "yaml-syntax", 3,
                 12);
    expect_error("version: @1\n", "yaml-syntax", 1, 10);
}

TEST_F(LoaderYaml, AliasesAndAnchorsAreRefused) {
    expect_errors(
        "version: 1\n"
        "templates:\n"
        "  a: &a {max_age: 1h}\n"
        "  b: *a\n",
        {{"yaml-anchor", 3, 6}, {"yaml-alias", 4, 6}});
}

TEST_F(LoaderYaml, AnUnquotedStarIsExplained) {
    expect_error("version: 1\nsites: [{host: *.example.com}]\n", "yaml-syntax",
                 2, 16);
    const Loaded loaded =
        load("version: 1\ndefault:\n  groups:\n    - user_agent: *\n");
    ASSERT_EQ(loaded.diagnostics.size(), 1u);
    EXPECT_NE(loaded.diagnostics[0].text.find("quote it"), std::string::npos);
}

TEST_F(LoaderYaml, AnAliasBombStaysSmall) {
    std::string yaml = "version: 1\na0: &a0 [x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 40; ++i) {
        const std::string last = "*a" + std::to_string(i - 1);
        yaml += 'a' + std::to_string(i) + ": &a" + std::to_string(i) + " [" +
                last + ", " + last + ", " + last + ", " + last + "]\n";
    }
    const Loaded loaded = load(yaml);
    EXPECT_EQ(loaded.policy, nullptr);
    // A hundred, and one that says how many more there are.
    EXPECT_EQ(loaded.diagnostics.size(), 101u);
    EXPECT_EQ(loaded.diagnostics.back().code, "more-findings");
    EXPECT_NE(loaded.diagnostics.back().text.find("96 more"),
              std::string::npos);
}

TEST_F(LoaderYaml, NestingIsBounded) {
    const std::string open(10000, '[');
    const std::string close(10000, ']');
    expect_error("version: " + open + close, "yaml-too-deep", 1, 73);
    EXPECT_EQ(load("version: " + open).policy, nullptr);
    expect_error("version: " + std::string(10000, '{'), "yaml-too-deep", 1, 73);
    std::string blocks;
    for (std::size_t i = 0; i < 1000; ++i) {
        blocks += std::string(i, ' ') + "a:\n";
    }
    expect_error(blocks, "yaml-too-deep", 65, 65);
}

TEST_F(LoaderYaml, KeysMustBeUniqueWords) {
    expect_errors("version: 1\n[a, b]: 1\n~: 2\n? {a: b}\n: 3\n",
                  {{"yaml-key", 2, 1}, {"yaml-key", 3, 1}, {"yaml-key", 4, 3}});
    expect_errors("version: 1\nversion: 1\ndefault: {max_age: 1h, max_age: 2h}",
                  {{"duplicate-key", 2, 1}, {"duplicate-key", 3, 24}});
    expect_error("version: 1\ndefault: {<<: {max_age: 1h}}\n", "yaml-merge", 2,
                 11);
}

TEST_F(LoaderYaml, TagsAreRefused) {
    expect_error("version: !!int 1\n", "yaml-tag", 1, 10);
    expect_error("version: 1\ndefault: !x {}\n", "yaml-tag", 2, 10);
    const Loaded loaded = load("version: !!str 1\ndefault: {}\n");
    EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
}

TEST_F(LoaderYaml, ASecondDocumentIsAnError) {
    expect_error("version: 1\n---\ndefault: {}\n", "several-documents", 3, 1);
    const Loaded loaded = load(std::string("---\n") + kMinimal + "...\n");
    EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
}

TEST_F(LoaderYaml, APolicyMustBeAMap) {
    expect_error("- a\n", "wrong-type", 1, 1);
    expect_error("robots\n", "wrong-type", 1, 1);
    expect_error("# of a site\nuser-agent: *\n", "yaml-syntax", 2, 1);
    expect_error("~\n", "empty-value", 1, 1);
}

TEST_F(LoaderYaml, FindingsAreInTheOrderOfLines) {
    expect_errors(
        "version: 2\n"
        "sites:\n"
        "  - host: a.example\n"
        "    hosst: b.example\n"
        "    port: x\n"
        "default: {max_age: 2}\n",
        {{"bad-version", 1, 10},
         {"unknown-key", 4, 5},
         {"bad-number", 5, 11},
         {"bad-duration", 6, 20}});
}

}  // namespace
}  // namespace robots
