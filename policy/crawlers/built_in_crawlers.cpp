// The catalogue of crawlers.yaml, as the build embeds it.

#include <algorithm>
#include <iterator>

#include "policy/base/text.hpp"
#include "policy/crawlers/crawlers.hpp"

namespace robots {

namespace {

struct EmbeddedCrawler {
    const char* token;
    const char* match;  // one a line
    Category category;
    const char* operator_name;
    const char* docs;
    Obeys wildcard;
    Obeys crawl_delay;
    Obeys request_rate;
    Obeys visit_time;
    const char* falls_back_to;
    bool in_user_agent;
    const char* rdns;             // one a line
    const char* ranges_url;       // one a line
    const char* signature_agent;  // one a line
};

#include "crawlers_table.inc"

std::vector<Crawler> unpack() {
    std::vector<Crawler> out;
    out.reserve(std::size(kEmbeddedCrawlers));
    for (const EmbeddedCrawler& e : kEmbeddedCrawlers) {
        out.push_back({e.token, split_lines(e.match), e.category,
                       e.operator_name, e.docs, e.wildcard, e.crawl_delay,
                       e.request_rate, e.visit_time, e.falls_back_to,
                       e.in_user_agent,
                       /*catalogued=*/true, split_lines(e.rdns),
                       /*ranges=*/{}, split_lines(e.ranges_url),
                       split_lines(e.signature_agent),
                       /*signature_agent_place=*/{}, /*keys=*/{}});
    }
    return out;
}

}  // namespace

std::vector<Crawler> built_in_crawlers() {
    return unpack();
}

std::vector<std::string> built_in_not_crawlers() {
    return {std::begin(kEmbeddedNotCrawlers), std::end(kEmbeddedNotCrawlers)};
}

}  // namespace robots
