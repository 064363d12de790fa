// One path at a time.

#include "tests/unit/policy/lint/lint_fixture.hpp"

namespace robots {
namespace {

class LintPaths : public LintFixture {};

TEST_F(LintPaths, AWordIsOpenEnded) {
    for (const char* path : {"/admin", "/a/b", "/x1", "/caf%C3%A9/menu"}) {
        EXPECT_EQ(closing(path), one("open-ended-path")) << path;
    }
}

TEST_F(LintPaths, APathWithAnEndIsNotOpenEnded) {
    for (const char* path :
         {"/", "/admin/", "/a.html", "'/find?q'", "/admin$", "/wp-", "/a_",
          "/*/admin", "/.git-x", "'/a;b=c'", "{directory: /admin}",
          "{exact: /admin}", "{query: q}"}) {
        EXPECT_EQ(closing(path), none()) << path;
    }
}

TEST_F(LintPaths, APrefixHasNoWarning) {
    EXPECT_EQ(closing("{prefix: /admin}"), none());
}

TEST_F(LintPaths, AnAllowMayBeOpenEnded) {
    EXPECT_EQ(group("disallow: /a/, allow: /a/help"), none());
}

TEST_F(LintPaths, AGroupThatAllowsALongerWordHasNoWarning) {
    EXPECT_EQ(group("disallow: /admin, allow: /administrators"), none());
    EXPECT_EQ(group("disallow: /admin, allow: /admin-news/"), none());
    EXPECT_EQ(group("disallow: /admin, allow: /admin/help/"),
              one("open-ended-path"));
}

TEST_F(LintPaths, TheFixForAPolicyIsInItsOwnTerms) {
    const Loaded loaded = load(
        "version: 1\ndefault: {groups: [{user_agent: '*', disallow: /x}]}\n");
    ASSERT_EQ(loaded.diagnostics.size(), 1U);
    const std::string& text = loaded.diagnostics[0].text;
    EXPECT_NE(text.find("`{directory: /x}`"), std::string::npos) << text;
    EXPECT_NE(text.find("`{prefix: /x}`"), std::string::npos) << text;
}

TEST_F(LintPaths, ALineOfAFileWithoutASlashIsAWarning) {
    EXPECT_EQ(file("User-agent: *\nDisallow: a/\nDisallow: /b/\n"),
              one("no-leading-slash:2"));
    EXPECT_EQ(file("User-agent: *\nDisallow: /a/\nDisallow: *.gif$x\n"),
              one("dollar-in-the-middle:3"));
}

TEST_F(LintPaths, ATrailingWildcardIsUseless) {
    EXPECT_EQ(closing("'/a/*'"), one("useless-trailing-wildcard"));
    EXPECT_EQ(closing("'/a/**'"), one("useless-trailing-wildcard"));
    EXPECT_EQ(closing("'/a/*$'"), one("useless-trailing-wildcard"));
    EXPECT_EQ(closing("'/*'"), one("useless-trailing-wildcard"));
    EXPECT_EQ(closing("'/a/*/b/', '/*.x$', '*.y'"), none());
}

TEST_F(LintPaths, ALoneWildcardIsAWarning) {
    EXPECT_EQ(closing("'*'"), one("lone-wildcard"));
    EXPECT_EQ(closing("'*.x'"), none());
}

TEST_F(LintPaths, UnencodedCharactersAreWarnings) {
    for (const char* path : {"'/a|b/'", "'/a\"b/'", "'/a<b/'", "'/100%/'",
                             "'/a%zz/'", "'/a\\b/'", "'/{id}/'"}) {
        EXPECT_EQ(closing(path), one("unencoded-octets")) << path;
    }
    for (const char* path : {"/a%7Cb/", "\"/a(b)!,;:@&=+'[c]/\"", "/café/",
                             "{prefix: '/a|b c%'}", "/~x_y-z/"}) {
        EXPECT_EQ(closing(path), none()) << path;
    }
}

TEST_F(LintPaths, UnencodedOctetsOfAFileAreWarnings) {
    EXPECT_EQ(file("User-agent: *\nDisallow: /a b/\nDisallow: /caf\xC3\xA9/\n"),
              (Codes{"unencoded-octets:2", "unencoded-octets:3"}));
}

TEST_F(LintPaths, ADollarInTheMiddleIsAWarning) {
    EXPECT_EQ(closing("'/a$b/'"), one("dollar-in-the-middle"));
    EXPECT_EQ(closing("'/a$$'"), one("dollar-in-the-middle"));
    EXPECT_EQ(closing("'/a$', '/b%24c/', {exact: '/d$e'}"), none());
}

TEST_F(LintPaths, AHostAsPathIsAWarning) {
    for (const char* path :
         {"//www.example.net/a/", "//example.net/a/", "/www.example.net/a/",
          "'/https://example.net/'", "'/HTTP://x/'"}) {
        EXPECT_EQ(closing(path), one("host-in-path")) << path;
    }
    for (const char* path : {"/a.b/c/", "'/go?to=http://x.example/'",
                             "/web/http/x/", "//a/", "/*www.x/"}) {
        EXPECT_EQ(closing(path), none()) << path;
    }
}

TEST_F(LintPaths, TheSitesOwnHostAsPathIsAWarning) {
    const auto with = [](const char* host) {
        return std::string("sites:\n  - host: ") + host +
               "\n    groups: [{user_agent: '*', disallow: /a.example/x/}]\n";
    };
    EXPECT_EQ(codes(with("a.example")), one("host-in-path"));
    EXPECT_EQ(codes(with("b.example")), none());
}

TEST_F(LintPaths, AUrlAsPathInAFileIsAWarning) {
    EXPECT_EQ(file("User-agent: *\nDisallow: https://a.example/x/\n"
                   "Disallow: www.a.example/\n"),
              (Codes{"host-in-path:2", "host-in-path:3"}));
}

TEST_F(LintPaths, SecretLookingPathsAreWarnings) {
    for (const char* path :
         {"/backup/", "/backups/", "/db-backup-2024/", "/a/secret/x/",
          "/phpMyAdmin/", "/.git/", "/.env", "/dump.sql", "/a/site.bak",
          "/password/", "/password.txt", "/passwords/", "{exact: /.htpasswd}",
          "{directory: /secrets}", "/*/backup/", "/wp-config.php"}) {
        EXPECT_EQ(closing(path), one("secret-looking-path")) << path;
    }
}

TEST_F(LintPaths, HarmlessPathsAreNotSecrets) {
    for (const char* path :
         {"/private/", "/secretary/", "/user/password/", "/password-reset/",
          "/humpbackups/", "{extension: sql}", "/*.bak$", "/git/",
          "'/find?q=secret'", "/keys/", "/admin/"}) {
        EXPECT_EQ(closing(path), none()) << path;
    }
    EXPECT_EQ(group("disallow: /a/, allow: /a/backup/"), none());
}

TEST_F(LintPaths, OneWarningPerItem) {
    expect_warnings(
        "version: 1\n"
        "default:\n"
        "  groups:\n"
        "    - user_agent: '*'\n"
        "      disallow:\n"
        "        - {directory: /backup}\n"
        "        - /x\n",
        {{"secret-looking-path", 6, 11}, {"open-ended-path", 7, 11}});
}

}  // namespace
}  // namespace robots
