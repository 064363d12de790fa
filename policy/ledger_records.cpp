#include "ledger_records.hpp"

#include <algorithm>

namespace robots {

namespace {

constexpr int kIdentityBits = 2;
constexpr std::uint64_t kIdentityMask = (1 << kIdentityBits) - 1;
constexpr int kTagBits = 24;
constexpr std::uint64_t kTagMask = (std::uint64_t{1} << kTagBits) - 1;
constexpr std::uint64_t kSecond = 1000;

void store(SharedWord& word, std::uint64_t value) {
    word.store(value, std::memory_order_relaxed);
}

void add(SharedWord& word, std::uint64_t value) {
    word.fetch_add(value, std::memory_order_relaxed);
}

std::uint64_t ms(Milliseconds time) {
    return static_cast<std::uint64_t>(time.count());
}

}  // namespace

std::uint64_t VisitRecord::key() const {
    return visit_key(pair_key(site(), crawler()), identity());
}

Identity VisitRecord::identity() const {
    return static_cast<Identity>(load(first_) & kIdentityMask);
}

Milliseconds VisitRecord::first_seen() const {
    return Milliseconds(load(first_) >> kIdentityBits);
}

std::uint64_t VisitRecord::seen() const {
    return std::max(load(asked_), ms(fetched()));
}

Milliseconds VisitRecord::fetched() const {
    return Milliseconds((load(fetched_) >> kTagBits) * kSecond);
}

RevisionTag VisitRecord::fetched_revision() const {
    return static_cast<RevisionTag>(load(fetched_) & kTagMask);
}

std::uint64_t VisitRecord::requests(Violation violation, Action action) const {
    return load(requests_[slot_of(violation, action)]);
}

std::uint64_t VisitRecord::intervals(std::size_t bucket) const {
    return load(intervals_[bucket]);
}

void VisitRecord::name(std::uint64_t site, std::uint64_t crawler,
                       Identity identity, Milliseconds now) noexcept {
    store(site_, site);
    store(crawler_, crawler);
    store(first_,
          ms(now) << kIdentityBits | static_cast<std::uint64_t>(identity));
}

// A time of zero seconds would mean never.
void VisitRecord::count_fetch(RevisionTag revision, Milliseconds now) noexcept {
    const std::uint64_t second = std::max<std::uint64_t>(ms(now) / kSecond, 1);
    store(fetched_, second << kTagBits | revision);
    add(fetches_, 1);
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
