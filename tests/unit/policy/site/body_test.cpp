#include "policy/site/body.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace robots {
namespace {

const Authority kPlain{"example.com", 80, Scheme::http};
const Authority kSecure{"example.com", 443, Scheme::https};
const Authority kOther{"example.org", 8443, Scheme::https};

std::string mark(Slot slot) {
    return std::string(1, slot_mark(slot));
}

TEST(Body, IsEmptyAtFirst) {
    const Body body;
    EXPECT_TRUE(body.pieces().empty());
    EXPECT_EQ(body.render(kPlain), "");
    EXPECT_EQ(Body("").render(kPlain), "");
    EXPECT_EQ(Body::verbatim("").render(kPlain), "");
}

TEST(Body, TextWithoutMarksIsOnePiece) {
    const Body body("User-agent: *\nDisallow: /\n");
    ASSERT_EQ(body.pieces().size(), 1u);
    EXPECT_FALSE(body.has_slots());
    EXPECT_EQ(body.render(kPlain), "User-agent: *\nDisallow: /\n");
}

TEST(Body, MarksAreReplacedByTheRequestsAuthority) {
    const Body body("h=" + mark(Slot::host) + " p=" + mark(Slot::port) +
                    " s=" + mark(Slot::scheme) + " o=" + mark(Slot::origin));
    EXPECT_TRUE(body.has_slots());
    EXPECT_EQ(body.pieces().size(), 4u);
    EXPECT_EQ(body.render(kOther),
              "h=example.org p=8443 s=https o=https://example.org:8443");
    EXPECT_EQ(body.render(kPlain),
              "h=example.com p=80 s=http o=http://example.com");
}

TEST(Body, MarksMayStandAtBothEndsAndTogether) {
    const Body body(mark(Slot::host) + mark(Slot::port) + "x" +
                    mark(Slot::scheme));
    EXPECT_EQ(body.render(kPlain), "example.com80xhttp");
}

TEST(Body, VerbatimTextHasNoMarks) {
    const std::string text = "a\x01\x02\x03\x04" + std::string(1, '\0') + "b";
    const Body body = Body::verbatim(text);
    EXPECT_FALSE(body.has_slots());
    EXPECT_EQ(body.render(kPlain), text);
}

TEST(Body, MovingKeepsThePieces) {
    Body first("short" + mark(Slot::host));
    const Body second = std::move(first);
    EXPECT_EQ(second.render(kPlain), "shortexample.com");
    Body third;
    third = Body::verbatim("v");
    EXPECT_EQ(third.render(kPlain), "v");
}

TEST(BodyHash, Rfc9110_8_8_3_DiffersWhereTheBytesDo) {
    const Body body("x " + mark(Slot::origin));
    EXPECT_NE(body.hash(kPlain), body.hash(kSecure));
    EXPECT_NE(body.hash(kPlain), body.hash(kOther));
    EXPECT_NE(Body("a").hash(kPlain), Body("b").hash(kPlain));
    EXPECT_NE(Body("x " + mark(Slot::host)).hash(kPlain),
              Body("x " + mark(Slot::port)).hash(kPlain));
}

TEST(BodyHash, IsEqualWhereTheBytesAre) {
    const Body constant("x");
    EXPECT_EQ(constant.hash(kPlain), constant.hash(kOther));
    const Body host("x " + mark(Slot::host));
    EXPECT_EQ(host.hash(kPlain), host.hash(kSecure));
    EXPECT_NE(host.hash(kPlain), host.hash(kOther));
    EXPECT_EQ(Body("a").hash(kPlain), Body::verbatim("a").hash(kPlain));
}

TEST(ETag, IsTheHashInQuotes) {
    const ETag tag = etag(0x0123456789abcdef);
    EXPECT_EQ(std::string(tag.begin(), tag.end()), "\"0123456789abcdef\"");
}

TEST(ETag, IsFixedForABodyWithoutSlots) {
    const Body body("User-agent: *\n");
    EXPECT_EQ(body.fixed_etag(), etag(body.hash(kPlain)));
    const Body verbatim = Body::verbatim("User-agent: *\n");
    EXPECT_EQ(verbatim.fixed_etag(), etag(verbatim.hash(kPlain)));
    EXPECT_EQ(Body().fixed_etag(), etag(Body().hash(kPlain)));
}

std::string slot_text(Slot slot, const Authority& authority) {
    std::string memory(SlotTexts::octets_for(authority), '\0');
    return std::string(SlotTexts(authority, memory.data())[slot]);
}

TEST(SlotTexts, OfSlotNoneIsEmpty) {
    EXPECT_EQ(slot_text(Slot::none, kPlain), "");
    EXPECT_EQ(slot_text(Slot::port, kSecure), "443");
}

TEST(SlotTexts, OriginHasThePortWhereItIsNotTheSchemes) {
    constexpr std::uint16_t kPorts[] = {1, 80, 443, 8080, 65535};
    for (const Scheme scheme : {Scheme::http, Scheme::https}) {
        for (const std::uint16_t port : kPorts) {
            const Authority authority{"example.com", port, scheme};
            EXPECT_EQ(slot_text(Slot::origin, authority), origin(authority));
        }
    }
}

TEST(SlotTexts, FitInWhatIsAskedForEvenAtTheirLongest) {
    const std::string host(253, 'h');
    const Authority longest{host, 65535, Scheme::https};
    EXPECT_LE(slot_text(Slot::origin, longest).size(),
              SlotTexts::octets_for(longest));
    const Authority nobody{"", 80, Scheme::http};
    EXPECT_EQ(slot_text(Slot::host, nobody), "");
    EXPECT_EQ(slot_text(Slot::origin, nobody), "http://");
}

}  // namespace
}  // namespace robots
