#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {

namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kSites = R"(version: 1
sites:
  - host: [shop.example, www.shop.example]
    groups: [{user_agent: "*", disallow: /cart/}]
    sitemap: ${origin}/sitemap.xml
  - host: old.example
    suspend: {retry_after: 2h}
default: {robots_txt: none}
)";

class CliGolden : public RobotsctlFixture {
  protected:
    Ran golden(const std::string& policy,
               const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments{"render", write("p.yaml", policy),
                                           "--output-dir", path("golden")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }

    std::set<std::string> names() const {
        std::set<std::string> out;
        for (const auto& entry : fs::directory_iterator(path("golden"))) {
            out.insert(entry.path().filename().string());
        }
        return out;
    }

    std::string contents(const std::string& name) const {
        std::ifstream stream(path("golden/" + name), std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
};

TEST_F(CliGolden, EachSiteHasAFile) {
    const Ran ran = golden(kSites);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(names(), ElementsAre("@default.txt", "old.example.txt",
                                     "shop.example.txt"));
    EXPECT_EQ(contents("shop.example.txt"),
              "User-agent: *\nDisallow: /cart/\n\n"
              "Sitemap: https://shop.example/sitemap.xml\n");
    EXPECT_EQ(contents("old.example.txt"),
              "# site old.example is suspended: robots.txt answers 503 with "
              "Retry-After: 7200\n");
    EXPECT_EQ(contents("@default.txt"),
              "# site default has no robots.txt: it answers 404\n");
    EXPECT_THAT(ran.out, HasSubstr("golden/shop.example.txt\n"));
    EXPECT_THAT(golden(kSites).out, IsEmpty());
    EXPECT_EQ(golden(kSites, {"--check"}).code, 0);
}

TEST_F(CliGolden, NamesAreSafeAndApart) {
    EXPECT_EQ(golden(R"(version: 1
sites:
  - {host: "*.a.example", port: 8443}
  - {host: a.example, scheme: http}
  - {host: a.example, scheme: https}
  - {host: any.a.example}
  - {host: "[2001:DB8::1]", port: 80}
  - {host: default}
default: {groups: []}
)")
                  .code,
              0);
    EXPECT_THAT(names(),
                ElementsAre("@2001-db8--1@80.txt", "@any.a.example@8443.txt",
                            "@default.txt", "@http@a.example.txt",
                            "@https@a.example.txt", "any.a.example.txt",
                            "default..txt"));
}

TEST_F(CliGolden, ALongNameIsCut) {
    std::string host;
    for (int i = 0; i < 4; ++i) {
        host += std::string(60, static_cast<char>('a' + i)) + '.';
    }
    EXPECT_EQ(golden("version: 1\nsites:\n  - {host: " + host +
                     "one}\n  - {host: " + host + "two}\n")
                  .code,
              0);
    EXPECT_EQ(names().size(), 2U);
    for (const std::string& name : names()) {
        EXPECT_EQ(name.size(), 200U + 17 + 4);
    }
}

TEST_F(CliGolden, CheckPrintsWhatWouldChangeAndWritesNothing) {
    ASSERT_EQ(golden(kSites).code, 0);
    const std::string before = contents("shop.example.txt");
    const Ran ran = golden(R"(version: 1
sites:
  - host: shop.example
    groups: [{user_agent: "*", disallow: /basket/}]
  - {host: new.example, groups: [{user_agent: "*", disallow: /}]}
default: {robots_txt: none}
)",
                           {"--check"});
    EXPECT_EQ(ran.code, 1);
    const std::string folder = path("golden") + '/';
    EXPECT_EQ(ran.out, "--- " + folder + "shop.example.txt\n+++ " + folder +
                           "shop.example.txt\n"
                           " User-agent: *\n"
                           "-Disallow: /cart/\n"
                           "-\n"
                           "-Sitemap: https://shop.example/sitemap.xml\n"
                           "+Disallow: /basket/\n"
                           "--- /dev/null\n+++ " +
                           folder +
                           "new.example.txt\n"
                           "+User-agent: *\n"
                           "+Disallow: /\n"
                           "--- " +
                           folder +
                           "old.example.txt\n+++ /dev/null\n"
                           "-# site old.example is suspended: robots.txt "
                           "answers 503 with Retry-After: 7200\n");
    EXPECT_THAT(ran.err, HasSubstr("3 files of "));
    EXPECT_EQ(contents("shop.example.txt"), before);
    EXPECT_EQ(names().count("new.example.txt"), 0U);
}

TEST_F(CliGolden, FilesForNoSiteAreNamedAndStay) {
    write("golden/notes.md", "mine");
    write("golden/gone.example.txt", "User-agent: *\n");
    const Ran ran = golden(kSites);
    EXPECT_EQ(ran.code, 0);
    EXPECT_THAT(ran.err, HasSubstr("golden/gone.example.txt is for no site of "
                                   "the policy; remove it"));
    EXPECT_THAT(ran.err, Not(HasSubstr("notes.md")));
    EXPECT_EQ(contents("gone.example.txt"), "User-agent: *\n");
    EXPECT_EQ(golden(kSites, {"--check"}).code, 1);
}

TEST_F(CliGolden, ALinkIsNeitherReadNorWrittenThrough) {
    write("golden/notes.md", "");
    const std::string secret = write("secret", "password\n");
    fs::create_symlink(secret, path("golden/shop.example.txt"));
    const Ran check = golden(kSites, {"--check"});
    EXPECT_EQ(check.code, 1);
    EXPECT_THAT(check.out, Not(HasSubstr("password")));
    EXPECT_EQ(golden(kSites).code, 0);
    EXPECT_FALSE(fs::is_symlink(path("golden/shop.example.txt")));
    std::ifstream stream(secret);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}),
              "password\n");
}

TEST_F(CliGolden, OptionsThatDoNotFitAreRefused) {
    const Ran missing = golden(kSites, {"--check"});
    EXPECT_EQ(missing.code, 2);
    EXPECT_THAT(missing.err, HasSubstr("cannot open"));
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--url", "https://a/"},
          std::vector<std::string>{"--json"},
          std::vector<std::string>{"--annotate"}}) {
        const Ran ran = golden(kSites, more);
        EXPECT_EQ(ran.code, 2);
        EXPECT_THAT(ran.err, HasSubstr("cannot be used together"));
    }
    EXPECT_THAT(run({"render", path("p.yaml"), "--check", "--url", "x"}).err,
                HasSubstr("`--check` needs `--output-dir`"));
    EXPECT_FALSE(fs::exists(path("golden")));
}

}  // namespace

}  // namespace robots
