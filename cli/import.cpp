// robotsctl import: a policy from a robots.txt that there is already.

#include "import.hpp"

#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

#include "host.hpp"
#include "json.hpp"
#include "robots_txt.hpp"
#include "verbs.hpp"

namespace robotsctl {

namespace {

struct Options {
    std::string file;
    std::string host;
    bool json = false;
};

std::optional<std::string> read(const std::string& file) {
    std::ifstream stream;
    if (file != "-") {
        stream.open(file, std::ios::binary);
        // A folder can be opened, and not be read.
        if (!stream || (stream.peek(), stream.bad())) {
            return std::nullopt;
        }
    }
    std::istream& in = file == "-" ? std::cin : stream;
    std::string text(std::istreambuf_iterator<char>(in), {});
    if (in.bad()) {
        return std::nullopt;
    }
    return text;
}

int import(const Options& options) {
    std::string host;
    if (!options.host.empty()) {
        const auto canonical = robots::canonical_host(options.host);
        if (!canonical) {
            std::cerr << "robotsctl: --host \"" << options.host
                      << "\" is no host, such as example.com\n";
            return kUnusable;
        }
        host = *canonical;
    }
    auto text = read(options.file);
    if (!text) {
        std::cerr << "robotsctl: " << options.file << " can't be read\n";
        return kUnusable;
    }
    robots::Imported imported = robots::import_robots_txt(*text, host);
    for (const std::string& dropped : imported.dropped) {
        std::cerr << "robotsctl: " << dropped << '\n';
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
    CLI::App* verb = app.add_subcommand(
        "import", "print a policy that means what a robots.txt means");
    verb->add_option("ROBOTS.TXT", options->file,
                     "the file; - is standard input")
        ->required();
    verb->add_option("--host", options->host,
                     "the host it is of; without, it becomes the default");
    verb->add_flag("--json", options->json, "print one JSON object");
    verb->callback(
        [options, &run] { run = [options] { return import(*options); }; });
}

}  // namespace robotsctl
