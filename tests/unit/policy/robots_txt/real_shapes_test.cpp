#include "tests/unit/policy/robots_txt/real_shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

TEST(RealShapes, EachHasANameOfItsOwn) {
    std::vector<CorpusFile> all = real_shapes();
    const std::vector<CorpusFile> none = not_robots_txt_shapes();
    all.insert(all.end(), none.begin(), none.end());
    std::set<std::string> names;
    for (const CorpusFile& file : all) {
        EXPECT_TRUE(names.insert(file.name).second) << file.name;
    }
    EXPECT_GE(published_shapes().size(), 30u);
    EXPECT_GE(odd_shapes().size(), 50u);
}

TEST(RealShapes, WhatSoftwarePublishesNamesCrawlers) {
    for (const CorpusFile& file : published_shapes()) {
        if (file.text.find("ser-") != std::string::npos) {
            EXPECT_FALSE(parse_robots_txt(file.text).groups.empty())
                << file.name;
        }
    }
}

TEST(RealShapes, ChangesAreTheSameInEachRunAndOfManyKinds) {
    const std::vector<CorpusFile> shapes = real_shapes();
    std::set<std::string> texts;
    for (std::uint32_t seed = 0; seed < 1000; ++seed) {
        const CorpusFile file = mutated(shapes, seed);
        EXPECT_EQ(mutated(shapes, seed).text, file.text) << file.name;
        texts.insert(file.text);
    }
    EXPECT_GE(texts.size(), 950u);
}

}  // namespace robots
