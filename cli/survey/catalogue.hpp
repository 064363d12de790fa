// The built-in catalogue of crawlers, and which of them a group binds.

#ifndef ROBOTS_CLI_SURVEY_CATALOGUE_HPP
#define ROBOTS_CLI_SURVEY_CATALOGUE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"

namespace robotsctl {

// Crawlers are named by their place in the catalogue.
using CrawlerIndex = std::uint32_t;

class Catalogue {
  public:
    Catalogue();

    std::size_t size() const { return crawlers_.entries().size(); }
    const robots::Crawler& operator[](CrawlerIndex i) const {
        return crawlers_.entries()[i];
    }
    const robots::Crawlers& crawlers() const { return crawlers_; }

    // The crawler of a product token, however it is spelt.
    std::optional<CrawlerIndex> find(std::string_view token) const;

    // Whose groups bind a crawler, the nearest first: its own, then those of
    // what it falls back to. As Groups::select does.
    const std::vector<CrawlerIndex>& binding(CrawlerIndex i) const {
        return binding_[i];
    }
    // Whom a group that names crawler `i` may bind: itself, and those that fall
    // back to it.
    const std::vector<CrawlerIndex>& bound_by(CrawlerIndex i) const {
        return bound_by_[i];
    }

  private:
    robots::Crawlers crawlers_;
    std::vector<std::vector<CrawlerIndex>> binding_;
    std::vector<std::vector<CrawlerIndex>> bound_by_;
};

}  // namespace robotsctl

#endif
