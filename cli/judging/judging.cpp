#include "cli/judging/judging.hpp"

#include <algorithm>
#include <chrono>
#include <random>

#include "policy/base/text.hpp"
#include "policy/crawlers/identity.hpp"

namespace robotsctl {

namespace {

robots::Identity identity_from(std::string_view text) {
    for (const auto identity :
         {robots::Identity::verified, robots::Identity::impostor}) {
        if (text == to_string(identity)) {
            return identity;
        }
    }
    return robots::Identity::unverifiable;
}

}  // namespace

robots::Request request_of(const LogRecord& record, std::string_view address,
                           robots::Slashes slashes) {
    robots::Request out;
    out.target = record.target;
    out.slashes = slashes;
    out.address = address;
    out.method = robots::method_from(record.method);
    out.utc = std::chrono::duration_cast<robots::Utc>(record.arrival());
    out.identity = identity_from(record.identity);
    return out;
}

std::uint16_t status_of(const LogRecord& record) {
    return static_cast<std::uint16_t>(
        robots::number_from(record.status).value_or(0));
}

robots::HeaderMemory remember_headers(const robots::Crawlers& crawlers) {
    // The log of a day has some thousand different headers.
    constexpr std::size_t kSets = std::size_t{1} << 13;
    std::random_device source;
    return robots::HeaderMemory(
        crawlers, std::uint64_t{source()} << 32 | source(), kSets);
}

robots::Milliseconds BoundedTable::get(std::uint64_t key) const {
    for (const Slot& slot : sets_[key % sets_.size()]) {
        if (slot.key == key) {
            return slot.time;
        }
    }
    return robots::Milliseconds{0};
}

robots::Milliseconds BoundedTable::put(std::uint64_t key,
                                       robots::Milliseconds time) {
    Set& set = sets_[key % sets_.size()];
    for (Slot& slot : set) {
        if (slot.key == key) {
            slot.time = time;
            return robots::Milliseconds{0};
        }
    }
    Slot& slot = *std::min_element(
        set.begin(), set.end(),
        [](const Slot& a, const Slot& b) { return a.time < b.time; });
    const robots::Milliseconds gone = slot.time;
    slot = {key, time};
    return gone;
}

}  // namespace robotsctl
