// One path at a time.

#include <algorithm>

#include "tests/unit/policy/lint/lint_fixture.hpp"

namespace robots {
namespace {

class LintPaths : public LintFixture {};

TEST_F(LintPaths, AWordWithALikelySiblingIsOpenEnded) {
    for (const char* path : {"/test", "/shop/Cat", "/site", "/a/b"}) {
        EXPECT_EQ(closing(path), one("open-ended-path")) << path;
    }
}

TEST_F(LintPaths, AWordWithoutALikelySiblingIsNotOpenEnded) {
    for (const char* path :
         {"/admin", "/search", "/cart", "/checkout", "/wp-admin", "/login",
          "/cgi-bin", "/my", "/x1", "/administrator"}) {
        EXPECT_EQ(closing(path), none()) << path;
    }
}

TEST_F(LintPaths, ASitemapOrAnAllowShowsASibling) {
    const std::string rule =
        "default:\n  groups: [{user_agent: '*', disallow: /cart}]\n";
    EXPECT_EQ(codes(rule + "  sitemap: https://a.example/cart-sitemap.xml\n"),
              one("open-ended-path"));
    EXPECT_EQ(codes(rule + "  sitemap: https://a.example/s/cart-x.xml\n"),
              none());
    EXPECT_EQ(groups("{user_agent: '*', disallow: /cart}, "
                     "{user_agent: x, disallow: /cart, allow: /cartoons}"),
              one("open-ended-path"));
}

// "/cart$" and "/cart/" alone would open "/test?x=y".
TEST_F(LintPaths, TheFixForAFileKeepsTheQueryClosed) {
    write("robots.txt", "User-agent: *\nDisallow: /test\n");
    const Loaded loaded =
        load("version: 1\ndefault: {robots_txt: {file: robots.txt}}\n");
    ASSERT_EQ(loaded.diagnostics.size(), 1U);
    ASSERT_TRUE(loaded.diagnostics[0].fix);
    EXPECT_EQ(
        loaded.diagnostics[0].fix->by,
        (Codes{"Disallow: /test$", "Disallow: /test/", "Disallow: /test?"}));
    EXPECT_EQ(loaded.diagnostics[0].fix->effect, Fix::Effect::opens);
}

TEST_F(LintPaths, NoSplitWhereTheLengthDecides) {
    EXPECT_EQ(group("disallow: /test, allow: '/*.js'"), none());
    EXPECT_EQ(group("disallow: /test, allow: '/*.jsonx'"),
              one("open-ended-path"));
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
    EXPECT_EQ(group("disallow: /test, allow: /testimonials"), none());
    EXPECT_EQ(group("disallow: /test, allow: /test-news/"), none());
    EXPECT_EQ(group("disallow: /test, allow: /test/help/"),
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

// Without its "*", the rule would no longer be longer than the other.
TEST_F(LintPaths, ATrailingWildcardThatDecidesIsNotUseless) {
    EXPECT_EQ(group("disallow: '/a/*', allow: '/*/b'"), none());
    EXPECT_EQ(group("disallow: '/a/*', allow: '/a/b/c'"),
              one("useless-trailing-wildcard"));
    EXPECT_EQ(groups("{user_agent: '*', disallow: '/a/*'}, "
                     "{user_agent: x, allow: '/*/b', disallow: /a/}"),
              none());
}

TEST_F(LintPaths, ALoneWildcardIsAWarning) {
    EXPECT_EQ(closing("'*'"), one("lone-wildcard"));
    EXPECT_EQ(closing("'*.x'"), none());
    EXPECT_EQ(group("allow: '*'"), none());
}

TEST_F(LintPaths, ARegularExpressionIsAWarning) {
    for (const char* path :
         {"'/cart/.*$'", "'/cart/.*'", "'/.*\\.php$'", "'/(a|b)/'",
          "'/page/[0-9]+'", "'/x\\.html'", "'*.*\\.js'"}) {
        EXPECT_EQ(closing(path), one("regular-expression")) << path;
    }
    for (const char* path : {"'/.*'", "'/index.*'", "'/*.*'", "'/a+b/'",
                             "'/a(b)/'", "'/x?y=[1]'", "{prefix: '/a/.*'}"}) {
        const Codes found = closing(path);
        EXPECT_EQ(std::count(found.begin(), found.end(), "regular-expression"),
                  0)
            << path;
    }
}

TEST_F(LintPaths, OnlyTheFirstParameterIsAdvice) {
    EXPECT_EQ(closing("'/*?sort='"), one("only-first-parameter"));
    EXPECT_EQ(closing("'*?sort='"), one("only-first-parameter"));
    for (const char* paths :
         {"'/*?sort=', '/*&sort='", "'/*?sort=', '/*sort='",
          "'/*?sort=', '/*?*sort='", "{query: sort}", "'/*?'", "'/x?sort='",
          "'/*?sort=a'", "'/*?a=b&sort='", "{query: 'f$'}", "{query: 'ids*'}",
          "{query: 'x%5b%5d'}", "{query: 'x[]'}"}) {
        const Codes found = closing(paths);
        EXPECT_EQ(
            std::count(found.begin(), found.end(), "only-first-parameter"), 0)
            << paths;
    }
    EXPECT_EQ(group("allow: '/*?sort='"), none());
}

TEST_F(LintPaths, PathsThatSoundInternalAreAdvice) {
    for (const char* path : {"/internal/", "/a/intranet/", "/old-staging",
                             "/Unpublished/x/", "{directory: /payroll}"}) {
        EXPECT_EQ(closing(path), one("internal-looking-path")) << path;
    }
    for (const char* path : {"/international/", "/private/", "/admin/",
                             "'/x?staging=1'", "/stagings/"}) {
        EXPECT_EQ(closing(path), none()) << path;
    }
}

// A policy's rules are published encoded; what a lone "%" means is not known.
TEST_F(LintPaths, UnencodedCharactersAreWarnings) {
    for (const char* path : {"'/100%/'", "'/a%zz/'"}) {
        EXPECT_EQ(closing(path), one("unencoded-octets")) << path;
    }
    for (const char* path : {"/a|b/", "/a\"b/", "/a<b/", "/a\\b/"}) {
        EXPECT_EQ(file(std::string("User-agent: *\nDisallow: ") + path + '\n'),
                  one("unencoded-octets:2"))
            << path;
    }
    for (const char* path :
         {"/a%7Cb/", "\"/a(b)!,;:@&=+'[c]/\"", "/café/", "{prefix: '/a|b c%'}",
          "/~x_y-z/", "'/a|b/'", "/%7ex/"}) {
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
