// Tokens of a group that readers could find in the names of other crawlers.

#ifndef ROBOTS_POLICY_LOADER_BUILD_PART_TOKENS_HPP
#define ROBOTS_POLICY_LOADER_BUILD_PART_TOKENS_HPP

#include <string>
#include <vector>

#include "policy/loader/build/catalogue_tokens.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/robots_txt/token_parts.hpp"

namespace robots::loader {

// Takes the tokens of a category that are part of others out of a group, so
// that no reader takes its lines for those of another crawler.
PartTokens leave_out_parts(const CatalogueTokens& catalogue,
                           std::vector<std::string>& user_agents);

// Notes for each group of `document` the tokens that are part of those of
// crawlers without a group: their author named them. Crawlers with groups of
// their own find them.
void find_published_parts(const CatalogueTokens& catalogue,
                          const RobotsTxt& document,
                          std::vector<PartTokens>& parts_of_groups);

}  // namespace robots::loader

#endif
