// robotsctl identify: which crawler a User-Agent header names.

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/options/input.hpp"
#include "cli/output/json.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/utf8.hpp"
#include "policy/crawlers/crawlers.hpp"

namespace robotsctl {

namespace {

struct Options {
    std::vector<std::string> headers;
    bool json = false;
};

// Servers accept no header as long as this.
constexpr std::size_t kMaxHeader = std::size_t{64} * 1024;

void print_sighting(const robots::Sighting& sighting, const std::string& header,
                    bool json) {
    if (json) {
        Json line{{"crawler", nullptr},
                  {"category", nullptr},
                  {"user_agent", header}};
        if (sighting) {
            line["crawler"] = sighting.token;
            line["category"] = to_string(sighting.category);
        }
        print(line);
        return;
    }
    if (sighting) {
        std::cout << robots::printable(sighting.token) << '\t'
                  << to_string(sighting.category);
    } else {
        std::cout << "-\t-";
    }
    std::cout << '\t' << robots::printable(header) << '\n';
}

int identify(const Options& options) {
    const robots::Crawlers crawlers(robots::built_in_crawlers(),
                                    robots::built_in_not_crawlers());
    const auto answer = [&](const std::string& header) {
        print_sighting(crawlers.identify(header), header, options.json);
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
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand(
        "identify", "show which crawler a User-Agent header names");
    verb->add_option("UA", options->headers,
                     "values of User-Agent headers (default: the lines of "
                     "standard input)")
        ->type_name("HEADER");
    verb->add_flag("--json", options->json, "print JSON Lines");
    verb->callback(
        [options, &run] { run = [options] { return identify(*options); }; });
}

}  // namespace robotsctl
