#include "policy/site/host.hpp"

#include <gtest/gtest.h>

namespace robots {
namespace {

// "https a.example 443", "none" or "malformed".
std::string read(std::string_view value) {
    const StatedOrigin origin = read_stated_origin(value);
    switch (origin.kind) {
        case StatedOrigin::Kind::none:
            return "none";
        case StatedOrigin::Kind::malformed:
            return "malformed";
        case StatedOrigin::Kind::stated:
            break;
    }
    return std::string(to_string(origin.scheme)) + ' ' +
           (origin.host.empty() ? "-" : origin.host) + ' ' +
           std::to_string(origin.port);
}

TEST(StatedOrigin, AnOriginHasASchemeAHostAndAPort) {
    EXPECT_EQ(read("https://a.example"), "https a.example 443");
    EXPECT_EQ(read("http://a.example"), "http a.example 80");
    EXPECT_EQ(read("https://a.example:8443"), "https a.example 8443");
    EXPECT_EQ(read("https://a.example:443"), "https a.example 443");
    EXPECT_EQ(read("http://a.example:443"), "http a.example 443");
    EXPECT_EQ(read("https://a.example:"), "https a.example 443");
}

TEST(StatedOrigin, HostsAreCanonical) {
    EXPECT_EQ(read("HTTPS://A.Example."), "https a.example 443");
    EXPECT_EQ(read("https://m\xC3\xBCnchen.example"),
              "https xn--mnchen-3ya.example 443");
    EXPECT_EQ(read("https://192.0.2.7:81"), "https 192.0.2.7 81");
    EXPECT_EQ(read("https://[2001:DB8:0::1]"), "https [2001:db8::1] 443");
    EXPECT_EQ(read("https://[2001:db8::1]:81"), "https [2001:db8::1] 81");
}

TEST(StatedOrigin, TheHostMayBeLeftOut) {
    EXPECT_EQ(read("https://"), "https - 443");
    EXPECT_EQ(read("http://"), "http - 80");
    EXPECT_EQ(read("https://:8443"), "https - 8443");
    EXPECT_EQ(read("https://:"), "https - 443");
}

// $http_x_forwarded_proto://$http_x_forwarded_host without these headers.
TEST(StatedOrigin, AValueWithoutLettersAndDigitsStatesNothing) {
    for (const char* value : {"", "://", "://:", " :// ", ",", "-"}) {
        EXPECT_EQ(read(value), "none") << value;
    }
}

TEST(StatedOrigin, OfSeveralProxiesTheFirstCounts) {
    EXPECT_EQ(read("https, http://a.example, b.example"),
              "https a.example 443");
    EXPECT_EQ(read("https,http://"), "https - 443");
    EXPECT_EQ(read("https://a.example, http://b.example"),
              "https a.example 443");
    EXPECT_EQ(read(" , https\t, http:// , a.example:81 ,b"),
              "https a.example 81");
    EXPECT_EQ(read("https, nonsense://a.example, \x01"), "https a.example 443");
    EXPECT_EQ(read("nonsense, https://a.example"), "malformed");
}

TEST(StatedOrigin, WebSocketsAreHttp) {
    EXPECT_EQ(read("wss://a.example"), "https a.example 443");
    EXPECT_EQ(read("WS://a.example"), "http a.example 80");
}

TEST(StatedOrigin, AnythingElseIsMalformed) {
    for (const char* value : {"https",
                              "a.example",
                              "://a.example",
                              "ftp://a.example",
                              "https:/a.example",
                              "https//a.example",
                              "https://a.example/",
                              "https://a.example?x",
                              "https://a.example#x",
                              "https://u@a.example",
                              "https://a b",
                              "https://a.example:0",
                              "https://a.example:65536",
                              "https://a.example:80:80",
                              "https://a.example:+80",
                              "https://a$.example",
                              "https://..",
                              "https://[::1",
                              "https://[a.example]",
                              "https://::1",
                              "https://a\x01",
                              "https://\"a",
                              "https://https://a.example",
                              "http s://a.example",
                              "\xC3\xBC"}) {
        EXPECT_EQ(read(value), "malformed") << value;
    }
    using namespace std::string_view_literals;
    EXPECT_EQ(read("https://a\0b"sv), "malformed");
    EXPECT_EQ(read("https\0://a"sv), "malformed");
}

TEST(StatedOrigin, ValuesAndHostsAreBounded) {
    const std::string label(63, 'a');
    const std::string longest =
        label + '.' + label + '.' + label + '.' + std::string(61, 'a');
    EXPECT_EQ(read("https://" + longest), "https " + longest + " 443");
    EXPECT_EQ(read("https://" + longest + "a"), "malformed");
    EXPECT_EQ(read("https://" + std::string(64, 'a')), "malformed");
    const std::string list = "https://a.example";
    const std::string rest(kMaxStatedOrigin - list.size(), ',');
    EXPECT_EQ(read(list + rest), "https a.example 443");
    EXPECT_EQ(read(list + rest + ','), "malformed");
    EXPECT_EQ(read(std::string(kMaxStatedOrigin, ',') + list), "none");
}

}  // namespace
}  // namespace robots
