// Cases as files.

#include "tests/request_fuzz/cases.hpp"

#include <sstream>
#include <stdexcept>

namespace request_fuzz {
namespace {

std::string escaped(const std::string& octets) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    std::string out;
    for (const char c : octets) {
        const auto octet = static_cast<unsigned char>(c);
        if (octet > 0x20 && octet < 0x7f && c != '%') {
            out += c;
        } else {
            out += '%';
            out += kDigits[octet >> 4];
            out += kDigits[octet & 15];
        }
    }
    return out.empty() ? "%" : out;  // "%" alone is nothing at all
}

std::string unescaped(const std::string& word) {
    std::string out;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] != '%') {
            out += word[i];
        } else if (i + 2 < word.size()) {
            out += static_cast<char>(
                std::stoi(word.substr(i + 1, 2), nullptr, 16));
            i += 2;
        }
    }
    return out;
}

}  // namespace

std::string text(const Case& one) {
    std::string out = std::string("over ") + (one.http2 ? "2" : "1") +
                      (one.pipelined ? " pipelined" : "") + "\n";
    for (const Asked& asked : one.requests) {
        out += "request " + escaped(asked.method) + ' ' +
               escaped(asked.target) + ' ' + escaped(asked.version) +
               (asked.path_first ? "" : " host-first") + "\n";
        for (const auto& [name, value] : asked.fields) {
            out += "field " + escaped(name) + ' ' + escaped(value) + "\n";
        }
        if (!asked.body.empty()) {
            out += (asked.chunked ? "chunk " : "body ") + escaped(asked.body) +
                   "\n";
        }
    }
    return out;
}

Case case_from(const std::string& text) {
    Case out;
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string key;
        std::string first;
        std::string second;
        std::string third;
        std::string fourth;
        words >> key >> first >> second >> third >> fourth;
        if (key.empty() || key[0] == '#') {
            continue;
        }
        if (key == "over") {
            out.http2 = first == "2";
            out.pipelined = second == "pipelined";
        } else if (key == "request") {
            Asked asked;
            asked.method = unescaped(first);
            asked.target = unescaped(second);
            asked.version = unescaped(third);
            asked.path_first = fourth != "host-first";
            out.requests.push_back(asked);
        } else if (out.requests.empty()) {
            throw std::runtime_error("no request yet: " + line);
        } else if (key == "field") {
            out.requests.back().fields.emplace_back(unescaped(first),
                                                    unescaped(second));
        } else if (key == "body" || key == "chunk") {
            out.requests.back().body = unescaped(first);
            out.requests.back().chunked = key == "chunk";
        } else {
            throw std::runtime_error("not a line of a case: " + line);
        }
    }
    return out;
}

}  // namespace request_fuzz
