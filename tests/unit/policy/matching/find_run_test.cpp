#include "policy/matching/find_run.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace robots {
namespace {

TEST(FindRun, FindsWhatStringFinds) {
    std::mt19937 random(1);
    const auto text_of = [&random](std::size_t size, unsigned letters) {
        std::string out(size, 'a');
        for (char& c : out) {
            c = static_cast<char>('a' + random() % letters);
        }
        return out;
    };
    for (int i = 0; i < 20000; ++i) {
        const auto letters = static_cast<unsigned>(1 + random() % 3);
        const std::string text = text_of(random() % 400, letters);
        // From the text, and perhaps changed, so that it is there or nearly.
        const std::size_t at = text.empty() ? 0 : random() % text.size();
        std::string run = text.substr(at, random() % 80);
        if (!run.empty() && random() % 2 == 0) {
            run[random() % run.size()] = static_cast<char>('a' + random() % 4);
        }
        ASSERT_EQ(find_run(text, run), text.find(run))
            << text << " in which " << run;
    }
}

TEST(FindRun, ComparesAllOctets) {
    const std::string text = std::string(200, '\x7f') + '\xff' + '\0' + '\x80';
    for (const std::size_t size : {2U, 9U, 33U, 65U}) {
        const std::string run = text.substr(text.size() - size);
        EXPECT_EQ(find_run(text, run), text.size() - size) << size;
    }
}

}  // namespace
}  // namespace robots
