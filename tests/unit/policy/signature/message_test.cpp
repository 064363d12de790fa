// The signature base of RFC 9421 2.5, and the signatures of its appendix B.

#include "policy/signature/message.hpp"

#include <gtest/gtest.h>

#include "policy/base/base64.hpp"
#include "tests/unit/policy/signature/test_keys.hpp"

namespace robots::signature {
namespace {

// The base without its last line, or what is wrong.
std::string base(const Message& message, const std::string& components) {
    const auto input = read_dictionary("sig=(" + components + ")");
    if (!input) {
        return "unreadable";
    }
    MessageReader reader(message);
    const Base made = signature_base(reader, input->front());
    if (!made.problem.empty()) {
        return made.problem;
    }
    return made.text.substr(0, made.text.find("\"@signature-params\""));
}

Message request(std::string_view target = "/path?param=value") {
    Message out;
    out.method = "POST";
    out.scheme = "https";
    out.authority = "www.Example.com";
    out.target = target;
    return out;
}

// RFC 9421 2.2.
TEST(SignatureBase, HasTheDerivedComponentsOfTheRfc) {
    const Message message = request();
    EXPECT_EQ(base(message, R"("@method")"), "\"@method\": POST\n");
    EXPECT_EQ(base(message, R"("@target-uri")"),
              "\"@target-uri\": https://www.example.com/path?param=value\n");
    EXPECT_EQ(base(message, R"("@authority")"),
              "\"@authority\": www.example.com\n");
    EXPECT_EQ(base(message, R"("@scheme")"), "\"@scheme\": https\n");
    EXPECT_EQ(base(message, R"("@request-target")"),
              "\"@request-target\": /path?param=value\n");
    EXPECT_EQ(base(message, R"("@path")"), "\"@path\": /path\n");
    EXPECT_EQ(base(message, R"("@query")"), "\"@query\": ?param=value\n");
}

TEST(SignatureBase, SaysWhatIsThereOfAPathAndAQuery) {
    EXPECT_EQ(base(request("/path"), R"("@query")"), "\"@query\": ?\n");
    EXPECT_EQ(base(request("/path?"), R"("@query")"), "\"@query\": ?\n");
    EXPECT_EQ(base(request("/path?"), R"("@target-uri")"),
              "\"@target-uri\": https://www.example.com/path?\n");
    EXPECT_EQ(base(request(""), R"("@path" "@target-uri")"),
              "\"@path\": /\n\"@target-uri\": https://www.example.com/\n");
    EXPECT_EQ(base(request("/a%2Fb//c"), R"("@path")"),
              "\"@path\": /a%2Fb//c\n");
}

TEST(SignatureBase, LeavesOutTheSchemesOwnPort) {
    Message message = request();
    const struct {
        const char* scheme;
        const char* authority;
        const char* out;
    } cases[] = {{"https", "Example.com:443", "example.com"},
                 {"http", "example.com:80", "example.com"},
                 {"http", "example.com:443", "example.com:443"},
                 {"https", "example.com:8443", "example.com:8443"},
                 {"https", "example.com:4443", "example.com:4443"},
                 {"https", "[2001:DB8::1]:443", "[2001:db8::1]"},
                 {"https", ":443", ":443"}};
    for (const auto& each : cases) {
        message.scheme = each.scheme;
        message.authority = each.authority;
        EXPECT_EQ(base(message, R"("@authority")"),
                  "\"@authority\": " + std::string(each.out) + '\n');
    }
}

// RFC 9421 2.2.8.
TEST(SignatureBase, EncodesParametersOfAQueryInOneWay) {
    const std::string_view query =
        "?param=value&foo=bar&baz=batman&qux=&var=this%20is%20a%20big%0A"
        "multiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20="
        "something&twice=1&twice=2&flag";
    const QueryParams read(query);
    EXPECT_EQ(read.find("baz"), "batman");
    EXPECT_EQ(read.find("qux"), "");
    EXPECT_EQ(read.find("flag"), "");
    EXPECT_EQ(read.find("param"), "value");
    EXPECT_EQ(read.find("var"), "this%20is%20a%20big%0Amultiline%20value");
    EXPECT_EQ(read.find("bar"), "with%20plus%20whitespace");
    EXPECT_EQ(read.find("fa%C3%A7ade%22%3A%20"), "something");
    EXPECT_EQ(read.find("twice"), std::nullopt);
    EXPECT_EQ(read.find("missing"), std::nullopt);
    EXPECT_EQ(QueryParams("?").find(""), std::nullopt);
    EXPECT_EQ(QueryParams("").find("a"), std::nullopt);
    EXPECT_EQ(base(request("/?a=%7e*!"), R"("@query-param";name="a")"),
              "\"@query-param\";name=\"a\": %7E*%21\n");
}

// RFC 9421 2.1.
TEST(SignatureBase, HasTheFieldsOfTheRfc) {
    Message message = request();
    message.fields = {{"host", "www.example.com"},
                      {"date", "Tue, 20 Apr 2021 02:07:56 GMT"},
                      {"x-ows-header", " Leading and trailing whitespace. \t"},
                      {"cache-control", "max-age=60"},
                      {"cache-control", "   must-revalidate"},
                      {"x-empty-header", ""},
                      {"example-dict", " a=1, b=2;x=1;y=2, c=(a b c), d"}};
    EXPECT_EQ(base(message, R"("host" "date" "x-ows-header" "cache-control")"
                            R"( "x-empty-header")"),
              "\"host\": www.example.com\n"
              "\"date\": Tue, 20 Apr 2021 02:07:56 GMT\n"
              "\"x-ows-header\": Leading and trailing whitespace.\n"
              "\"cache-control\": max-age=60, must-revalidate\n"
              "\"x-empty-header\": \n");
    EXPECT_EQ(
        base(message, R"("example-dict";key="a" "example-dict";key="d")"
                      R"( "example-dict";key="b" "example-dict";key="c")"),
        "\"example-dict\";key=\"a\": 1\n"
        "\"example-dict\";key=\"d\": ?1\n"
        "\"example-dict\";key=\"b\": 2;x=1;y=2\n"
        "\"example-dict\";key=\"c\": (a b c)\n");
    message.fields = {{"example-header", "value, with, lots"},
                      {"example-header", "of, commas"}};
    EXPECT_EQ(base(message, R"("example-header";bs)"),
              "\"example-header\";bs: :dmFsdWUsIHdpdGgsIGxvdHM=:, "
              ":b2YsIGNvbW1hcw==:\n");
}

TEST(SignatureBase, TellsWhatItCannotCover) {
    Message message = request();
    message.fields = {{"a", "1"}, {"b", "x=1"}};
    for (const char* component :
         {R"("missing")", R"("A")", R"("@status")", R"("@other")", R"("a";req)",
          R"("a";tr)", R"("a";sf)", R"("a";key="x")", R"("b";key="y")",
          R"("b";key=x)", R"("b";key="x";bs)", R"("a";bs=?0)",
          R"("@method";req)", R"("@authority";key="a")", R"("@query-param")",
          R"("@query-param";name=param)", R"("")", R"("@")"}) {
        EXPECT_EQ(base(message, component).find("it covers `"), 0U)
            << component;
    }
    EXPECT_EQ(base(message, R"("a" "b" "a")"), "it covers `\"a\"` twice");
    EXPECT_EQ(base(message, R"("a" a)"),
              "it covers `a`, which is not a string");
    EXPECT_EQ(base(message, R"(:YQ==:)"),
              "it covers `:YQ==:`, which is not a string");
    EXPECT_EQ(base(message, ""), "");
    const std::string large(kMaxBase, 'x');
    message.fields = {{"a", large}};
    EXPECT_EQ(base(message, R"("a")"), "it covers more than 8 KiB");
}

// The request of RFC 9421 B.2.
Message test_request() {
    Message out;
    out.method = "POST";
    out.scheme = "https";
    out.authority = "example.com";
    out.target = "/foo?param=Value&Pet=dog";
    out.fields = {
        {"host", "example.com"},
        {"date", "Tue, 20 Apr 2021 02:07:55 GMT"},
        {"content-type", "application/json"},
        {"content-digest",
         "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYll"
         "u7BNNyealdVLvRwEmTHWXvJwew==:"},
        {"content-length", "18"}};
    return out;
}

bool verifies(const PublicKey& key, const std::string& input,
              const std::string& signature) {
    const auto member = read_dictionary(input);
    const Message message = test_request();
    MessageReader reader(message);
    const Base made = signature_base(reader, member->front());
    EXPECT_EQ(made.problem, "");
    return key.verifies(made.text, *from_base64(signature, Base64::standard));
}

TEST(SignatureBase, IsWhatAppendixB21Signs) {
    EXPECT_TRUE(verifies(
        *rsa_test_key(),
        "sig-b21=();created=1618884473;keyid=\"test-key-rsa-pss\";nonce=\""
        "b3k2pp5k7z-50gnwp.yemd\"",
        "d2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopemLJcWDy/lkbbHAve4cRAtx31"
        "Iq786U7it++wgGxbtRxf8Udx7zFZsckzXaJMkA7ChG52eSkFxykJeNqsrWH5S+oxNFlD4d"
        "zVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx2VjBqJzsPLMIQKhO4DGezXehhWwE56YCE"
        "+O6c0mKZsfxVrogUvA4HELjVKWmAvtl6UnCh8jYzuVG5WSb/QEVPnP5TmcAnLH1g+s++v6"
        "d4s8m0gCw1fV5/SITLq9mhho8K3+7EPYTU8IU1bLhdxO5Nyt8C8ssinQ98Xw9Q=="));
}

TEST(SignatureBase, IsWhatAppendixB22Signs) {
    EXPECT_TRUE(verifies(
        *rsa_test_key(),
        "sig-b22=(\"@authority\" \"content-digest\" \"@query-param\";name=\""
        "Pet\");created=1618884473;keyid=\"test-key-rsa-pss\";tag=\"header-"
        "example\"",
        "LjbtqUbfmvjj5C5kr1Ugj4PmLYvx9wVjZvD9GsTT4F7GrcQEdJzgI9qHxICagShLRiLMl"
        "AJjtq6N4CDfKtjvuJyE5qH7KT8UCMkSowOB4+ECxCmT8rtAmj/0PIXxi0A0nxKyB09RNr"
        "CQibbUjsLS/2YyFYXEu4TRJQzRw1rLEuEfY17SARYhpTlaqwZVtR8NV7+4UKkjqpcAoFqW"
        "FQh62s7Cl+H2fjBSpqfZUJcsIk4N6wiKYd4je2U/lankenQ99PZfB4jY3I5rSV2DSBVkSF"
        "sURIjYErOs0tFTQosMTAoxk//0RoKUqiYY8Bh0aaUEb0rQl3/XaVe4bXTugEjHSw=="));
}

constexpr char kB23[] =
    "bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRA"
    "SVxFkeGt683+qRpRRU5p2voTp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6UL"
    "bMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1x"
    "My7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9i"
    "yMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==";

TEST(SignatureBase, IsWhatAppendixB23Signs) {
    EXPECT_TRUE(verifies(
        *rsa_test_key(),
        "sig-b23=(\"date\" \"@method\" \"@path\" \"@query\" \"@authority\" "
        "\"content-type\" \"content-digest\" \"content-length\");created="
        "1618884473;keyid=\"test-key-rsa-pss\"",
        kB23));
}

TEST(SignatureBase, IsWhatAppendixB26Signs) {
    EXPECT_TRUE(verifies(
        *ed25519_test_key(),
        "sig-b26=(\"date\" \"@method\" \"@path\" \"@authority\" "
        "\"content-type\" \"content-length\");created=1618884473;keyid=\"test-"
        "key-ed25519\"",
        "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6v"
        "uQv5lIp5WPpBKRCw=="));
}

TEST(SignatureBase, AnyChangeIsNotWhatTheAppendixSigns) {
    const std::string cut =
        "sig-b23=(\"date\" \"@method\" \"@path\" \"@query\" \"@authority\" "
        "\"content-type\" \"content-digest\");created=1618884473;keyid=\"test-"
        "key-rsa-pss\"";
    EXPECT_FALSE(verifies(*rsa_test_key(), cut, kB23));
    const std::string swapped =
        "sig-b23=(\"@method\" \"date\" \"@path\" \"@query\" \"@authority\" "
        "\"content-type\" \"content-digest\" \"content-length\");created="
        "1618884473;keyid=\"test-key-rsa-pss\"";
    EXPECT_FALSE(verifies(*rsa_test_key(), swapped, kB23));
    const std::string later =
        "sig-b23=(\"date\" \"@method\" \"@path\" \"@query\" \"@authority\" "
        "\"content-type\" \"content-digest\" \"content-length\");created="
        "1618884474;keyid=\"test-key-rsa-pss\"";
    EXPECT_FALSE(verifies(*rsa_test_key(), later, kB23));
    EXPECT_FALSE(verifies(*ed25519_test_key(), later, kB23));
}

}  // namespace
}  // namespace robots::signature
