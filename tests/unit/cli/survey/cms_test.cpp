#include "cli/survey/cms.hpp"

#include <gtest/gtest.h>

namespace robotsctl {
namespace {

TEST(CmsGuess, AnyNumberOfSitemapsIsOneSystem) {
    CmsGuess guess;
    for (int lines = 1; lines <= 1000; ++lines) {
        guess.see_sitemap("https://a.example/wp-sitemap.xml");
        ASSERT_TRUE(guess.best()) << lines;
        EXPECT_EQ(cms_name(*guess.best()), "WordPress");
    }
}

}  // namespace
}  // namespace robotsctl
