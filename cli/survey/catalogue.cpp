#include "cli/survey/catalogue.hpp"

namespace robotsctl {

namespace {

// As many as Groups::select follows, with the crawler's own.
constexpr std::size_t kMostGroups = 9;

}  // namespace

Catalogue::Catalogue()
    : crawlers_(robots::built_in_crawlers(), robots::built_in_not_crawlers()),
      binding_(size()),
      bound_by_(size()) {
    for (CrawlerIndex i = 0; i < size(); ++i) {
        std::vector<CrawlerIndex>& binding = binding_[i];
        std::optional<CrawlerIndex> next = i;
        while (next && binding.size() < kMostGroups) {
            binding.push_back(*next);
            bound_by_[*next].push_back(i);
            const std::string& token = (*this)[*next].falls_back_to;
            next = token.empty() ? std::nullopt : find(token);
        }
    }
}

std::optional<CrawlerIndex> Catalogue::find(std::string_view token) const {
    const robots::Crawler* crawler = crawlers_.find(token);
    if (crawler == nullptr) {
        return std::nullopt;
    }
    return static_cast<CrawlerIndex>(crawler - crawlers_.entries().data());
}

}  // namespace robotsctl
