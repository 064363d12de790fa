#include "policy/crawlers/signed_sender.hpp"

#include <algorithm>
#include <string>

namespace robots {

bool is_signed_by(const signature::Finding& finding, const Crawlers& crawlers,
                  const Sighting& crawler) {
    return std::any_of(finding.owners.begin(), finding.owners.end(),
                       [&](std::uint32_t owner) {
                           return &crawlers.entries()[owner] == crawler.crawler;
                       });
}

Sighting signed_sender(signature::Finding& finding, const Crawlers& crawlers,
                       const Sighting& named) {
    if (finding.owners.empty() || is_signed_by(finding, crawlers, named)) {
        return named;
    }
    const Crawler& owner = crawlers.entries()[finding.owners.front()];
    if (named.crawler == nullptr) {
        return {owner.token, owner.category, &owner};
    }
    finding = {signature::Result::unknown_key,
               {},
               "signed by " + owner.token + ", whose key is not one of " +
                   named.crawler->token};
    return named;
}

}  // namespace robots
