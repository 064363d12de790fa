// RFC 4648.

#include "policy/base/base64.hpp"

#include <gtest/gtest.h>

#include <random>

namespace robots {
namespace {

TEST(Base64, HasTheRfcsTestVectors) {
    const struct {
        const char* octets;
        const char* text;
    } vectors[] = {{"", ""},
                   {"f", "Zg=="},
                   {"fo", "Zm8="},
                   {"foo", "Zm9v"},
                   {"foob", "Zm9vYg=="},
                   {"fooba", "Zm9vYmE="},
                   {"foobar", "Zm9vYmFy"}};
    for (const auto& each : vectors) {
        EXPECT_EQ(to_base64(each.octets, Base64::standard), each.text);
        EXPECT_EQ(from_base64(each.text, Base64::standard), each.octets);
        std::string url = each.text;
        url.erase(url.find_last_not_of('=') + 1);
        EXPECT_EQ(to_base64(each.octets, Base64::url), url);
        EXPECT_EQ(from_base64(url, Base64::url), each.octets);
    }
}

TEST(Base64, ReadsStandardWithoutItsPadding) {
    EXPECT_EQ(from_base64("Zg", Base64::standard), "f");
    EXPECT_EQ(from_base64("iZ==", Base64::standard), "\x89");
}

TEST(Base64, RefusesWhatIsNotOne) {
    for (const char* text :
         {"Z", "Zg=", "=", "====", "Z===", "Zg==Zg==", "Zm 8", "Zm8\n", "Zm8-",
          "Zm_v", "Zg=a", "Zm9v="}) {
        EXPECT_EQ(from_base64(text, Base64::standard), std::nullopt) << text;
    }
    for (const char* text : {"Z", "Zg==", "Zh", "Zm+v", "Zm/v", "Zm9 "}) {
        EXPECT_EQ(from_base64(text, Base64::url), std::nullopt) << text;
    }
}

TEST(Base64, ReadsWhatItWrites) {
    std::mt19937 random(7);
    for (int i = 0; i < 2000; ++i) {
        std::string octets(random() % 50, '\0');
        for (char& octet : octets) {
            octet = static_cast<char>(random());
        }
        for (const Base64 kind : {Base64::standard, Base64::url}) {
            EXPECT_EQ(from_base64(to_base64(octets, kind), kind), octets);
        }
    }
}

}  // namespace
}  // namespace robots
