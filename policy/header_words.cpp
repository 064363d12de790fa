#include "header_words.hpp"

#include <algorithm>
#include <array>

#include "product_token.hpp"

namespace robots {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_letter(char c) {
    const char folded = fold(c);
    return folded >= 'a' && folded <= 'z';
}

constexpr std::string_view kScheme = "http";

// Where "http://" or "https://" stands at or after `from`.
std::size_t find_url(std::string_view header, std::size_t from) {
    for (;;) {
        const std::size_t at = header.find("://", from);
        if (at == std::string_view::npos) {
            return at;
        }
        const std::size_t size = at > 0 && fold(header[at - 1]) == 's'
                                     ? kScheme.size() + 1
                                     : kScheme.size();
        if (at >= from + size &&
            equal_folded(header.substr(at - size, kScheme.size()), kScheme)) {
            return at - size;
        }
        from = at + 3;
    }
}

}  // namespace

bool is_word_octet(std::string_view header, std::size_t at) {
    const char c = header[at];
    if (c == '.') {
        return at + 1 < header.size() &&
               (is_letter(header[at + 1]) || is_digit(header[at + 1]));
    }
    return is_token_octet(static_cast<unsigned char>(c));
}

std::string_view word_at(std::string_view header, std::size_t at) {
    std::size_t end = at;
    while (end < header.size() && is_word_octet(header, end)) {
        ++end;
    }
    return header.substr(at, end - at);
}

bool is_product(std::string_view word) {
    return !word.empty() && word.size() <= kMaxProduct && is_letter(word[0]);
}

bool ends_like_crawler(std::string_view word) {
    constexpr std::array<std::string_view, 3> kEnds{"bot", "crawler", "spider"};
    return std::any_of(kEnds.begin(), kEnds.end(), [word](const auto& end) {
        return word.size() >= end.size() &&
               equal_folded(word.substr(word.size() - end.size()), end);
    });
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
    for (std::size_t at = 0;;) {
        at = find_url(header, at);
        if (at == std::string_view::npos) {
            return 0;
        }
        if (at > 0 && header[at - 1] == '+') {
            return at - 1;
        }
        ++at;
    }
}

UrlSpans::UrlSpans(std::string_view header) : header_(header) {
    next();
}

void UrlSpans::next() {
    start_ = find_url(header_, end_);
    if (start_ == std::string_view::npos) {
        end_ = start_;
        return;
    }
    end_ =
        std::min(header_.find_first_of(" \t;),\"<>", start_), header_.size());
}

bool UrlSpans::contains(std::size_t at) {
    while (at >= end_ && start_ != std::string_view::npos) {
        next();
    }
    return at >= start_ && at < end_;
}

}  // namespace robots
