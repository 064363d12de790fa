#include "policy/shared_memory/series.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>

#include <chrono>
#include <new>
#include <utility>

namespace robots {
namespace {

using std::chrono::minutes;

// A series that stops a process where it adds to the later half of the record,
// in which the sums of three hours lie: that half may not be written to until
// the signal for it has come. Meanwhile another process counts.
class StalledSeries {
  public:
    StalledSeries() {
        memory_ = static_cast<char*>(
            ::mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        record_ = new (memory_ + kPage - sizeof(SeriesRecord) / 16 * 8)
            SeriesRecord{};
        struct sigaction action {};
        action.sa_handler = wake;
        ::sigaction(SIGSEGV, &action, &before_);
    }
    ~StalledSeries() {
        ::sigaction(SIGSEGV, &before_, nullptr);
        ::munmap(memory_, 2 * kPage);
    }
    StalledSeries(const StalledSeries&) = delete;
    StalledSeries& operator=(const StalledSeries&) = delete;

    static SeriesRecord& record() { return *record_; }
    static void count(minutes minute) {
        record_->count(SeriesMinute::at(minute), Treatment::allowed);
    }

    // Counts in `minute`, and where that stalls another one in `next`. Whether
    // it stalled.
    static bool count_stalled(minutes minute, minutes next) {
        next_ = next;
        protect(PROT_READ);
        count(minute);
        const bool stalled = next_ == minutes{0};
        protect(PROT_READ | PROT_WRITE);
        return stalled;
    }

  private:
    static constexpr std::size_t kPage = 65536;  // as large as any machine's

    static void protect(int access) {
        ::mprotect(memory_ + kPage, kPage, access);
    }
    static void wake(int) {
        protect(PROT_READ | PROT_WRITE);
        count(std::exchange(next_, minutes{0}));
    }

    static inline char* memory_ = nullptr;
    static inline SeriesRecord* record_ = nullptr;
    static inline minutes next_{0};
    struct sigaction before_ {};
};

TEST(Series, AWorkerThatSleepsOverAMinutesEndAddsNothingTwice) {
    const StalledSeries series;
    constexpr minutes kFirst = std::chrono::hours(900);
    series.record().name(1, SeriesMinute::at(kFirst));
    series.count(kFirst);
    series.count(kFirst + minutes{1});
    ASSERT_TRUE(series.count_stalled(kFirst + minutes{2}, kFirst + minutes{3}));
    series.count(kFirst + minutes{4});
    for (const std::size_t resolution : {1U, 2U}) {
        EXPECT_EQ(series.record().counted(
                      resolution, period_at(kResolutions[resolution], kFirst),
                      Treatment::allowed),
                  5U)
            << resolution;
    }
}

}  // namespace
}  // namespace robots
