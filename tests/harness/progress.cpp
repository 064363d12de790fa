// Prints the progress of the tests, since --gtest_brief prints nothing until a
// test fails.

#include <gtest/gtest.h>

#include <iostream>

namespace {

class Progress : public ::testing::EmptyTestEventListener {
    void OnTestEnd(const ::testing::TestInfo& test) override {
        constexpr int kSteps = 10;
        const int all = ::testing::UnitTest::GetInstance()->test_to_run_count();
        ++done_;
        if (all > kSteps && done_ * kSteps / all > (done_ - 1) * kSteps / all) {
            std::cout << "  TEST   " << done_ << " of " << all << " ("
                      << test.test_suite_name() << ")" << std::endl;
        }
    }

    int done_ = 0;
};

// Before main, which is GoogleTest's. The list owns its listeners.
const bool appended = [] {
    ::testing::UnitTest::GetInstance()->listeners().Append(new Progress);
    return true;
}();

}  // namespace
