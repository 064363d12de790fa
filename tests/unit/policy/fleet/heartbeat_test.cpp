#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "policy/fleet/heartbeat.hpp"

namespace robots {
namespace {

constexpr std::int64_t kServerTime = 1'700'000'000'250;

FleetNode a_node() {
    return {"web-1#1", "0.1.0", "abc", {1, 2, 3, 4, 5}, {}, "here"};
}

// A field that was written so many milliseconds before kServerTime.
std::string field(const std::string& text, std::int64_t before = 0) {
    return std::to_string(kServerTime - before) + " " + text;
}

std::optional<std::vector<FleetNode>> heard(std::vector<std::string> fields) {
    fields.insert(fields.begin(), std::to_string(kServerTime));
    return read_nodes(fields);
}

TEST(Heartbeat, ReadsWhatItWrites) {
    const auto written = heartbeat_arguments("robots", a_node());
    EXPECT_EQ(written[1], "robots:nodes");
    const auto read = heard({"web-2#2", field(written[3], 9000), written[2],
                             field(written[3], 12)});
    ASSERT_TRUE(read);
    ASSERT_EQ(read->size(), 2U);
    const FleetNode& node = read->front();
    EXPECT_EQ(node.name, "web-1#1");
    EXPECT_EQ(node.counts.refused, 5U);
    EXPECT_EQ(node.silent, Milliseconds{12});
    EXPECT_EQ(node.place, "here");
    EXPECT_TRUE(node.is_alive());
    EXPECT_FALSE(read->back().is_alive());
}

TEST(Heartbeat, LeavesOutWhatIsNoNode) {
    EXPECT_FALSE(heard({"a"}));
    EXPECT_FALSE(read_nodes({}));
    EXPECT_FALSE(read_nodes({"x"}));
    EXPECT_FALSE(heard(std::vector<std::string>(2 * (kMaxNodes + 1), "a")));
    const std::string node = "0.1.0 abc 1 2 3 4 5 x";
    for (const std::string& text :
         {std::string(), "x " + node, field(node, -1000),
          field(node, kNodeKept.count() + 1), field("0.1.0"),
          field("0.1.0 abc 1 2 3 4"), field("0.1.0 abc 1 2 3 4 x"),
          field("0.1.0 a\x01 1 2 3 4 5"),
          field("0.1.0 abc 1 2 3 4 5 " + std::string(65, 'x'))}) {
        EXPECT_TRUE(heard({"a", text})->empty()) << text;
    }
    const std::string good = field(node);
    EXPECT_EQ(heard({"a", good})->size(), 1U);
    EXPECT_TRUE(heard({"", good})->empty());
    EXPECT_TRUE(heard({"a b", good})->empty());
    EXPECT_TRUE(heard({std::string(97, 'a'), good})->empty());
}

TEST(Heartbeat, AllNodesTogetherReadTheListNoMoreOftenInALargeFleet) {
    EXPECT_EQ(between_lists(1), kHeartbeat);
    EXPECT_EQ(between_lists(20), kHeartbeat);
    EXPECT_EQ(between_lists(1000), Milliseconds{100000});
}

}  // namespace
}  // namespace robots
