// Finds out whether a crawler has fetched robots.txt. The functions in
// fetch_record.hpp record the fetches.

#pragma once

#include <string_view>

#include "module/conf/configuration.hpp"
#include "policy/site/policy.hpp"

namespace robots::nginx {

// Whether a client in the network of `address` has fetched the robots.txt of
// `site` under the name of `crawler`. Always false if `site` is nullptr, or if
// the crawler is not `contact_only`.
inline bool has_fetched(MainConf& conf, const Site* site,
                        const Sighting& crawler, Identity identity,
                        std::string_view address) {
    if (!crawler.contact_only || site == nullptr) {
        return false;
    }
    const Visitor visitor{site->key, crawler, identity};
    const std::uint64_t key = conf.zone.keys().fetch(visitor, address);
    return conf.zone.fetches().last(key).has_value();
}

}  // namespace robots::nginx
