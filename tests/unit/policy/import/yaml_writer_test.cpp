#include "policy/import/writer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/loader/yaml/reader.hpp"

namespace robots {
namespace {

using namespace loader;

using Strings = std::vector<std::string>;

// What the loader reads of the value of `key` in a file.
Strings read(const std::string& yaml, std::string_view key) {
    Findings findings;
    findings.add_file("x");
    const YamlDocument document = parse_yaml(yaml, 0, findings);
    const VariableSet none;
    const Reader reader(findings, none);
    const YamlNode* node = find_key(document.root(), key);
    Strings out;
    if (node != nullptr) {
        for (const Text& text :
             reader.texts({key, node}, PerRequest::refused, Lines::many)) {
            out.push_back(text.value);
        }
    }
    EXPECT_EQ(findings.errors(), 0u) << yaml;
    return out;
}

std::string written(const Strings& texts) {
    YamlWriter writer;
    writer.open_map();
    writer.put("key", texts);
    writer.close_map();
    return writer.text();
}

TEST(YamlWriter, OneTextHasNoList) {
    EXPECT_EQ(written({"a"}), "key: a\n");
}

TEST(YamlWriter, AShortListIsInBrackets) {
    EXPECT_EQ(written({"a", "*", "b c"}), "key: [a, \"*\", b c]\n");
    EXPECT_EQ(written({}), "key: []\n");
}

TEST(YamlWriter, ALongListHasOneItemALine) {
    const std::string text(30, 'x');
    EXPECT_EQ(written({text, text}),
              "key:\n  - " + text + "\n  - " + text + '\n');
}

TEST(YamlWriter, MapsAndListsAreIndentedByTwo) {
    YamlWriter writer;
    writer.open_map();
    writer.put("version", "1");
    writer.blank_line();
    writer.open_list("sites");
    writer.open_map();
    writer.put("host", "a.example");
    writer.open_map("enforce");
    writer.put("burst", "1");
    writer.close_map();
    writer.close_map();
    writer.close_list();
    writer.close_map();
    EXPECT_EQ(writer.text(),
              "version: 1\n\nsites:\n  - host: a.example\n    enforce:\n"
              "      burst: 1\n");
}

TEST(YamlWriter, AVariableIsWrittenAsText) {
    EXPECT_EQ(written({"${x} $ $${y}"}), "key: $${x} $ $$${y}\n");
}

TEST(YamlWriter, ASettingThatIsUnsetIsNull) {
    YamlWriter writer;
    writer.open_map();
    put_enforce(writer, {{"", "burst", ""}, {"refusal", "price", ""}});
    writer.close_map();
    EXPECT_EQ(writer.text(), "enforce:\n  burst: ~\nrefusal:\n  price: ~\n");
}

// In brackets and one a line, since YAML needs quotes in different places.
TEST(YamlWriter, TheLoaderReadsTheSameTexts) {
    Strings odd = {"*",
                   "*.x",
                   "&a",
                   "!a",
                   "%a",
                   "@a",
                   "`a",
                   "- a",
                   "-",
                   "?",
                   ": a",
                   "a:",
                   "a: b",
                   "a #b",
                   "#",
                   "",
                   " a ",
                   "a,b",
                   "[a]",
                   "{a: b}",
                   "'",
                   "\"",
                   "a\\b",
                   "null",
                   "~",
                   "true",
                   "0x1f",
                   "<<",
                   "---",
                   "...",
                   "a\nb",
                   "\n",
                   "\xC3\xBC",
                   "\xE4\xB8\xAD",
                   "\xEF\xBB\xBF"
                   "a",
                   "${x}",
                   "$${x}",
                   "$",
                   "|",
                   ">",
                   "%YAML"};
    for (const std::string& text : odd) {
        SCOPED_TRACE(text);
        EXPECT_EQ(read(written({text}), "key"), Strings{text});
        EXPECT_EQ(read(written({text, "b"}), "key"), (Strings{text, "b"}));
        const std::string filler(50, 'x');
        EXPECT_EQ(read(written({text, filler}), "key"),
                  (Strings{text, filler}));
    }
}

}  // namespace
}  // namespace robots
