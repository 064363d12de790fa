#include "status/collection/series_rows.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "policy/state/series.hpp"

namespace robots::status {

namespace {

model::Series series_at(const Source& source, const SeriesRecord& record,
                        std::size_t resolution) {
    const Resolution& ring = kResolutions[resolution];
    const std::uint64_t last = period_at(ring, source.now);
    const std::uint64_t first =
        last - std::min<std::uint64_t>(last, ring.periods - 1);
    model::Series series;
    series.start =
        (source.epoch + static_cast<std::int64_t>(first) * ring.period) /
        std::chrono::seconds(1);
    series.period = ring.period / std::chrono::seconds(1);
    for (std::size_t i = 0; i < kTreatments; ++i) {
        for (std::uint64_t period = first; period <= last; ++period) {
            series.counts[i].push_back(
                record.counted(resolution, period, static_cast<Treatment>(i)));
        }
    }
    return series;
}

std::vector<model::Series> all_series(const Source& source,
                                      const SeriesRecord& record) {
    std::vector<model::Series> all;
    for (std::size_t i = 0; i < kResolutions.size(); ++i) {
        all.push_back(series_at(source, record, i));
    }
    return all;
}

}  // namespace

std::vector<model::Series> series_of_all(const Source& source) {
    return all_series(source, source.activity.of_all());
}

std::vector<model::Series> series_of(const Source& source, std::uint64_t key) {
    std::vector<model::Series> all;
    if (source.activity.has_series()) {
        if (const SeriesRecord* record = source.activity.series().find(key)) {
            all = all_series(source, *record);
        }
    }
    return all;
}

std::optional<model::Recent> recent_of(const Source& source,
                                       std::uint64_t key) {
    // Of each resolution, so many periods make an hour, a day and 7 days.
    constexpr std::array<std::size_t, model::kRanges> kPeriods{60, 144, 56};
    const std::vector<model::Series> all = series_of(source, key);
    if (all.empty()) {
        return std::nullopt;
    }
    model::Recent recent{};
    for (std::size_t i = 0; i < recent.size(); ++i) {
        for (std::size_t j = 0; j < kTreatments; ++j) {
            const auto& counts = all[i].counts[j];
            const std::size_t last = std::min(counts.size(), kPeriods[i]);
            recent[i][j] = std::accumulate(
                counts.end() - static_cast<std::ptrdiff_t>(last), counts.end(),
                model::Count{0});
        }
    }
    return recent;
}

}  // namespace robots::status
