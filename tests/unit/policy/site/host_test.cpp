#include "policy/site/host.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "tests/harness/cpu_time.hpp"

namespace robots {
namespace {

std::string canonical(std::string_view host) {
    return canonical_host(host).value_or("none");
}

TEST(Scheme, NamesAndDefaultPorts) {
    EXPECT_EQ(to_string(Scheme::http), "http");
    EXPECT_EQ(to_string(Scheme::https), "https");
    EXPECT_EQ(scheme_from("HTTPS"), Scheme::https);
    EXPECT_EQ(scheme_from("http"), Scheme::http);
    EXPECT_EQ(scheme_from("ftp"), std::nullopt);
    EXPECT_EQ(scheme_from(""), std::nullopt);
    EXPECT_EQ(default_port(Scheme::http), 80);
    EXPECT_EQ(default_port(Scheme::https), 443);
}

TEST(CanonicalHost, IsLowerCaseWithoutTrailingDot) {
    EXPECT_EQ(canonical("Example.COM"), "example.com");
    EXPECT_EQ(canonical("example.com."), "example.com");
    EXPECT_EQ(canonical("localhost"), "localhost");
    EXPECT_EQ(canonical("a_b.example-x.com"), "a_b.example-x.com");
    EXPECT_EQ(canonical("192.0.2.7"), "192.0.2.7");
}

TEST(CanonicalHost, RefusesWhatIsNoHost) {
    for (const char* host :
         {"", ".", "..", "a..b", ".a", "a..", "a b", "a/b", "a:80", "a@b",
          "*.example.com", "a%62", "a\"b", "\x7f", "\xff\xfe", "a\nb"}) {
        EXPECT_EQ(canonical_host(host), std::nullopt) << host;
    }
}

TEST(CanonicalHost, RefusesOctetsBehindANul) {
    using namespace std::string_view_literals;
    EXPECT_EQ(canonical_host("a\0b"sv), std::nullopt);
    EXPECT_EQ(canonical_host("\xC3\xA4\0.example.com"sv), std::nullopt);
    EXPECT_EQ(canonical_host("[::1\0x]"sv), std::nullopt);
}

TEST(CanonicalHost, Rfc1035_LabelsHaveAtMost63OctetsAndNames253) {
    const std::string label(63, 'a');
    EXPECT_TRUE(canonical_host(label + ".com"));
    EXPECT_FALSE(canonical_host(label + "a.com"));
    const std::string name =
        label + '.' + label + '.' + label + '.' + std::string(61, 'a');
    EXPECT_TRUE(canonical_host(name));
    EXPECT_TRUE(canonical_host(name + '.'));
    EXPECT_FALSE(canonical_host(name + 'a'));
}

// Converting 8 KB took half a millisecond, for each request that names them.
TEST(CanonicalHost, ALongHostIsRefusedBeforeItIsConverted) {
    const auto took = [](const std::string& host) {
        return tests::cpu_time_of([&] { EXPECT_FALSE(canonical_host(host)); },
                                  500);
    };
    std::string labels;
    while (labels.size() < 8000) {
        labels += "\xC3\xA4\xC3\xB6.";
    }
    // Both are refused; the short one, for its underscore, once converted.
    EXPECT_LT(took(labels), took("\xC3\xA4.b c.example"));
}

TEST(CanonicalHost, Idna2008_ULabelsBecomeALabels) {
    EXPECT_EQ(canonical("b\xC3\xBC"
                        "cher.example"),
              "xn--bcher-kva.example");
    EXPECT_EQ(canonical("B\xC3\x9C"
                        "CHER.example."),
              "xn--bcher-kva.example");
    EXPECT_EQ(canonical("xn--bcher-kva.example"), "xn--bcher-kva.example");
    EXPECT_EQ(canonical("XN--BCHER-KVA.example"), "xn--bcher-kva.example");
}

TEST(CanonicalHost, Uts46_SharpSIsKept) {
    EXPECT_EQ(canonical("fa\xC3\x9F.de"), "xn--fa-hia.de");
    EXPECT_EQ(canonical("fass.de"), "fass.de");
}

TEST(CanonicalHost, Uts46_MapsComposesAndSeparates) {
    // A decomposed u-umlaut, full-width letters, an ideographic full stop.
    EXPECT_EQ(canonical("bu\xCC\x88"
                        "cher.de"),
              "xn--bcher-kva.de");
    EXPECT_EQ(canonical("\xEF\xBC\xA1.de"), "a.de");
    EXPECT_EQ(canonical("b\xC3\xBC"
                        "cher\xE3\x80\x82"
                        "de"),
              "xn--bcher-kva.de");
}

TEST(CanonicalHost, Rfc5952_Ipv6HasOneSpelling) {
    EXPECT_EQ(canonical("[2001:DB8:0:0:0:0:0:1]"), "[2001:db8::1]");
    EXPECT_EQ(canonical("[2001:db8::0001]"), "[2001:db8::1]");
    EXPECT_EQ(canonical("[::]"), "[::]");
    EXPECT_EQ(canonical("[0:0:0:0:0:0:0:1]"), "[::1]");
    EXPECT_EQ(canonical("[::FFFF:192.0.2.1]"), "[::ffff:192.0.2.1]");
}

TEST(CanonicalHost, RefusesBrokenIpv6) {
    for (const char* host : {"[", "[]", "[::1", "::1", "[::1]:80", "[::1].",
                             "[1::2::3]", "[fe80::1%eth0]", "[192.0.2.1]"}) {
        EXPECT_EQ(canonical_host(host), std::nullopt) << host;
    }
}

TEST(CanonicalHost, IsIdempotent) {
    for (const char* host : {"Example.COM.", "[2001:DB8::0001]",
                             "b\xC3\xBC"
                             "cher.example"}) {
        EXPECT_EQ(canonical(canonical(host)), canonical(host));
    }
}

TEST(Origin, NamesThePortWhereItIsNotTheDefault) {
    EXPECT_EQ(origin({"example.com", 80, Scheme::http}), "http://example.com");
    EXPECT_EQ(origin({"example.com", 443, Scheme::https}),
              "https://example.com");
    EXPECT_EQ(origin({"example.com", 443, Scheme::http}),
              "http://example.com:443");
    EXPECT_EQ(origin({"[::1]", 8443, Scheme::https}), "https://[::1]:8443");
}

TEST(ParseUrl, SplitsAnAbsoluteUrl) {
    const std::optional<Url> url = parse_url("HTTPS://Example.com:8443/a?b#c");
    ASSERT_TRUE(url);
    EXPECT_EQ(url->scheme, Scheme::https);
    EXPECT_EQ(url->host, "example.com");
    EXPECT_EQ(url->port, 8443);
    EXPECT_EQ(url->target, "/a?b#c");
}

TEST(ParseUrl, PortAndPathHaveDefaults) {
    EXPECT_EQ(parse_url("http://a")->port, 80);
    EXPECT_EQ(parse_url("https://a")->port, 443);
    EXPECT_EQ(parse_url("https://a:/x")->port, 443);
    EXPECT_EQ(parse_url("http://a")->target, "/");
    EXPECT_EQ(parse_url("http://a?b")->target, "/?b");
}

TEST(ParseUrl, UserinfoIsNoPartOfTheHost) {
    EXPECT_EQ(parse_url("http://user:secret@a/x")->host, "a");
    EXPECT_EQ(parse_url("http://example.com@a:8080/")->port, 8080);
}

TEST(ParseUrl, Ipv6KeepsItsBrackets) {
    const std::optional<Url> url = parse_url("http://[0::1]:8080/");
    ASSERT_TRUE(url);
    EXPECT_EQ(url->host, "[::1]");
    EXPECT_EQ(url->port, 8080);
    EXPECT_EQ(parse_url("http://[::1]")->port, 80);
}

TEST(ParseUrl, RefusesWhatIsNotAbsoluteHttp) {
    for (const char* url :
         {"", "/a", "example.com/a", "ftp://a/", "http:/a", "http://", "://a",
          "http:///a", "http://a:0/", "http://a:65536/", "http://a:8x/",
          "http://a:-1/", "http://a b/", "http://::1/", "mailto:a@b"}) {
        EXPECT_FALSE(parse_url(url)) << url;
    }
}

}  // namespace
}  // namespace robots
