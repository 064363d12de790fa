#include "policy/shared_memory/activity.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "policy/shared_memory/ledger_records.hpp"

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
        store(text_[i], word);
    }
    store(key_, key);
    store(first_, milliseconds_of(now));
    store(last_, milliseconds_of(now));
}

namespace {

constexpr std::size_t kNamePlaces = 256;
constexpr Milliseconds kRest{1000};

// Returns the size of a part that needs `needed` octets: at most a quarter of
// `rest`, and a multiple of the cache line.
std::size_t cut_from(std::size_t rest, std::size_t needed) {
    constexpr std::size_t kLine = Activity::kAlignment;
    return std::min(rest / 4, needed + kLine) / kLine * kLine;
}

}  // namespace

std::size_t Activity::min_octets() {
    return sizeof(Fixed) +
           4 * (RecordTable<UnlistedName>::octets_for(1) + 2 * kAlignment) /
               kAlignment * kAlignment;
}

// The memory has the fixed part, then violations, names and series.
Activity::Activity(void* memory, std::size_t octets)
    : Activity(static_cast<Fixed*>(memory),
               cut_from(octets - sizeof(Fixed),
                        RecentViolations::octets_for(RecentViolations::kMost)),
               cut_from(octets - sizeof(Fixed),
                        RecordTable<UnlistedName>::octets_for(kNamePlaces)),
               octets - sizeof(Fixed)) {}

Activity::Activity(Fixed* fixed, std::size_t violations, std::size_t names,
                   std::size_t rest)
    : fixed_(fixed),
      violations_(fixed + 1, violations, fixed->violations),
      names_(behind(fixed + 1, violations), names, fixed->names_evicted),
      series_(behind(fixed + 1, violations + names), rest - violations - names,
              fixed->series_evicted) {}

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
