#include "policy/crawlers/identity.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace robots {
namespace {

TEST(IdentityFiles, NamesCanBeRead) {
    EXPECT_EQ(identity_file_name("https://openai.com/gptbot.json"),
              "openai.com_gptbot.json");
    EXPECT_EQ(identity_file_name("https://a.example:8443/x?y=1"),
              "a.example%3A8443_x%3Fy%3D1");
}

TEST(IdentityFiles, EachUrlHasAFileOfItsOwnInTheFolder) {
    const std::string longer(400, 'x');
    std::set<std::string> names;
    const char* const urls[] = {
        "https://a.example/b/c",   "https://a.example/b_c",
        "https://a.example/b%5Fc", "https://a.example/b/c/",
        "https://.hidden/",        "https://../../etc/passwd",
        "https://[::1]/x"};
    for (const char* url : urls) {
        names.insert(identity_file_name(url));
    }
    names.insert(identity_file_name("https://a.example/" + longer));
    names.insert(identity_file_name("https://a.example/" + longer + "y"));
    EXPECT_EQ(names.size(), std::size(urls) + 2);
    for (const std::string& name : names) {
        EXPECT_NE(name.front(), '.') << name;
        EXPECT_EQ(name.find('/'), std::string::npos) << name;
        EXPECT_LE(name.size(), 200u) << name;
    }
}

TEST(IdentityFiles, AnOriginMeansItsDirectoryOfKeys) {
    const std::string directory =
        "https://chatgpt.com/.well-known/http-message-signatures-directory";
    EXPECT_EQ(url_of_keys("https://chatgpt.com"), directory);
    EXPECT_EQ(url_of_keys("https://chatgpt.com/"), directory);
    EXPECT_EQ(url_of_keys("https://a.example/keys.json"),
              "https://a.example/keys.json");
}

}  // namespace
}  // namespace robots
