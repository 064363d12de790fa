// robotsctl import: converts a robots.txt into a policy.

#include "policy/loader/import.hpp"

#include <iostream>
#include <memory>
#include <string>

#include "cli/options/input.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/text.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/host.hpp"

namespace robotsctl {

namespace {

struct Options {
    std::string file;
    std::string host;
    bool json = false;
};

int import(const Options& options) {
    std::string host;
    if (!options.host.empty()) {
        const auto canonical = robots::canonical_host(options.host);
        if (!canonical) {
            complain("--host: " + robots::quoted(options.host) +
                     " is not a host; write it as example.com");
            return kUnusable;
        }
        host = *canonical;
    }
    // Crawlers read no more of it, and the module serves no more.
    const Input input = read_input(options.file, robots::kMaxRobotsTxt);
    if (!input.problem.empty()) {
        complain(input.problem);
        return kUnusable;
    }
    robots::Imported imported = robots::import_robots_txt(input.text, host);
    for (const std::string& dropped : imported.dropped) {
        complain(dropped);
    }
    if (options.json) {
        print({{"policy", imported.yaml}, {"dropped", imported.dropped}});
    } else {
        std::cout << imported.yaml;
    }
    return kFine;
}

}  // namespace

void add_import(CLI::App& app, Run& run) {
    auto options = std::make_shared<Options>();
    CLI::App* verb =
        app.add_subcommand("import", "convert a robots.txt into a policy");
    verb->add_option("ROBOTS.TXT", options->file,
                     "the file, or - for standard input")
        ->type_name("FILE")
        ->required();
    verb->add_option("--host", options->host,
                     "host of the site (default: any host)")
        ->type_name("HOST");
    verb->add_flag("--json", options->json, "print one JSON object");
    verb->callback(
        [options, &run] { run = [options] { return import(*options); }; });
}

}  // namespace robotsctl
