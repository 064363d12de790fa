#include "policy/state/series.hpp"

namespace robots {

namespace {

// The number of a ring's first period among those of all rings.
constexpr std::uint32_t start_of(std::size_t resolution) {
    std::uint32_t start = 0;
    for (std::size_t i = 0; i < resolution; ++i) {
        start += kResolutions[i].periods;
    }
    return start;
}

struct RingSlot {
    std::uint32_t first;  // its count of Treatment::allowed
    std::uint8_t lap;
};

RingSlot slot_of(std::size_t resolution, std::uint64_t period) {
    const std::uint32_t periods = kResolutions[resolution].periods;
    return {
        (start_of(resolution) + static_cast<std::uint32_t>(period % periods)) *
            static_cast<std::uint32_t>(kTreatments),
        static_cast<std::uint8_t>(period / periods)};
}

}  // namespace

std::string_view to_string(Treatment treatment) {
    static constexpr std::array<std::string_view, kTreatments> kNames{
        "allowed", "logged", "delayed", "refused", "impostor"};
    return kNames[static_cast<std::size_t>(treatment)];
}

SeriesPlaces SeriesPlaces::at(Milliseconds now) {
    SeriesPlaces places;
    for (std::size_t i = 0; i < kResolutions.size(); ++i) {
        const RingSlot slot = slot_of(i, period_at(kResolutions[i], now));
        places.first[i] = slot.first;
        places.lap[i] = std::uint32_t{slot.lap} << SeriesRecord::kLapShift;
    }
    return places;
}

// The first count of a lap, or one too many.
void SeriesRecord::begin(Word& word, std::uint32_t lap,
                         Milliseconds now) noexcept {
    last_.store(static_cast<std::uint64_t>(now.count()),
                std::memory_order_release);
    std::uint32_t seen = word.load(std::memory_order_relaxed);
    while (true) {
        if (seen >> kLapShift != lap >> kLapShift) {
            if (word.compare_exchange_weak(seen, lap + 1,
                                           std::memory_order_relaxed)) {
                return;
            }
        } else {
            if (seen - lap < kMostCounted) {
                word.fetch_add(1, std::memory_order_relaxed);
            }
            return;
        }
    }
}

void SeriesRecord::name(std::uint64_t key, Milliseconds now) noexcept {
    key_.store(key, std::memory_order_release);
    last_.store(static_cast<std::uint64_t>(now.count()),
                std::memory_order_release);
}

std::uint32_t SeriesRecord::read(std::size_t resolution, std::uint64_t period,
                                 Treatment treatment) const {
    const RingSlot slot = slot_of(resolution, period);
    const std::uint32_t seen =
        counts_[slot.first + static_cast<std::uint32_t>(treatment)].load(
            std::memory_order_relaxed);
    return seen >> kLapShift == slot.lap
               ? seen & ((std::uint32_t{1} << kLapShift) - 1)
               : 0;
}

std::uint64_t SeriesRecord::counted(std::size_t resolution,
                                    std::uint64_t period,
                                    Treatment treatment) const {
    const std::uint32_t count = read(resolution, period, treatment);
    if (resolution != 0 || count == 0) {
        return count;
    }
    const auto minutes_of_next =
        static_cast<std::uint64_t>(kResolutions[1].period.count());
    return read(1, period / minutes_of_next, treatment) != 0 ? count : 0;
}

}  // namespace robots
