// Finds the sites and crawlers of the running policy by the ledger's keys.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "policy/site/policy.hpp"

namespace robots::status {

// Returns nullptr if the policy does not have a site with this name.
const Site* site_named(const Policy& policy, std::string_view name);

// Sites and crawlers are numbered in the order of the policy. After the last
// site comes gone_site(); after the last crawler come gone_crawler() and
// unlisted().
class Names {
  public:
    explicit Names(const Policy& policy) : policy_(policy) {}

    // Reads the next few thousand names. Returns true if all names are read.
    // From then on, site() and crawler() know all keys. Throws std::bad_alloc.
    bool step();

    std::uint32_t site(std::uint64_t key) const;
    std::uint32_t crawler(std::uint64_t key) const;

    std::uint32_t gone_site() const;
    std::uint32_t gone_crawler() const;
    std::uint32_t unlisted() const { return gone_crawler() + 1; }
    std::uint32_t crawlers() const { return gone_crawler() + 2; }

    // Both return nullptr for the numbers after the last site or crawler.
    const Site* site_at(std::uint32_t number) const;
    const Crawler* crawler_at(std::uint32_t number) const;

    std::string_view site_name(std::uint32_t number) const;
    std::string_view crawler_name(std::uint32_t number) const;
    std::string_view category(std::uint32_t crawler) const;
    // The key of a crawler; nullopt if the policy no longer has the crawler.
    std::optional<std::uint64_t> key(std::uint32_t crawler) const;

    // The Sighting of a request whose User-Agent header names the crawler.
    Sighting sighting(std::uint32_t crawler) const;

    const Policy& policy() const { return policy_; }

  private:
    const Policy& policy_;
    std::unordered_map<std::uint64_t, std::uint32_t> sites_;
    std::unordered_map<std::uint64_t, std::uint32_t> crawlers_;
    std::size_t known_ = 0;  // sites read so far
};

}  // namespace robots::status
