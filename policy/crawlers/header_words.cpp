#include "policy/crawlers/header_words.hpp"

#include <algorithm>
#include <array>

#include "policy/base/ascii.hpp"

namespace robots {

namespace {

constexpr std::string_view kUrlScheme = "http";
constexpr std::string_view kColon = "://";

// Whether "http://" or "https://" starts at header[at].
bool starts_url(std::string_view header, std::size_t at) {
    if (!starts_folded(header.substr(at), kUrlScheme)) {
        return false;
    }
    at += kUrlScheme.size();
    if (at < header.size() && fold(header[at]) == 's') {
        ++at;
    }
    return header.substr(at, kColon.size()) == kColon;
}

// Whether the "+" at header[at] is part of a URL scheme, as in "git+https://"
// (RFC 3986 3.1). In "Fetcher/1.0+http://" the "+" is not: "1.0" is a version.
bool is_in_scheme(std::string_view header, std::size_t at) {
    const std::string_view word = word_before(header, at);
    const std::size_t start = at - word.size();
    return !word.empty() && is_letter(word.front()) &&
           !(start > 0 && version_follows(header, start - 1));
}

// Returns the offset of the first URL at or after `from`, or npos.
std::size_t find_url(std::string_view header, std::size_t from) {
    for (std::size_t colon = header.find(kColon, from);
         colon != std::string_view::npos;
         colon = header.find(kColon, colon + kColon.size())) {
        for (const std::size_t size :
             {kUrlScheme.size(), kUrlScheme.size() + 1}) {
            if (colon >= from + size && starts_url(header, colon - size)) {
                return colon - size;
            }
        }
    }
    return std::string_view::npos;
}

}  // namespace

std::string_view word_at(std::string_view header, std::size_t at) {
    std::size_t end = at;
    while (end < header.size() && is_word_octet(header, end)) {
        ++end;
    }
    return header.substr(at, end - at);
}

std::string_view word_before(std::string_view header, std::size_t end) {
    std::size_t start = end;
    while (start > 0 && is_word_octet(header, start - 1)) {
        --start;
    }
    return header.substr(start, end - start);
}

bool is_product(std::string_view word) {
    return !word.empty() && word.size() <= kMaxProduct && is_letter(word[0]);
}

bool ends_like_crawler(std::string_view word) {
    constexpr std::array<std::string_view, 3> kEnds{"bot", "crawler", "spider"};
    // This check is quick: few words end in these letters.
    const char last = word.empty() ? '\0' : fold(word.back());
    return (last == 't' || last == 'r') &&
           std::any_of(kEnds.begin(), kEnds.end(), [word](const auto& end) {
               return ends_folded(word, end);
           });
}

bool sounds_like_crawler(std::string_view name) {
    constexpr std::array<std::string_view, 6> kParts{
        "crawl", "spider", "scrap", "archiv", "harvest", "indexer"};
    constexpr std::string_view kBot = "bot";
    const auto contains = [name](std::string_view part, std::size_t at) {
        return starts_folded(name.substr(at), part);
    };
    for (std::size_t at = 0; at < name.size(); ++at) {
        const std::size_t end = at + kBot.size();
        const bool ends =
            end >= name.size() || name[end] < 'a' || name[end] > 'z';
        if ((ends && contains(kBot, at)) ||
            std::any_of(kParts.begin(), kParts.end(),
                        [&](auto part) { return contains(part, at); })) {
            return true;
        }
    }
    return false;
}

bool version_follows(std::string_view header, std::size_t at) {
    if (at >= header.size() || header[at] != '/') {
        return false;
    }
    ++at;
    if (at < header.size() && fold(header[at]) == 'v') {
        ++at;
    }
    return at < header.size() && is_digit(header[at]);
}

std::size_t contact_address(std::string_view header) {
    std::size_t at = header.find('+');
    while (at != std::string_view::npos &&
           !(starts_url(header, at + 1) && !is_in_scheme(header, at))) {
        at = header.find('+', at + 1);
    }
    return at == std::string_view::npos ? 0 : at;
}

HeaderWords::HeaderWords(std::string_view header)
    : header_(header.substr(0, kMaxHeader)) {
    for (std::size_t at = 0; at < header_.size(); ++at) {
        const std::size_t start = at;
        while (at < header_.size() && is_word_octet(header_, at)) {
            ++at;
        }
        if (at > start) {
            words_[count_++] = {static_cast<std::uint16_t>(start),
                                static_cast<std::uint16_t>(at)};
        }
    }
}

void UrlSpans::find() {
    const std::string_view text = header_.substr(0, kMaxHeader);
    found_ = true;
    for (std::size_t at = find_url(text, 0); at != std::string_view::npos;
         at = find_url(text, at)) {
        const std::size_t end =
            std::min(text.find_first_of(" \t;),\"<>", at), text.size());
        for (; at < end; ++at) {
            bits_.set(at);
        }
    }
}

}  // namespace robots
