#include "status/page/figures.hpp"

#include <gtest/gtest.h>

namespace robots::status {
namespace {

TEST(StatusFigures, CountsHaveThousandsSeparators) {
    EXPECT_EQ(count_text(0), "0");
    EXPECT_EQ(count_text(999), "999");
    EXPECT_EQ(count_text(1000), "1,000");
    EXPECT_EQ(count_text(12345678), "12,345,678");
    EXPECT_EQ(count_text(~model::Count{0}), "18,446,744,073,709,551,615");
}

TEST(StatusFigures, AShareIsNotRoundedToZeroOrAll) {
    EXPECT_EQ(share_text(0, 0), "0%");
    EXPECT_EQ(share_text(0, 7), "0%");
    EXPECT_EQ(share_text(7, 7), "100%");
    EXPECT_EQ(share_text(1, 100000), "<0.1%");
    EXPECT_EQ(share_text(1, 1000), "0.1%");
    EXPECT_EQ(share_text(1, 80), "1.3%");
    EXPECT_EQ(share_text(1, 3), "33%");
    EXPECT_EQ(share_text(99999, 100000), "99%");
}

TEST(StatusFigures, DurationsHaveAtMostTwoUnits) {
    EXPECT_EQ(duration_text(0), "0 ms");
    EXPECT_EQ(duration_text(999), "999 ms");
    EXPECT_EQ(duration_text(1000), "1 s");
    EXPECT_EQ(duration_text(1840), "1.8 s");
    EXPECT_EQ(duration_text(9999), "10 s");
    EXPECT_EQ(duration_text(59400), "59 s");
    EXPECT_EQ(duration_text(125000), "2 min 5 s");
    EXPECT_EQ(duration_text(3600000), "1 h");
    EXPECT_EQ(duration_text(std::uint64_t{100} * 3600000), "4 d 4 h");
    EXPECT_EQ(brief_duration_text(125000), "2 min");
}

TEST(StatusFigures, ThePastIsShownInOneUnit) {
    EXPECT_EQ(ago_text(100, 100), "now");
    EXPECT_EQ(ago_text(101, 100), "now");
    EXPECT_EQ(ago_text(100, 159), "59 s ago");
    EXPECT_EQ(ago_text(100, 160), "1 min ago");
    EXPECT_EQ(ago_text(0, 86400), "1 d ago");
}

TEST(StatusFigures, DatesAreUtc) {
    EXPECT_EQ(date_text(1709212207), "2024-02-29 13:10");
    EXPECT_EQ(clock_text(1709212207), "13:10");
    EXPECT_EQ(iso_text(1709212207), "2024-02-29T13:10:07Z");
}

TEST(StatusFigures, SizesAreBinary) {
    EXPECT_EQ(octets_text(512), "512 octets");
    EXPECT_EQ(octets_text(1536), "1.5 KiB");
    EXPECT_EQ(octets_text(4 << 20), "4 MiB");
    EXPECT_EQ(octets_text(model::Count{300} << 30), "300 GiB");
}

}  // namespace
}  // namespace robots::status
