// The names of crawlers that are not in the catalogue: those that came most,
// and lately.
//
// Names are the client's to choose, so there is room for few, and each is cut.
// A name that is new to a full table takes the place of the one with the least
// time left: each has until a minute after its last request, and a minute more
// for each request before, up to a week. So a crawler that comes often survives
// any number of names that come once.

#ifndef ROBOTS_POLICY_STATE_UNLISTED_NAMES_HPP
#define ROBOTS_POLICY_STATE_UNLISTED_NAMES_HPP

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "policy/base/time.hpp"
#include "policy/state/record_table.hpp"

namespace robots {

// A record of a RecordTable.
class UnlistedName {
  public:
    static constexpr std::size_t kMaxOctets = 48;

    std::string name() const;
    std::uint64_t requests() const { return load(requests_); }
    std::uint64_t violations() const { return load(violations_); }
    std::uint64_t site() const { return load(site_); }  // the last one
    Milliseconds first_seen() const { return Milliseconds(load(first_)); }
    Milliseconds last_seen() const { return Milliseconds(load(last_)); }

    std::uint64_t key() const { return load(key_); }
    // Until when it keeps its place.
    std::uint64_t seen() const {
        return load(last_) + std::min(load(requests_) * kMinute, kWeek);
    }

    void name(std::uint64_t key, std::string_view text,
              Milliseconds now) noexcept;
    void count(std::uint64_t site, bool violation, Milliseconds now) noexcept {
        requests_.fetch_add(1, std::memory_order_relaxed);
        if (violation) {
            violations_.fetch_add(1, std::memory_order_relaxed);
        }
        site_.store(site, std::memory_order_release);
        last_.store(static_cast<std::uint64_t>(now.count()),
                    std::memory_order_release);
    }

  private:
    static constexpr std::uint64_t kMinute = 60'000;
    static constexpr std::uint64_t kWeek = 7 * (24 * (60 * kMinute));

    static std::uint64_t load(const SharedWord& word) {
        return word.load(std::memory_order_relaxed);
    }

    SharedWord key_;
    SharedWord requests_;
    SharedWord violations_;
    SharedWord site_;
    SharedWord first_;
    SharedWord last_;
    std::array<SharedWord, kMaxOctets / 8> text_;  // zeros behind its end
};

}  // namespace robots

#endif
