#include "status/collection/names.hpp"

#include <algorithm>

#include "policy/shared_memory/ledger_records.hpp"
#include "status/model/model.hpp"

namespace robots::status {

namespace {

constexpr std::size_t kStep = 4096;

// The token of a crawler that is known only by the shape of its header. No
// group can have this token as its name.
constexpr std::string_view kAnyToken = "-";

std::uint32_t find(
    const std::unordered_map<std::uint64_t, std::uint32_t>& numbers,
    std::uint64_t key, std::uint32_t otherwise) {
    const auto found = numbers.find(key);
    return found != numbers.end() ? found->second : otherwise;
}

}  // namespace

const Site* site_named(const Policy& policy, std::string_view name) {
    const auto& sites = policy.sites();
    const auto site =
        std::find_if(sites.begin(), sites.end(),
                     [name](const Site& each) { return each.name == name; });
    return site != sites.end() ? &*site : nullptr;
}

bool Names::step() {
    const auto& crawlers = policy_.crawlers().entries();
    const auto& sites = policy_.sites();
    if (crawlers_.empty()) {
        sites_.reserve(sites.size());
        crawlers_.reserve(crawlers.size());
        for (const Crawler& crawler : crawlers) {
            crawlers_.emplace(crawler.key, crawlers_.size());
        }
    }
    const std::size_t end = std::min(known_ + kStep, sites.size());
    for (; known_ < end; ++known_) {
        sites_.emplace(sites[known_].key, known_);
    }
    return end == sites.size();
}

std::uint32_t Names::site(std::uint64_t key) const {
    return find(sites_, key, gone_site());
}

std::uint32_t Names::crawler(std::uint64_t key) const {
    return key == kUnlistedCrawler ? unlisted()
                                   : find(crawlers_, key, gone_crawler());
}

std::uint32_t Names::gone_site() const {
    return static_cast<std::uint32_t>(policy_.sites().size());
}

std::uint32_t Names::gone_crawler() const {
    return static_cast<std::uint32_t>(policy_.crawlers().entries().size());
}

const Site* Names::site_at(std::uint32_t number) const {
    return number < gone_site() ? &policy_.sites()[number] : nullptr;
}

const Crawler* Names::crawler_at(std::uint32_t number) const {
    return number < gone_crawler() ? &policy_.crawlers().entries()[number]
                                   : nullptr;
}

std::string_view Names::site_name(std::uint32_t number) const {
    if (const Site* site = site_at(number)) {
        return site->name;
    }
    return model::kGone;
}

std::string_view Names::crawler_name(std::uint32_t number) const {
    if (const Crawler* crawler = crawler_at(number)) {
        return crawler->token;
    }
    return number == unlisted() ? model::kUnlisted : model::kGone;
}

std::string_view Names::category(std::uint32_t crawler) const {
    const Crawler* known = crawler_at(crawler);
    return to_string(known != nullptr ? known->category : Category::other);
}

std::optional<std::uint64_t> Names::key(std::uint32_t crawler) const {
    if (const Crawler* known = crawler_at(crawler)) {
        return known->key;
    }
    return crawler == unlisted() ? std::optional(kUnlistedCrawler)
                                 : std::nullopt;
}

Sighting Names::sighting(std::uint32_t crawler) const {
    const Crawler* known = crawler_at(crawler);
    return known != nullptr ? Sighting{known->token, known->category, known}
                            : Sighting{kAnyToken, Category::other, nullptr};
}

}  // namespace robots::status
