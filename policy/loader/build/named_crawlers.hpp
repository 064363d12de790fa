// The crawlers that a policy names and the catalogue lacks.

#ifndef ROBOTS_POLICY_LOADER_BUILD_NAMED_CRAWLERS_HPP
#define ROBOTS_POLICY_LOADER_BUILD_NAMED_CRAWLERS_HPP

#include <memory>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/loader/yaml/reader.hpp"

namespace robots::loader {

// `crawlers` with the tokens that groups name and it lacks: what a policy names
// is a crawler.
std::shared_ptr<const Crawlers> with_named(
    std::shared_ptr<const Crawlers> crawlers, const std::vector<Text>& named);

}  // namespace robots::loader

#endif
