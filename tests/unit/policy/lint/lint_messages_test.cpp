// The words of warnings: what crawlers do, then what to write.

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

struct Case {
    const char* code;
    const char* lines;  // of the file that is served
    const char* text;   // of its first warning
};

void PrintTo(const Case& each, std::ostream* out) {
    *out << each.code;
}

class LintMessages : public PolicyFixture,
                     public ::testing::WithParamInterface<Case> {};

TEST_P(LintMessages, SayWhatHappensAndWhatToWrite) {
    const Case& each = GetParam();
    write("robots.txt", "User-agent: *\n" + std::string(each.lines));
    const Loaded loaded =
        load("version: 1\ndefault: {robots_txt: {file: robots.txt}}\n");
    ASSERT_FALSE(loaded.diagnostics.empty());
    EXPECT_EQ(loaded.diagnostics[0].code, each.code);
    EXPECT_EQ(loaded.diagnostics[0].text, each.text);
}

const Case kCases[] = {
    {"open-ended-path", "Disallow: /test\n",
     "`Disallow: /test` also closes `/testimonials` and all other paths that "
     "start with `/test`; to close only `/test` and what is below it, write "
     "`Disallow: /test$`, `Disallow: /test/` and `Disallow: /test?`"},
    {"no-leading-slash", "Disallow: a/\n",
     "`Disallow: a/` starts with neither `/` nor `*`, so it matches nothing; "
     "write `/a/`"},
    {"no-leading-slash", "Disallow: .css\n",
     "`Disallow: .css` starts with neither `/` nor `*`, so it matches nothing; "
     "write `/*.css$`"},
    {"host-in-path", "Disallow: https://shop/cart/\n",
     "`Disallow: https://shop/cart/` starts with a host or a URL, but rules "
     "match only paths, so it matches nothing on this site; write `/cart/`"},
    {"host-in-path", "Disallow: http://www.shop.example\n",
     "`Disallow: http://www.shop.example` starts with a host or a URL, but "
     "rules match only paths, so it matches nothing on this site; remove it, "
     "or write `/` if you mean the whole site"},
    {"regular-expression", "Disallow: ^/cart/.*$\n",
     "`Disallow: ^/cart/.*$` is a regular expression, but robots.txt has only "
     "`*` for any text and `$` for the end, so it does not match what it seems "
     "to; write `/cart/`"},
    {"only-first-parameter", "Disallow: /*?s=\n",
     "`Disallow: /*?s=` closes URLs only if `s` is the first parameter, not "
     "`?a=b&s=c`; write `Disallow: /*&s=`, too"},
    {"useless-trailing-wildcard", "Disallow: /a/*\n",
     "`Disallow: /a/*` matches the same paths as `/a/`, but crawlers without "
     "wildcard support ignore it; remove the `*`"},
    {"unencoded-octets", "Disallow: /\xC3\xBC/\n",
     "`Disallow: /\xC3\xBC/` has characters that a URL cannot have, so "
     "crawlers may not match it; write `/%C3%BC/`"},
    {"dead-rule", "Disallow: /a/\nDisallow: /a/b/\n",
     "`Disallow: /a/b/` is redundant: `Disallow: /a/` on line 2 already "
     "covers it; remove it"},
    {"allow-disallow-tie", "Disallow: /a/\nAllow: /a/\n",
     "`Disallow: /a/` and `Allow: /a/` on line 3 have the same length: where "
     "both match, the allow wins, but crawlers that use the first match may "
     "disagree; remove one, or make the one you mean longer"},
    {"case-twins", "Disallow: /A/\nDisallow: /a/\n",
     "`Disallow: /a/` and `Disallow: /A/` on line 2 differ only in upper and "
     "lower case; crawlers treat each spelling as another path, and other "
     "spellings match neither; redirect to one spelling, and keep only its "
     "rule"},
    {"drops-wildcard-rules", "Disallow: /a/\n\nUser-agent: x\nDisallow: /b/\n",
     "`x` follows only this group and ignores that for `*`, so it may fetch "
     "what `Disallow: /a/` closes to others; repeat the rules for `*` here, or "
     "write `Allow: /` if that is what you want"},
    {"fractional-crawl-delay", "Disallow: /a/\nCrawl-delay: 1.5\n",
     "a crawl-delay of 1.5 seconds is not a whole number; some crawlers read "
     "it as 1 or ignore it; write whole seconds"},
    {"unreadable-pace", "Disallow: /a/\nCrawl-delay: soon\n",
     "invalid line `Crawl-delay: soon`, so it is not enforced; expected a "
     "number of seconds, as in `Crawl-delay: 10`"},
    {"sitemap-not-absolute", "Disallow: /a/\nSitemap: /s.xml\n",
     "sitemap `/s.xml` is not an absolute URL, so crawlers ignore it; write "
     "scheme, host and path, as in `https://example.com/sitemap.xml`"},
};

INSTANTIATE_TEST_SUITE_P(Of, LintMessages, ::testing::ValuesIn(kCases));

}  // namespace
}  // namespace robots
