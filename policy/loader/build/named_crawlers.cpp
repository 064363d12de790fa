#include "policy/loader/build/named_crawlers.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_set>
#include <utility>

#include "policy/base/ascii.hpp"

namespace robots::loader {

std::shared_ptr<const Crawlers> with_named(
    std::shared_ptr<const Crawlers> crawlers, const std::vector<Text>& named) {
    std::vector<Crawler> lacking;
    std::unordered_set<std::string> met;
    for (const Text& token : named) {
        if (crawlers->find(token.value) == nullptr &&
            met.insert(fold(token.value)).second) {
            Crawler crawler;
            crawler.token = token.value;
            crawler.catalogued = false;
            lacking.push_back(std::move(crawler));
        }
    }
    if (lacking.empty()) {
        return crawlers;
    }
    std::vector<Crawler> all = crawlers->entries();
    std::move(lacking.begin(), lacking.end(), std::back_inserter(all));
    return std::make_shared<const Crawlers>(std::move(all),
                                            built_in_not_crawlers());
}

}  // namespace robots::loader
