#include "policy/shared_memory/series.hpp"

#include <algorithm>

namespace robots {

namespace {

// Laps are numbered from 1. A word that was never written has lap 0. So the
// first request of a minute always finds another lap, and calls enter().
constexpr std::uint64_t kLaps = 255;

// `first` is the index of a period's first count (Treatment::allowed) in its
// array. `lap` is the lap of the period, shifted to its bits of a word.
struct RingSlot {
    std::uint32_t first;
    std::uint32_t lap;
};

RingSlot slot_of(std::size_t resolution, std::uint64_t period, int lap_shift) {
    const std::uint32_t periods = kResolutions[resolution].periods;
    // In sums_, the counts of three hours are behind the counts of ten minutes.
    const std::uint32_t start = resolution == 2 ? kResolutions[1].periods : 0;
    return {(start + static_cast<std::uint32_t>(period % periods)) *
                static_cast<std::uint32_t>(kTreatments),
            static_cast<std::uint32_t>(period / periods % kLaps + 1)
                << lap_shift};
}

std::uint64_t minutes_in(std::size_t resolution) {
    return static_cast<std::uint64_t>(kResolutions[resolution].period.count());
}

}  // namespace

std::string_view to_string(Treatment treatment) {
    static constexpr std::array<std::string_view, kTreatments> kNames{
        "allowed", "logged", "delayed", "refused", "impostor"};
    return kNames[static_cast<std::size_t>(treatment)];
}

SeriesMinute SeriesMinute::at(Milliseconds now) {
    const std::uint64_t number = period_at(kResolutions[0], now);
    const RingSlot slot = slot_of(0, number, SeriesRecord::kLapShift);
    return {number, slot.first, slot.lap};
}

// Returns the count in `word`; zero if `word` is of another lap.
std::uint32_t SeriesRecord::counted_in(std::uint32_t word, std::uint32_t lap) {
    return (word & ~kCountMask) == lap ? word & kCountMask : 0;
}

void SeriesRecord::add(Word& word, std::uint32_t lap,
                       std::uint32_t count) noexcept {
    std::uint32_t seen = word.load(std::memory_order_relaxed);
    std::uint32_t next = 0;
    do {
        next = lap | std::min(counted_in(seen, lap) + count, kMost);
    } while (
        !word.compare_exchange_weak(seen, next, std::memory_order_relaxed));
}

// Counts a request in a word of another lap, or in a word that has reached
// kMost.
void SeriesRecord::count_first(const SeriesMinute& minute,
                               Word& word) noexcept {
    enter(minute.number);
    add(word, minute.lap, 1);
}

// Handles the first request of a minute. Adds earlier minutes to their ten
// minutes and three hours. Sets the counts of the minutes between the previous
// minute with a request and `minute` to zero.
void SeriesRecord::enter(std::uint64_t minute) noexcept {
    std::uint64_t latest = latest_.load(std::memory_order_relaxed);
    if (latest >= minute || !latest_.compare_exchange_strong(
                                latest, minute, std::memory_order_acq_rel)) {
        return;
    }
    // The process that moves folded_ beyond a minute adds that minute. If this
    // process sleeps here into the next minute, another process may continue
    // the loop.
    const std::uint64_t end = std::min(latest + 1, minute - 1);
    std::uint64_t next = folded_.load(std::memory_order_relaxed);
    while (next < minute - 1) {
        const std::uint64_t after = next < end ? next + 1 : minute - 1;
        if (folded_.compare_exchange_weak(next, after,
                                          std::memory_order_acq_rel)) {
            if (next < end) {
                fold(next);
            }
            next = after;
        }
    }
    // The minutes between `latest` and `minute` had no requests, but their
    // words may still have an older lap.
    const std::uint64_t quiet =
        std::min<std::uint64_t>(minute - latest, kResolutions[0].periods) - 1;
    for (std::uint64_t each = minute - quiet; each < minute; ++each) {
        const RingSlot slot = slot_of(0, each, kLapShift);
        for (std::size_t i = 0; i < kTreatments; ++i) {
            minutes_[slot.first + i].store(slot.lap, std::memory_order_relaxed);
        }
    }
}

// Adds the counts of a minute to its ten minutes and its three hours.
void SeriesRecord::fold(std::uint64_t minute) noexcept {
    for (std::size_t i = 0; i < kTreatments; ++i) {
        const std::uint32_t count =
            in_minute(minute, static_cast<Treatment>(i));
        if (count == 0) {
            continue;
        }
        for (std::size_t resolution = 1; resolution < kResolutions.size();
             ++resolution) {
            const RingSlot slot =
                slot_of(resolution, minute / minutes_in(resolution), kLapShift);
            add(sums_[slot.first + i], slot.lap, count);
        }
    }
}

void SeriesRecord::name(std::uint64_t key,
                        const SeriesMinute& minute) noexcept {
    store(key_, key);
    store(latest_, minute.number);
    store(folded_, minute.number);
}

std::uint32_t SeriesRecord::in_minute(std::uint64_t minute,
                                      Treatment treatment) const {
    const RingSlot slot = slot_of(0, minute, kLapShift);
    const Word& word =
        minutes_[slot.first + static_cast<std::uint32_t>(treatment)];
    return counted_in(word.load(std::memory_order_relaxed), slot.lap);
}

std::uint64_t SeriesRecord::counted(std::size_t resolution,
                                    std::uint64_t period,
                                    Treatment treatment) const {
    const std::uint64_t latest = latest_.load(std::memory_order_relaxed);
    if (resolution == 0) {
        return period <= latest ? in_minute(period, treatment) : 0;
    }
    const RingSlot slot = slot_of(resolution, period, kLapShift);
    const Word& word =
        sums_[slot.first + static_cast<std::uint32_t>(treatment)];
    std::uint64_t sum =
        counted_in(word.load(std::memory_order_relaxed), slot.lap);
    for (std::uint64_t minute = folded_.load(std::memory_order_relaxed);
         minute <= latest; ++minute) {
        if (minute / minutes_in(resolution) == period) {
            sum += in_minute(minute, treatment);
        }
    }
    return sum;
}

}  // namespace robots
