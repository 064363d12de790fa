// Draws a sample from the headers of browsers, as the C++ that
// built_in_crawlers.cpp includes:
//
//     embed_browsers user_agents_browsers.txt > browsers_table.inc
//
// The sample has a header for each word that is common: of all headers the one
// that has the most of those still missing for its length, until none is.

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/crawlers/header_words.hpp"
#include "tools/literal.hpp"

namespace {

using Words = std::set<std::string>;

struct Header {
    std::string text;
    Words words;
};

constexpr std::size_t kKnown = 2;    // headers that have a word of the list
constexpr std::size_t kCommon = 5;   // headers that have a common word
constexpr std::size_t kUpkeep = 20;  // octets that one more header costs

Words words_of(std::string_view header) {
    Words words;
    for (std::size_t at = 0; at < header.size();) {
        const std::string_view word = robots::word_at(header, at);
        if (robots::is_product(word)) {
            words.insert(robots::fold(word));
        }
        at += std::max<std::size_t>(word.size(), 1);
    }
    return words;
}

std::vector<Header> read_headers(const char* file) {
    std::vector<Header> headers;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line[0] != '#') {
            headers.push_back({line, words_of(line)});
        }
    }
    return headers;
}

// The words that `least` headers have, or more.
Words frequent(const std::vector<Header>& headers, std::size_t least) {
    std::map<std::string, std::size_t> counts;
    for (const Header& header : headers) {
        for (const std::string& word : header.words) {
            ++counts[word];
        }
    }
    Words words;
    for (const auto& [word, count] : counts) {
        if (count >= least) {
            words.insert(word);
        }
    }
    return words;
}

// How many of `missing` a header has, for each octet of it.
double worth(const Header& header, const Words& missing) {
    std::size_t has = 0;
    for (const std::string& word : header.words) {
        has += missing.count(word);
    }
    return static_cast<double>(has) /
           static_cast<double>(kUpkeep + header.text.size());
}

std::vector<std::string> sample(const std::vector<Header>& headers) {
    std::vector<std::string> chosen;
    Words missing = frequent(headers, kCommon);
    while (!missing.empty()) {
        const Header* best = &headers.front();
        double most = 0;
        for (const Header& header : headers) {
            if (const double has = worth(header, missing); has > most) {
                best = &header;
                most = has;
            }
        }
        chosen.push_back(best->text);
        for (const std::string& word : best->words) {
            missing.erase(word);
        }
    }
    return chosen;
}

template <class Lines>
std::string table(const char* name, const Lines& lines) {
    std::string out = std::string("static const char ") + name + "[] =\n";
    for (const std::string& line : lines) {
        out += "    " + robots::embed::literal(line + '\n') + '\n';
    }
    return out + "    ;\n";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        (void)std::fputs("usage: embed_browsers HEADERS.TXT > TABLE.INC\n",
                         stderr);
        return 2;
    }
    const std::vector<Header> headers = read_headers(argv[1]);
    if (headers.empty()) {
        (void)std::fprintf(stderr, "%s: holds no headers\n", argv[1]);
        return 1;
    }
    const std::string out = table("kBrowserWords", frequent(headers, kKnown)) +
                            table("kBrowserHeaders", sample(headers));
    return std::fputs(out.c_str(), stdout) < 0 || std::fflush(stdout) != 0;
}
