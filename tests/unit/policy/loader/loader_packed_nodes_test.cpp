// What was packed comes out as it went in.

#include "policy/loader/yaml/yaml_document.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <string>

namespace robots::loader {
namespace {

using Kind = YamlNode::Kind;

YamlNode node(Kind kind, std::uint32_t line, std::uint32_t column) {
    YamlNode out;
    out.kind = kind;
    out.place = {3, line, column};
    return out;
}

YamlNode scalar(std::string_view text, std::uint32_t line,
                std::uint32_t column) {
    YamlNode out = node(Kind::scalar, line, column);
    out.text = text;
    return out;
}

YamlNode holding(Kind kind, const std::vector<YamlNode>& items,
                 std::uint32_t line) {
    YamlNode out = node(kind, line, 1);
    out.items = items.data();
    out.size = static_cast<std::uint32_t>(items.size());
    return out;
}

void expect_same(const YamlNode& a, const YamlNode& b) {
    EXPECT_EQ(a.kind, b.kind);
    EXPECT_EQ(a.place.file, b.place.file);
    EXPECT_EQ(a.place.line, b.place.line);
    EXPECT_EQ(a.place.column, b.place.column);
    EXPECT_EQ(a.text, b.text);
    ASSERT_EQ(a.size, b.size);
    for (std::uint32_t i = 0; i < a.size; ++i) {
        expect_same(a.items[i], b.items[i]);
    }
}

TEST(PackedNodes, UnpackInTheSameOrder) {
    const std::vector<YamlNode> list{scalar("a", 2, 7), scalar("", 2, 300),
                                     node(Kind::null, 2, 5)};
    const std::vector<YamlNode> keys{
        scalar("list", 1, 1),      holding(Kind::sequence, list, 2),
        scalar("empty", 9, 1),     holding(Kind::sequence, {}, 9),
        scalar("none", 70'000, 1), node(Kind::null, 70'000, 1)};
    const std::vector<YamlNode> all{
        holding(Kind::map, keys, 1), scalar("plain", 70'001, 1),
        holding(Kind::map, {}, 70'002),
        // A node in front of the one before it.
        node(Kind::null, 4, 2), scalar("last", 70'003, 70'000)};
    PackedNodes packed;
    for (const YamlNode& each : all) {
        packed.add(each);
    }
    ASSERT_EQ(packed.size(), all.size());
    for (const YamlNode& each : all) {
        expect_same(packed.take(), each);
    }
    EXPECT_EQ(packed.size(), 0U);
}

TEST(PackedNodes, MayBeManyAndLarge) {
    PackedNodes packed;
    std::deque<std::string> texts;
    for (std::uint32_t i = 0; i < 5000; ++i) {
        texts.emplace_back(i % 1000 == 999 ? 200'000 : i % 100, 'x');
        packed.add(scalar(texts.back(), i + 1, 1));
    }
    for (std::uint32_t i = 0; i < 5000; ++i) {
        expect_same(packed.take(), scalar(texts[i], i + 1, 1));
    }
}

// Nodes are taken while others are added still.
TEST(PackedNodes, CanBeTakenBetweenAdds) {
    PackedNodes packed;
    packed.add(scalar("one", 1, 1));
    packed.add(scalar("two", 2, 1));
    expect_same(packed.take(), scalar("one", 1, 1));
    packed.add(scalar("three", 3, 1));
    expect_same(packed.take(), scalar("two", 2, 1));
    expect_same(packed.take(), scalar("three", 3, 1));
    packed.add(scalar("four", 4, 1));
    expect_same(packed.take(), scalar("four", 4, 1));
}

}  // namespace
}  // namespace robots::loader
