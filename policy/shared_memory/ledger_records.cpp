#include "policy/shared_memory/ledger_records.hpp"

#include <algorithm>

namespace robots {

namespace {

constexpr int kVisitIdentityBits = 2;
constexpr std::uint64_t kVisitIdentityMask = (1 << kVisitIdentityBits) - 1;

}  // namespace

std::uint64_t VisitRecord::key() const {
    return visit_key(pair_key(site(), crawler()), identity());
}

Identity VisitRecord::identity() const {
    return static_cast<Identity>(load(first_) & kVisitIdentityMask);
}

Milliseconds VisitRecord::first_seen() const {
    return Milliseconds(load(first_) >> kVisitIdentityBits);
}

std::uint64_t VisitRecord::seen() const {
    return std::max(load(asked_), milliseconds_of(fetched()));
}

Milliseconds VisitRecord::fetched() const {
    return Milliseconds((load(fetched_) >> kTagBits) * kSecond);
}

RevisionTag VisitRecord::fetched_revision() const {
    return static_cast<RevisionTag>(load(fetched_) &
                                    ((std::uint64_t{1} << kTagBits) - 1));
}

std::uint64_t VisitRecord::requests(Violation violation,
                                    Outcome outcome) const {
    return load(requests_[slot_of(violation, outcome)]);
}

std::uint64_t VisitRecord::intervals(std::size_t bucket) const {
    return load(intervals_[bucket]);
}

std::uint64_t VisitRecord::signatures(signature::Result result) const {
    return signatures_[static_cast<std::size_t>(result) - 1].load(
        std::memory_order_relaxed);
}

std::uint64_t VisitRecord::also(Violation violation) const {
    return violation == Violation::none
               ? 0
               : also_[static_cast<std::size_t>(violation) - 1].load(
                     std::memory_order_relaxed);
}

// Adds one, but not beyond kMost. kMost is far below the maximum, so the word
// does not overflow if many processes add at the same time.
void VisitRecord::count(HalfWord& word) noexcept {
    constexpr std::uint32_t kMost = UINT32_MAX - (std::uint32_t{1} << 16);
    if (word.load(std::memory_order_relaxed) < kMost) {
        word.fetch_add(1, std::memory_order_relaxed);
    }
}

void VisitRecord::count_signature(signature::Result result) noexcept {
    count(signatures_[static_cast<std::size_t>(result) - 1]);
}

void VisitRecord::count_also(Violation violation) noexcept {
    count(also_[static_cast<std::size_t>(violation) - 1]);
}

void VisitRecord::name(std::uint64_t site, std::uint64_t crawler,
                       Identity identity, Milliseconds now) noexcept {
    store(site_, site);
    store(crawler_, crawler);
    store(first_, milliseconds_of(now) << kVisitIdentityBits |
                      static_cast<std::uint64_t>(identity));
}

std::uint64_t LineRecord::key() const {
    return line_record_key(pair_key(site(), crawler()), line());
}

void LineRecord::name(std::uint64_t site, std::uint64_t crawler,
                      std::uint64_t line) noexcept {
    store(site_, site);
    store(crawler_, crawler);
    store(line_, line);
}

}  // namespace robots
