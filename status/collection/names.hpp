// Which sites and crawlers of the running policy the ledger's keys stand for.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "policy/site/policy.hpp"

namespace robots::status {

// nullptr: the policy has no site of that name.
const Site* site_named(const Policy& policy, std::string_view name);

// Sites and crawlers are numbered as the policy has them; the numbers after the
// last are those that are not in the policy.
class Names {
  public:
    explicit Names(const Policy& policy) : policy_(policy) {}

    // Reads a few thousand names more. True: all are read. Throws
    // std::bad_alloc.
    bool step();

    std::uint32_t site(std::uint64_t key) const;
    std::uint32_t crawler(std::uint64_t key) const;

    std::uint32_t gone_site() const;
    std::uint32_t gone_crawler() const;
    std::uint32_t unlisted() const { return gone_crawler() + 1; }
    std::uint32_t crawlers() const { return gone_crawler() + 2; }

    // nullptr for a number that is not in the policy.
    const Site* site_at(std::uint32_t number) const;
    const Crawler* crawler_at(std::uint32_t number) const;

    std::string_view site_name(std::uint32_t number) const;
    std::string_view crawler_name(std::uint32_t number) const;
    std::string_view category(std::uint32_t crawler) const;
    // The key of a crawler; nullopt if the policy no longer has it.
    std::optional<std::uint64_t> key(std::uint32_t crawler) const;

    // What the header of such a crawler would be recognised as.
    Sighting sighting(std::uint32_t crawler) const;

    const Policy& policy() const { return policy_; }

  private:
    const Policy& policy_;
    std::unordered_map<std::uint64_t, std::uint32_t> sites_;
    std::unordered_map<std::uint64_t, std::uint32_t> crawlers_;
    std::size_t known_ = 0;  // sites
};

}  // namespace robots::status
