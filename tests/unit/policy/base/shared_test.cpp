#include "policy/base/shared.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace robots {
namespace {

TEST(Shared, WithoutAValueSharesTheDefaultOne) {
    const Shared<std::string> a;
    const Shared<std::string> b;
    EXPECT_EQ(*a, "");
    EXPECT_EQ(&*a, &*b);
}

TEST(Shared, CopiesHoldOneValueThatOutlivesTheFirst) {
    auto first = std::make_unique<Shared<std::string>>(std::string("x"));
    const std::string* const value = &**first;
    const Shared<std::string> copy = *first;
    first.reset();
    EXPECT_EQ(&*copy, value);
    EXPECT_EQ(*copy, "x");
    EXPECT_EQ(copy->size(), 1u);
}

TEST(SharedPool, MakesTheValueOfAKeyOnce) {
    SharedPool<Shared<std::string>> pool;
    int made = 0;
    const auto make = [&made] { return std::to_string(++made); };
    const Shared<std::string> a = pool.at("a", make);
    const Shared<std::string> again = pool.at("a", make);
    EXPECT_EQ(&*a, &*again);
    EXPECT_EQ(*pool.at("b", make), "2");
    EXPECT_EQ(made, 2);
}

}  // namespace
}  // namespace robots
