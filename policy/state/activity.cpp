#include "policy/state/activity.hpp"

#include <algorithm>
#include <chrono>

#include "policy/state/ledger_records.hpp"

namespace robots {

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

const SeriesRecord& Activity::of_all() const {
    return fixed_->all;
}

std::uint64_t Activity::series_evicted() const {
    return fixed_->series_evicted.load(std::memory_order_relaxed);
}

std::uint64_t Activity::names_evicted() const {
    return fixed_->names_evicted.load(std::memory_order_relaxed);
}

// Where all series are there, at the first place that they may lie at, and have
// counted in this minute before. Then the request leaves a trail. The views are
// copied for the same reason as in Ledger::judged.
inline bool Activity::count_at_home(const Site& site, const Verdict& verdict,
                                    std::uint64_t visitor) noexcept {
    const SeriesMinute minute = minute_;
    const auto series = series_;
    const Treatment treatment = treatment_of(verdict);
    SeriesRecord::Word* const all = fixed_->all.word_of(minute, treatment);
    if (all == nullptr) {
        return false;
    }
    SeriesRecord* const of_site = series.find_at_home(site.key);
    if (of_site == nullptr) {
        return false;
    }
    SeriesRecord::Word* const sites = of_site->word_of(minute, treatment);
    if (sites == nullptr) {
        return false;
    }
    SeriesRecord* const of_crawler =
        series.find_at_home(crawler_key(verdict.crawler));
    if (of_crawler == nullptr) {
        return false;
    }
    SeriesRecord::Word* const crawlers = of_crawler->word_of(minute, treatment);
    if (crawlers == nullptr) {
        return false;
    }
    all->fetch_add(1, std::memory_order_relaxed);
    sites->fetch_add(1, std::memory_order_relaxed);
    crawlers->fetch_add(1, std::memory_order_relaxed);
    const std::uint64_t key = trail_key(visitor, treatment);
    trails_[key % kTrails] = {key ^ generation_, sites, crawlers, all};
    return true;
}

// Without series but that of all, each request ends the trails.
void Activity::end_trails(Milliseconds now) noexcept {
    ++generation_;
    left_ = SeriesRecord::kUnchecked;
    evicted_ = fixed_->series_evicted.load(std::memory_order_acquire);
    minute_ = SeriesMinute::at(now);
    if (has_series()) {
        minute_start_ = minute_.number * kMinute;
    }
}

void Activity::judged_elsewhere(const Site& site, const Verdict& verdict,
                                std::uint64_t visitor,
                                Milliseconds now) noexcept {
    if (!is_in_minute(now) || !has_all_series() || left_ == 0) {
        end_trails(now);
    }
    if (has_series() && count_at_home(site, verdict, visitor)) {
        return;
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
