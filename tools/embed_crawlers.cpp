// Turns crawlers.yaml into the C++ table that built_in_crawlers.cpp includes:
//
//     embed_crawlers crawlers.yaml > crawlers_table.inc
//
// All of it is text: a table of pointers is five times as large in a shared
// object, and each process that loads it would have a copy of its own.
//
// Errors go to standard error as file:line:col; the exit status is then 1.

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/entries/crawler_entries.hpp"
#include "policy/loader/files/source.hpp"
#include "policy/loader/yaml/reader.hpp"
#include "policy/loader/yaml/yaml.hpp"
#include "tools/literal.hpp"

namespace {

using robots::Crawler;
using robots::Diagnostic;
using robots::Obeys;
using robots::embed::literal;
using robots::loader::CrawlerEntry;
using robots::loader::Findings;
using robots::loader::Key;
using robots::loader::Reader;
using robots::loader::Text;
using robots::loader::Value;
using robots::loader::VariableSet;

struct Catalogue {
    std::vector<CrawlerEntry> entries;
    std::vector<Text> not_crawlers;
};

const Key<Catalogue> kKeys[] = {
    {"crawlers",
     [](const Reader& reader, const Value& value, Catalogue& catalogue) {
         catalogue.entries = read_crawler_entries(reader, value);
     }},
    {"not_crawlers",
     [](const Reader& reader, const Value& value, Catalogue& catalogue) {
         catalogue.not_crawlers = reader.texts(value);
     }},
};

std::string joined(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines) {
        out += (out.empty() ? "" : "\n") + line;
    }
    return out;
}

// One field of the table: each ends with an octet 0.
std::string field(std::string_view text) {
    std::string ended(text);
    ended += '\0';
    return ' ' + literal(ended);
}

template <typename Enumeration>
char digit(char zero, Enumeration value) {
    return static_cast<char>(zero + static_cast<char>(value));
}

// The category as a letter, then what it obeys, is found in and who runs it as
// digits.
std::string traits(const Crawler& crawler) {
    std::string out(1, digit('a', crawler.category));
    for (const Obeys obeys : {crawler.wildcard, crawler.crawl_delay,
                              crawler.request_rate, crawler.visit_time}) {
        out += digit('0', obeys);
    }
    out += digit('0', crawler.in_user_agent);
    return out + digit('0', crawler.self_hosted);
}

std::string row(const Crawler& crawler) {
    std::string out = "   ";
    out += field(crawler.token) + field(traits(crawler));
    out += field(joined(crawler.match)) + field(crawler.operator_name);
    out += field(crawler.docs) + field(crawler.falls_back_to);
    for (const auto* lines :
         {&crawler.rdns, &crawler.ranges_urls, &crawler.keys_urls}) {
        out += field(joined(*lines));
    }
    return out + '\n';
}

std::string table(const std::vector<Crawler>& crawlers,
                  const std::vector<Text>& not_crawlers) {
    std::string out = "constexpr char kEmbeddedCrawlers[] =\n";
    for (const Crawler& crawler : crawlers) {
        out += row(crawler);
    }
    out += "    ;\n\nconstexpr char kEmbeddedNotCrawlers[] =\n";
    for (const Text& word : not_crawlers) {
        out += "   " + field(word.value) + '\n';
    }
    return out + "    ;\n";
}

// The table, or "" after errors.
std::string embed(const std::string& file, Findings& findings) {
    const std::uint32_t index = findings.add_file(file);
    const robots::loader::Source source = robots::loader::read_source(
        robots::loader::open_file(file), robots::loader::kMaxYaml);
    if (!source.problem.empty()) {
        findings.error({index, 0, 0}, "unreadable-file",
                       "cannot open this file: " + source.problem);
        return {};
    }
    const robots::loader::YamlDocument document =
        robots::loader::parse_yaml(source.text, index, findings);
    if (findings.errors() > 0) {
        return {};
    }
    const VariableSet none;
    const Reader reader(findings, none);
    Catalogue catalogue;
    read_map(reader, {"crawlers.yaml", &document.root()}, "the catalogue",
             kKeys, catalogue);
    for (const CrawlerEntry& entry : catalogue.entries) {
        if (!entry.category) {
            findings.error(entry.place, "missing-key",
                           "missing `category` in a crawler of the catalogue");
        }
        if (!entry.ranges.empty() || !entry.ranges_files.empty() ||
            !entry.keys_files.empty()) {
            findings.error(
                entry.place, "only-in-a-policy",
                "the catalogue cannot have `ranges` or keys, since they "
                "change; write `ranges_url` or `keys_url`");
        }
    }
    if (catalogue.entries.empty() || catalogue.not_crawlers.empty()) {
        findings.error({index, 1, 1}, "missing-key",
                       "missing `crawlers` or `not_crawlers` in the catalogue");
    }
    const std::vector<Crawler> crawlers =
        merge_crawlers({}, catalogue.entries, findings);
    return findings.errors() > 0 ? "" : table(crawlers, catalogue.not_crawlers);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        (void)std::fputs("usage: embed_crawlers CRAWLERS.YAML > TABLE.INC\n",
                         stderr);
        return 2;
    }
    Findings findings;
    const std::string out = embed(argv[1], findings);
    for (const Diagnostic& diagnostic : findings.diagnostics()) {
        (void)std::fprintf(stderr, "%s\n", to_string(diagnostic).c_str());
    }
    if (out.empty() || std::fputs(out.c_str(), stdout) < 0 ||
        std::fflush(stdout) != 0) {
        return 1;
    }
    return 0;
}
