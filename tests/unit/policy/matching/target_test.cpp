#include "policy/matching/target.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace robots {
namespace {

std::string path_of(std::string_view target) {
    std::string storage;
    return std::string(path_and_query(target, storage));
}

std::string merged(std::string_view target) {
    return resolve_target(target, Slashes::merge);
}

std::string kept(std::string_view target) {
    return resolve_target(target, Slashes::keep);
}

TEST(PathAndQuery, OriginFormStays) {
    EXPECT_EQ(path_of("/"), "/");
    EXPECT_EQ(path_of("/a?b=/c"), "/a?b=/c");
    EXPECT_EQ(path_of("//a"), "//a");
}

TEST(PathAndQuery, Rfc9112_3_2_2_AbsoluteFormLosesSchemeAndAuthority) {
    EXPECT_EQ(path_of("http://example.com/a?b"), "/a?b");
    EXPECT_EQ(path_of("HTTPS://user@example.com:8443/a"), "/a");
    EXPECT_EQ(path_of("http://[::1]:80/a"), "/a");
    EXPECT_EQ(path_of("http://example.com"), "/");
    EXPECT_EQ(path_of("http:///a"), "/a");
}

TEST(PathAndQuery, OtherSchemesAreNoAbsoluteForm) {
    EXPECT_EQ(path_of("ftp://example.com/a"), "/ftp://example.com/a");
    EXPECT_EQ(path_of("/http://example.com/a"), "/http://example.com/a");
    EXPECT_EQ(path_of("http:/a"), "/http:/a");
}

TEST(PathAndQuery, FragmentIsCut) {
    EXPECT_EQ(path_of("/a#b"), "/a");
    EXPECT_EQ(path_of("/a#frag?x"), "/a");
    EXPECT_EQ(path_of("/a?b#c"), "/a?b");
    EXPECT_EQ(path_of("#"), "/");
    EXPECT_EQ(path_of("http://example.com#a"), "/");
}

TEST(PathAndQuery, SlashIsPutInFrontWhereItIsMissing) {
    EXPECT_EQ(path_of(""), "/");
    EXPECT_EQ(path_of("?a"), "/?a");
    EXPECT_EQ(path_of("http://example.com?a"), "/?a");
    EXPECT_EQ(path_of("a/b"), "/a/b");
}

TEST(PathAndQuery, UsesStorageOnlyForAMissingSlash) {
    std::string storage;
    const std::string_view target = "http://example.com/a?b";
    const std::string_view path = path_and_query(target, storage);
    EXPECT_EQ(path.data(), target.data() + 18);
    path_and_query("http://example.com", storage);
    EXPECT_TRUE(storage.empty());
    path_and_query("?b", storage);
    EXPECT_EQ(storage, "/?b");
}

TEST(NormaliseTarget, Rfc9309_2_2_2_PercentEncoding) {
    EXPECT_EQ(normalise_target("/%61%2fb?%7E=%3d"), "/a%2Fb?~=%3D");
    EXPECT_EQ(normalise_target("/\xC3\xA4 x"), "/%C3%A4%20x");
}

TEST(NormaliseTarget, StarAndDollarStandForThemselves) {
    EXPECT_EQ(normalise_target("/%2A%2a*"), "/***");
    EXPECT_EQ(normalise_target("/a%24?%24"), "/a$?$");
    EXPECT_EQ(normalise_target("/%252A"), "/%252A");
}

TEST(NormaliseTarget, DotSegmentsAndDoubleSlashesStay) {
    EXPECT_EQ(normalise_target("/a//b/./../c"), "/a//b/./../c");
    EXPECT_EQ(normalise_target("/%2e%2E/"), "/../");
}

TEST(ResolveTarget, DotSegmentsAreRemoved) {
    EXPECT_EQ(merged("/a/./b"), "/a/b");
    EXPECT_EQ(merged("/a/../b"), "/b");
    EXPECT_EQ(merged("/a/b/.."), "/a/");
    EXPECT_EQ(merged("/a/."), "/a/");
    EXPECT_EQ(merged("/a/..."), "/a/...");
    EXPECT_EQ(merged("/.a/..b"), "/.a/..b");
}

TEST(ResolveTarget, NothingIsAboveTheRoot) {
    EXPECT_EQ(merged("/.."), "/");
    EXPECT_EQ(merged("/../../a"), "/a");
    EXPECT_EQ(merged("/a/../../../b/"), "/b/");
}

TEST(ResolveTarget, PathIsDecodedBeforeItIsResolved) {
    EXPECT_EQ(merged("/a/%2e%2E/b"), "/b");
    EXPECT_EQ(merged("/a%2Fb"), "/a/b");
    EXPECT_EQ(merged("/a/..%2fb"), "/b");
    EXPECT_EQ(merged("/a%2F%2Fb"), "/a/b");
}

TEST(ResolveTarget, IsEncodedAgain) {
    EXPECT_EQ(merged("/a%3Fb%23c"), "/a%3Fb%23c");
    EXPECT_EQ(merged("/%2541"), "/%2541");
    EXPECT_EQ(merged("/%c3%a4%00%20"), "/%C3%A4%00%20");
    EXPECT_EQ(merged("/%2A%24"), "/*$");
}

TEST(ResolveTarget, QueryIsKept) {
    EXPECT_EQ(merged("/a/../b?c=//d/../e"), "/b?c=//d/../e");
    EXPECT_EQ(merged("//?%2F%2a"), "/?%2F*");
    EXPECT_EQ(merged("/a/?"), "/a/?");
}

TEST(ResolveTarget, SlashesMergeOrStay) {
    EXPECT_EQ(merged("//"), "/");
    EXPECT_EQ(merged("/a//b///"), "/a/b/");
    EXPECT_EQ(kept("//"), "//");
    EXPECT_EQ(kept("/a//b///"), "/a//b///");
    EXPECT_EQ(kept("/a//../b"), "/a/b");
    EXPECT_EQ(merged("/a//../b"), "/b");
}

TEST(ResolveTarget, EqualsNormaliseTargetWhereNothingIsToResolve) {
    for (const char* target :
         {"/", "", "/a/b?c", "/a b?\xC3\xA4", "?x=%2f//", "/*$?*$"}) {
        EXPECT_EQ(merged(target), normalise_target(target)) << target;
        EXPECT_EQ(kept(target), normalise_target(target)) << target;
    }
}

TEST(NeedsResolving, SeesSlashesDotsAndTripletsOfThePath) {
    EXPECT_TRUE(needs_resolving("//"));
    EXPECT_TRUE(needs_resolving("/a/./b"));
    EXPECT_TRUE(needs_resolving("/a/.."));
    EXPECT_TRUE(needs_resolving("/%41"));
    EXPECT_FALSE(needs_resolving("/"));
    EXPECT_FALSE(needs_resolving("/a.b/c"));
    EXPECT_FALSE(needs_resolving("/a?//../%41"));
    EXPECT_FALSE(needs_resolving(""));
}

TEST(Target, IsPlainWhereNoSpellingDiffers) {
    for (const char* target :
         {"/", "/a", "/a/b.c?d=e&f=*", "/0123456789abcde", "/0123456789abcdef",
          "/0123456789abcdef/0123456789abcdef?x=y", "/[a]@b:c;d&'()*+,=_-"}) {
        EXPECT_TRUE(is_plain(target)) << target;
        EXPECT_EQ(normalise_target(target), target);
        EXPECT_EQ(merged(target), target);
    }
    for (const char* target :
         {"", "a", "*", "http://a/", "//", "/a//", "/.", "/a/../b", "/%61",
          "/a b", "/a#b", "/\xC3\xA4", "/a?b=//c", "/~a", "/$", "/!"}) {
        EXPECT_FALSE(is_plain(target)) << target;
    }
}

// Blocks of octets must not hide any of them, nor a pair between two blocks.
TEST(Target, IsPlainSeesEachOctetAtEachPlace) {
    for (std::size_t size = 2; size < 70; ++size) {
        const std::string plain = '/' + std::string(size - 1, 'a');
        EXPECT_TRUE(is_plain(plain));
        for (std::size_t at = 1; at < size; ++at) {
            for (const char octet : {'%', '#', ' ', '\x7f', '"', '<', '>', '^',
                                     '\\', '`', '{', '|', '}', '\0', '\xff'}) {
                std::string odd = plain;
                odd[at] = octet;
                EXPECT_FALSE(is_plain(odd)) << odd;
            }
            for (const char* pair : {"//", "/."}) {
                std::string resolved = plain;
                resolved.replace(at - 1, 2, pair);
                EXPECT_FALSE(is_plain(resolved)) << resolved;
            }
        }
    }
}

}  // namespace
}  // namespace robots
