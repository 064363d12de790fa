// robotsctl identify: which crawler a User-Agent header mentions.

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/input.hpp"
#include "cli/output/json.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"
#include "policy/crawlers/crawlers.hpp"

namespace robotsctl {

namespace {

struct IdentifyOptions {
    std::vector<std::string> headers;
    bool json = false;
};

// Servers do not accept headers that are this long.
constexpr std::size_t kMaxHeader = std::size_t{64} * 1024;

// The crawler that a text mentions. The text may be a header, or only the name
// of a crawler or program.
struct Answer {
    std::string_view token;  // empty: no crawler
    robots::Category category = robots::Category::other;
    const robots::Crawler* crawler = nullptr;
    bool name_only = false;  // no crawler sends this text as a header
};

// Returns "Java" for "Java/17." and "guzzle" for "guzzle/".
std::string_view name_in(std::string_view match) {
    return match.substr(0, match.find('/'));
}

// Returns the crawler with the token `name`, or with headers that start with
// this name.
const robots::Crawler* crawler_named(const robots::Crawlers& crawlers,
                                     std::string_view name) {
    if (const robots::Crawler* crawler = crawlers.find(name)) {
        return crawler;
    }
    const auto& all = crawlers.entries();
    const auto at = std::find_if(
        all.begin(), all.end(), [name](const robots::Crawler& crawler) {
            return std::any_of(crawler.match.begin(), crawler.match.end(),
                               [name](const std::string& match) {
                                   return robots::equal_folded(name_in(match),
                                                               name);
                               });
        });
    return at == all.end() || name.empty() ? nullptr : &*at;
}

Answer answer_on_header(const robots::Crawlers& crawlers,
                        const std::string& header) {
    const robots::Sighting sighting = crawlers.identify(header);
    if (sighting) {
        return {sighting.token, sighting.category, sighting.crawler, false};
    }
    const robots::Crawler* known =
        crawler_named(crawlers, robots::trim(header));
    return known == nullptr
               ? Answer{}
               : Answer{known->token, known->category, known, true};
}

// Returns a note about the headers of a crawler that was found only by its
// name.
std::string note_on(const robots::Crawler& crawler) {
    if (!crawler.in_user_agent) {
        return "a name for robots.txt; no header has it";
    }
    return crawler.match.empty() ? "only a name"
                                 : "only a name; its headers have " +
                                       robots::cited(crawler.match.front());
}

void print_answer(const Answer& answer, const std::string& header, bool json) {
    const bool is_known = !answer.token.empty();
    if (json) {
        const bool is_listed = answer.crawler != nullptr;
        print({{"crawler", json_or_null(answer.token)},
               {"category",
                json_or_null(is_known ? to_string(answer.category) : "")},
               {"operator",
                json_or_null(is_listed ? answer.crawler->operator_name : "")},
               {"name_only", answer.name_only},
               {"user_agent", header}});
        return;
    }
    if (is_known) {
        std::cout << robots::printable(answer.token) << '\t'
                  << to_string(answer.category);
    } else {
        std::cout << "-\t-";
    }
    std::cout << '\t' << robots::printable(header);
    if (answer.name_only) {
        std::cout << '\t' << note_on(*answer.crawler);
    }
    std::cout << '\n';
}

int identify(const IdentifyOptions& options) {
    const robots::Crawlers crawlers(robots::built_in_crawlers(),
                                    robots::built_in_not_crawlers());
    const auto answer = [&](const std::string& header) {
        print_answer(answer_on_header(crawlers, header), header, options.json);
    };
    for (const std::string& header : options.headers) {
        answer(header);
    }
    std::string line;
    while (options.headers.empty() && read_line(std::cin, line, kMaxHeader)) {
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        answer(line);
    }
    return kFine;
}

}  // namespace

void add_identify(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<IdentifyOptions>(
        app, run, "identify", "show which crawler a User-Agent header names",
        identify);
    verb.add_option("UA", options.headers,
                    "values of User-Agent headers, or names of crawlers and "
                    "programs (default: the lines of standard input)")
        ->type_name("HEADER");
    verb.add_flag("--json", options.json, "print JSON Lines");
}

}  // namespace robotsctl
