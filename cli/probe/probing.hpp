// Asks for robots.txt and pages as a browser and as crawlers, and compares what
// is answered with a policy.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/probe/difference.hpp"
#include "cli/probe/served.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/site/host.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// As whom a probe asks.
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

// What differs at one URL, and who gets it.
struct Finding {
    Difference difference;
    std::vector<std::string> askers;
};

// One URL of an origin.
struct Page {
    std::string url;
    std::string target;  // "/robots.txt" is the first of an origin's pages
    std::vector<Finding> findings;
};

// A scheme, host and port, and what is asked there.
struct Origin {
    robots::Url url;
    std::string text;
    const robots::Site* site = nullptr;
    ExpectedRobotsTxt robots_txt;
    AskSettings settings;
    std::vector<Page> pages;
    std::vector<Asker> askers;
    std::size_t left_out = 0;  // crawlers that are not asked as
    // How many of the pages each of the askers asks for, the first ones.
    std::vector<std::size_t> asked;
    std::string problem;  // why a browser got no answer
};

// Asks for all pages of `origins`, a few at a time: as a browser first, and
// only where that gets an answer as the crawlers. Nobody whose group has a pace
// asks for more than robots.txt and one page of a site. Adds what differs to
// the pages.
void ask_all(const robots::Policy& policy, std::vector<Origin>& origins);

}  // namespace robotsctl
