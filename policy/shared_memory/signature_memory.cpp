#include "policy/shared_memory/signature_memory.hpp"

#include <algorithm>

namespace robots {

namespace {

// Times are stored in steps of eight seconds. 29 bits of steps last until 2106.
constexpr int kSignatureExpiryBits = 29;
constexpr Utc::rep kSignatureStep = 8;
constexpr std::uint64_t kExpiryMask =
    (std::uint64_t{1} << kSignatureExpiryBits) - 1;

std::uint64_t steps(Utc time) {
    return static_cast<std::uint64_t>(time.count() / kSignatureStep) &
           kExpiryMask;
}

std::uint64_t hash_of(std::uint64_t second) {
    return second << kSignatureExpiryBits;
}

// Returns how long an entry is kept from `now` on, in steps; 0 if it has
// expired.
std::uint64_t left(std::uint64_t rest, Utc now) {
    const std::uint64_t end = rest & kExpiryMask;
    const std::uint64_t since = steps(now);
    return end > since ? end - since : 0;
}

bool is_of(std::uint64_t rest, std::uint64_t second, Utc now) {
    return (rest & ~kExpiryMask) == hash_of(second) && left(rest, now) > 0;
}

}  // namespace

bool SignatureMemory::has_met(std::uint64_t second, Utc now) const noexcept {
    const auto& entries = bucket_of(second).entries;
    return std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) {
        return is_of(entry.rest.load(std::memory_order_relaxed), second, now);
    });
}

bool SignatureMemory::knows(const SignatureKey& key, Utc now) const noexcept {
    const auto& entries = bucket_of(key.second).entries;
    return std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) {
        const std::uint64_t rest = entry.rest.load(std::memory_order_relaxed);
        const std::uint64_t check = entry.check.load(std::memory_order_relaxed);
        return (check ^ rest) == key.first && is_of(rest, key.second, now);
    });
}

void SignatureMemory::keep(const SignatureKey& key, Utc end, Utc now) noexcept {
    Entry* first = nullptr;
    std::uint64_t least = 0;
    for (Entry& entry : bucket_of(key.second).entries) {
        const std::uint64_t rest = entry.rest.load(std::memory_order_relaxed);
        if (first == nullptr || left(rest, now) < least) {
            first = &entry;
            least = left(rest, now);
        }
    }
    // steps() rounds down. One more step keeps the entry until `end` or longer.
    const std::uint64_t rest =
        hash_of(key.second) | ((steps(end) + 1) & kExpiryMask);
    first->rest.store(rest, std::memory_order_relaxed);
    first->check.store(key.first ^ rest, std::memory_order_relaxed);
}

}  // namespace robots
