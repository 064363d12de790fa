#include "policy/shared_memory/identity_cache.hpp"

#include <algorithm>

namespace robots {

namespace {

constexpr std::chrono::seconds kShortest{60};
constexpr std::chrono::seconds kLongestTime{24 * 3600};
constexpr std::chrono::seconds kLongestImpostor{3600};

// Times are in steps of eight seconds. 27 bits of steps last for 34 years.
constexpr std::chrono::seconds kStep{8};
constexpr int kExpiryBits = 27;
constexpr int kIdentityBits = 2;
constexpr int kCheckBits = 11;
static_assert(kIdentityBits + kExpiryBits + kCheckBits ==
              64 - IdentityCache::Words::kTagBits);

// The check of a key is its bits 24 to 34. The tag is the bits below. Bits 32
// to 34 also choose the bucket, but only in a table of 32 GiB or more.
constexpr int kCheckShift = 24;

constexpr std::uint64_t low_bits(int bits) {
    return (std::uint64_t{1} << bits) - 1;
}

// The value of a word.
struct CachedIdentity {
    Identity identity = Identity::unverifiable;
    std::uint64_t expiry = 0;  // in steps
    std::uint64_t check = 0;

    static CachedIdentity of(std::uint64_t value) {
        return {static_cast<Identity>(value & low_bits(kIdentityBits)),
                value >> kIdentityBits & low_bits(kExpiryBits),
                value >> (kIdentityBits + kExpiryBits)};
    }
    std::uint64_t value() const {
        return static_cast<std::uint64_t>(identity) |
               (expiry & low_bits(kExpiryBits)) << kIdentityBits |
               check << (kIdentityBits + kExpiryBits);
    }
};

std::uint64_t steps(Milliseconds time) {
    return static_cast<std::uint64_t>(
        std::max<Milliseconds::rep>(time / kStep, 0));
}

// Returns how long the entry `value` lasts from `now` on, in steps; zero if it
// has expired. An entry that would last longer than kLongestTime was stored
// before the clock restarted, and counts as expired.
std::uint64_t left(std::uint64_t value, Milliseconds now) {
    const std::uint64_t expiry = CachedIdentity::of(value).expiry;
    const std::uint64_t since = steps(now);
    return expiry > since && expiry - since <= steps(kLongestTime) + 1
               ? expiry - since
               : 0;
}

std::uint64_t check_of(std::uint64_t key) {
    return key >> kCheckShift & low_bits(kCheckBits);
}

// Returns whether a word keeps `value`, so that `next` is not stored. An entry
// of the same client is kept if it has not expired, and `next` is unverifiable
// but the entry is not. An entry of another client is kept if it expires later
// than `next`. `known` must be true if the two entries have the same tag.
bool is_kept(std::uint64_t value, const CachedIdentity& next, bool known,
             Milliseconds now) {
    const CachedIdentity entry = CachedIdentity::of(value);
    if (known && entry.check == next.check) {
        return next.identity == Identity::unverifiable &&
               entry.identity != Identity::unverifiable &&
               left(value, now) != 0;
    }
    return left(value, now) > left(next.value(), now);
}

}  // namespace

std::chrono::seconds kept_for(Identity identity, std::chrono::seconds ttl) {
    switch (identity) {
        case Identity::verified:
            return std::clamp(ttl, kShortest, kLongestTime);
        case Identity::impostor:
            return std::clamp(ttl, kShortest, kLongestImpostor);
        case Identity::unverifiable:
            break;
    }
    return kShortest;
}

std::uint64_t IdentityCache::key_of(const Crawler& crawler,
                                    std::string_view address) const {
    return keys_->identity(crawler.assertion_key, address);
}

IdentityCache::Words::Place IdentityCache::locate(std::uint64_t key,
                                                  Milliseconds now) const {
    return words_.locate(
        key, [now](std::uint64_t value) { return left(value, now); });
}

std::optional<Identity> IdentityCache::find(const Crawler& crawler,
                                            std::string_view address,
                                            Milliseconds now) const noexcept {
    const std::uint64_t key = key_of(crawler, address);
    const std::uint64_t value = words_.find(key).value();
    const CachedIdentity entry = CachedIdentity::of(value);
    return entry.check == check_of(key) && left(value, now) != 0
               ? std::optional<Identity>(entry.identity)
               : std::nullopt;
}

void IdentityCache::remember(const Crawler& crawler, std::string_view address,
                             Identity identity, std::chrono::seconds ttl,
                             Milliseconds now) noexcept {
    const std::uint64_t key = key_of(crawler, address);
    const CachedIdentity entry{identity, steps(now + kept_for(identity, ttl)),
                               check_of(key)};
    for (;;) {
        const Words::Place place = locate(key, now);
        if (is_kept(place.value(), entry, place.known, now) ||
            Words::store(place, key, entry.value())) {
            return;
        }
    }
}

}  // namespace robots
