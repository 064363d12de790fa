#include "policy/state/activity.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "policy/state/ledger_records.hpp"

namespace robots {

std::string UnlistedName::name() const {
    std::array<char, kMaxOctets> octets{};
    for (std::size_t i = 0; i < text_.size(); ++i) {
        const std::uint64_t word = load(text_[i]);
        std::memcpy(&octets[8 * i], &word, sizeof word);
    }
    const auto end = std::find(octets.begin(), octets.end(), '\0');
    return {octets.begin(), end};
}

void UnlistedName::name(std::uint64_t key, std::string_view text,
                        Milliseconds now) noexcept {
    std::array<char, kMaxOctets> octets{};
    text.copy(octets.data(), octets.size());
    for (std::size_t i = 0; i < text_.size(); ++i) {
        std::uint64_t word = 0;
        std::memcpy(&word, &octets[8 * i], sizeof word);
        text_[i].store(word, std::memory_order_release);
    }
    key_.store(key, std::memory_order_release);
    const auto time = static_cast<std::uint64_t>(now.count());
    first_.store(time, std::memory_order_release);
    last_.store(time, std::memory_order_release);
}

namespace {

constexpr std::size_t kNames = 256;
constexpr Milliseconds kRest{1000};

std::size_t aligned(std::size_t octets) {
    return octets / Activity::kAlignment * Activity::kAlignment;
}

}  // namespace

// The memory: the fixed part, then violations and names, of which neither gets
// more than a quarter, then series.
struct Activity::Layout {
    Layout(void* memory, std::size_t octets)
        : start(static_cast<unsigned char*>(memory)),
          violations(std::min(
              aligned((octets - sizeof(Fixed)) / 4),
              aligned(RecentViolations::octets_for(RecentViolations::kMost) +
                      kAlignment))),
          names(std::min(aligned((octets - sizeof(Fixed)) / 4),
                         aligned(RecordTable<UnlistedName>::octets_for(kNames) +
                                 kAlignment))),
          series(octets - sizeof(Fixed) - violations - names) {}

    unsigned char* violations_at() const { return start + sizeof(Fixed); }
    unsigned char* names_at() const { return violations_at() + violations; }
    unsigned char* series_at() const { return names_at() + names; }

    unsigned char* start;
    std::size_t violations;  // octets, and so are these
    std::size_t names;
    std::size_t series;
};

std::size_t Activity::min_octets() {
    return sizeof(Fixed) +
           4 * (RecordTable<UnlistedName>::octets_for(1) + 2 * kAlignment) /
               kAlignment * kAlignment;
}

Activity::Activity(void* memory, std::size_t octets)
    : Activity(Layout(memory, octets)) {}

Activity::Activity(const Layout& layout)
    : fixed_(reinterpret_cast<Fixed*>(layout.start)),
      violations_(layout.violations_at(), layout.violations,
                  fixed_->violations),
      names_(layout.names_at(), layout.names, fixed_->names_evicted),
      series_(layout.series_at(), layout.series, fixed_->series_evicted) {}

void Activity::judged(const Site& site, const Verdict& verdict,
                      Milliseconds now) noexcept {
    if (minute_.number != period_at(kResolutions[0], now)) {
        minute_ = SeriesMinute::at(now);
    }
    const Treatment treatment = treatment_of(verdict);
    fixed_->all.count(minute_, treatment);
    if (has_series()) {
        count(site.key, treatment, now);
        count(crawler_key(verdict.crawler), treatment, now);
    }
}

void Activity::count(std::uint64_t key, Treatment treatment,
                     Milliseconds now) noexcept {
    SeriesRecord* series = series_.find(key);
    if (series == nullptr) {
        series = make_series(key, now);
    }
    if (series != nullptr) {
        series->count(minute_, treatment);
    }
}

SeriesRecord* Activity::make_series(std::uint64_t key,
                                    Milliseconds now) noexcept {
    using IfFull = RecordTable<SeriesRecord>::IfFull;
    const auto name = [this, key](SeriesRecord& made) {
        made.name(key, minute_);
    };
    if (now < rests_until_) {
        return nullptr;
    }
    if (SeriesRecord* made = series_.make(key, maker_, name, IfFull::give_up)) {
        return made;
    }
    rests_until_ = now + kRest;
    return series_.make(key, maker_, name, IfFull::evict);
}

void Activity::named(std::uint64_t key, const Site& site,
                     const Verdict& verdict, Milliseconds now) noexcept {
    const std::string_view text =
        verdict.crawler.token.substr(0, UnlistedName::kMaxOctets);
    UnlistedName* name = names_.find(key);
    if (name == nullptr) {
        name = names_.make(key, maker_, [&](UnlistedName& made) {
            made.name(key, text, now);
        });
    }
    if (name != nullptr) {
        name->count(site.key, verdict.violation != Violation::none, now);
    }
}

}  // namespace robots
