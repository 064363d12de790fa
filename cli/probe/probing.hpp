// Sends requests for robots.txt and pages as a browser and as crawlers, and
// compares the answers with a policy.

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

// The client that a probe pretends to be: a browser or a crawler.
struct Asker {
    std::string name;          // "browser", or a product token
    robots::Sighting crawler;  // without a token: a browser
    std::string user_agent;
};

// The maximum number of crawlers that a probe pretends to be if the option
// --crawler is not given.
constexpr std::size_t kMostCrawlers = 24;

Asker browser();

// Returns an asker whose User-Agent names the crawler in the most common form:
// "Mozilla/5.0 (compatible; GPTBot/1.0; +https://openai.com/gptbot)".
Asker crawler_asker(const std::string& token, const robots::Crawlers& crawlers);

// Returns the product tokens of a site's groups, in the order of the groups,
// except "*" and tokens that no User-Agent contains.
std::vector<std::string> crawlers_of(const robots::Site& site,
                                     const robots::Crawlers& crawlers);

// A difference at one URL, and the names of the askers that get this answer.
struct Observation {
    Difference difference;
    std::vector<std::string> askers;
};

// One URL of an origin.
struct Page {
    std::string url;
    std::string target;  // "/robots.txt" is the first of an origin's pages
    std::vector<Observation> findings;
};

// A scheme, host and port, and the pages that are requested from this server.
struct Origin {
    robots::Url url;
    std::string text;
    const robots::Site* site = nullptr;
    ExpectedRobotsTxt robots_txt;
    AskSettings settings;
    std::vector<Page> pages;
    std::vector<Asker> askers;
    std::size_t left_out = 0;  // crawlers beyond kMostCrawlers
    // For each asker, the number of `pages` to ask for, from the first page on.
    // After ask_all(), the number of pages that were asked for before
    // AskSettings::end.
    std::vector<std::size_t> asked;
    std::string problem;  // why the browser did not get an answer
    // The names of the askers for which AskSettings::end came too early;
    // `out_of_time` is the message for them.
    std::vector<std::string> cut_off{};
    std::string out_of_time{};
};

// Asks for all pages of `origins`, a few pages at a time: first as a browser
// and then, if the browser gets an answer, as the crawlers. If a crawler's
// group has a Crawl-delay or Request-rate, this crawler asks only for
// robots.txt and one page of a site. Adds the differences to the pages.
void ask_all(const robots::Policy& policy, std::vector<Origin>& origins);

}  // namespace robotsctl
