#include "policy/site/price.hpp"

#include <gtest/gtest.h>

#include <set>

namespace robots {
namespace {

TEST(Price, IsTheTextThatItWasMadeOf) {
    std::set<std::int64_t> keys;
    for (const char* text :
         {"USD 0.01", "USD 0.010", "EUR 0.01", "USD 0", "USD 0.0", "USD 1",
          "USD 10", "USD 9999999.999999", "AAA 0.000001", "ZZZ 1234567"}) {
        const auto price = Price::from(text);
        ASSERT_TRUE(price) << text;
        EXPECT_EQ(price->text(), text);
        EXPECT_GE(price->key(), 0) << text;
        keys.insert(price->key());
    }
    EXPECT_EQ(keys.size(), 10U);
}

TEST(Price, IsACurrencyAndAnAmount) {
    for (const char* text :
         {"", "USD", "USD ", "USD0.01", "usd 1", "US 1", "USDT 1", "USD 1.",
          "USD .5", "USD 1.2345678", "USD 12345678", "USD 00", "USD 1 ",
          "USD +1", "USD 1e3", "USD 1,5", "USD 1.5\r\nX: y", "\xC3\x84SD 1"}) {
        EXPECT_FALSE(Price::from(text)) << text;
    }
}

}  // namespace
}  // namespace robots
