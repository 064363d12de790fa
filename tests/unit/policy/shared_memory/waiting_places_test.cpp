// Who may have how many of a worker's places for requests that wait.

#include "policy/shared_memory/waiting_places.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace robots {
namespace {

using Guest = WaitingPlaces::Guest;
using Reason = WaitingPlaces::Reason;

std::size_t taken_by(WaitingPlaces& places, const std::vector<Guest>& guests) {
    std::size_t taken = 0;
    for (const Guest& guest : guests) {
        if (places.has(guest)) {
            places.take(guest);
            ++taken;
        }
    }
    return taken;
}

// `count` guests, each from another network.
std::vector<Guest> from_everywhere(std::size_t count, Reason reason,
                                   bool shape = false) {
    std::vector<Guest> guests;
    for (std::size_t i = 0; i < count; ++i) {
        guests.push_back({1000 + i, reason, shape});
    }
    return guests;
}

TEST(WaitingPlaces, OneNetworkHasAnEighth) {
    WaitingPlaces places(256, 7);
    EXPECT_EQ(taken_by(places, std::vector<Guest>(300, {1, Reason::time})),
              32U);
    EXPECT_TRUE(places.has({2, Reason::time}));
    EXPECT_EQ(taken_by(places, std::vector<Guest>(300, {1, Reason::answer})),
              16U);
    EXPECT_TRUE(places.has({2, Reason::answer}));
    EXPECT_EQ(places.taken(), 48U);
}

TEST(WaitingPlaces, ShapesTogetherHaveAQuarter) {
    WaitingPlaces places(256, 7);
    EXPECT_EQ(taken_by(places, from_everywhere(300, Reason::time, true)), 64U);
    EXPECT_TRUE(places.has({2, Reason::time}));
}

TEST(WaitingPlaces, ThrottledRequestsLeaveRoomForThoseThatWaitForAnswers) {
    WaitingPlaces places(256, 7);
    EXPECT_EQ(taken_by(places, from_everywhere(300, Reason::time)), 192U);
    EXPECT_EQ(taken_by(places, from_everywhere(300, Reason::answer)), 64U);
    EXPECT_EQ(places.taken(), 256U);
}

TEST(WaitingPlaces, ANetworkHasFourIfThereAreFewPlaces) {
    WaitingPlaces places(16, 7);
    EXPECT_EQ(taken_by(places, std::vector<Guest>(9, {1, Reason::time})), 4U);
    EXPECT_EQ(taken_by(places, std::vector<Guest>(9, {1, Reason::answer})), 4U);
}

TEST(WaitingPlaces, LeavingMakesRoom) {
    WaitingPlaces places(256, 7);
    const Guest shape{1, Reason::time, true};
    taken_by(places, std::vector<Guest>(32, shape));
    EXPECT_FALSE(places.has(shape));
    places.leave(shape);
    EXPECT_TRUE(places.has(shape));
    for (int i = 0; i < 31; ++i) {
        places.leave(shape);
    }
    EXPECT_EQ(places.taken(), 0U);
    EXPECT_EQ(taken_by(places, from_everywhere(300, Reason::time, true)), 64U);
}

TEST(WaitingPlaces, HaveRoomForAllWhileFewAreTaken) {
    WaitingPlaces places(256, 7);
    const std::vector<Guest> guests(15, {1, Reason::answer});
    taken_by(places, guests);
    EXPECT_TRUE(places.has_for_all());
    places.take({1, Reason::answer});
    EXPECT_FALSE(places.has_for_all());
}

TEST(WaitingPlaces, ANetworkIsASubnet) {
    using namespace std::string_view_literals;
    const WaitingPlaces places(256, 7);
    const WaitingPlaces other(256, 8);
    const auto key = [&places](std::string_view address) {
        return places.network_key(address);
    };
    EXPECT_EQ(key("\xC0\x00\x02\x01"sv), key("\xC0\x00\x02\xFF"sv));
    EXPECT_NE(key("\xC0\x00\x02\x01"sv), key("\xC0\x00\x03\x01"sv));
    constexpr auto kSix = "\x20\x01\x0d\xb8\0\x01\x01\0........"sv;
    constexpr auto kNear = "\x20\x01\x0d\xb8\0\x01\x01\xFF........"sv;
    constexpr auto kFar = "\x20\x01\x0d\xb8\0\x01\x02\0........"sv;
    EXPECT_EQ(key(kSix), key(kNear));
    EXPECT_NE(key(kSix), key(kFar));
    EXPECT_EQ(key({}), key({}));
    EXPECT_NE(key(kSix), other.network_key(kSix));
}

}  // namespace
}  // namespace robots
