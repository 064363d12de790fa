// As whom a probe asks.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

struct Asker {
    std::string name;          // "browser", or a product token
    robots::Sighting crawler;  // without a token: a browser
    std::string user_agent;
};

// The most crawlers that are asked as without --crawler.
constexpr std::size_t kMostCrawlers = 24;

Asker browser();

// A header that names the crawler, in the form that most have:
// "Mozilla/5.0 (compatible; GPTBot/1.0; +https://openai.com/gptbot)".
Asker crawler_asker(const std::string& token, const robots::Crawlers& crawlers);

// The product tokens of a site's groups, in their order, but those that no
// User-Agent has.
std::vector<std::string> crawlers_of(const robots::Site& site,
                                     const robots::Crawlers& crawlers);

}  // namespace robotsctl
