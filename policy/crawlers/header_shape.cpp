#include "policy/crawlers/header_shape.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "policy/base/ascii.hpp"

namespace robots {

namespace {

// A contact address is only searched for within kNearOctets octets behind a
// name.
constexpr std::size_t kNearOctets = 256;

bool contains_folded(std::string_view text, std::string_view part) {
    return std::search(text.begin(), text.end(), part.begin(), part.end(),
                       [](char a, char b) { return fold(a) == b; }) !=
           text.end();
}

// Whether a text such as " 1.0", " v1.0" or " version 2" starts at header[at].
bool is_blank_and_version(std::string_view header, std::size_t at) {
    if (at >= header.size() || header[at] != ' ') {
        return false;
    }
    ++at;
    constexpr std::string_view kVersion = "version ";
    if (starts_folded(header.substr(std::min(at, header.size())), kVersion)) {
        at += kVersion.size();
    } else if (at < header.size() && fold(header[at]) == 'v') {
        ++at;
    }
    return at < header.size() && is_digit(header[at]);
}

// Whether header[at] is a "/" without a version or path behind it.
bool is_slash_alone(std::string_view header, std::size_t at) {
    return at < header.size() && header[at] == '/' &&
           (at + 1 == header.size() || !is_word_octet(header, at + 1));
}

// Whether a web address, or a comment with a web or mail address, starts at
// header[at]: " (https://...", " (www....", " - http://...", " (team@...)".
bool is_address(std::string_view header, std::size_t at) {
    std::string_view rest =
        header.substr(std::min(at, header.size())).substr(0, kNearOctets);
    const std::size_t start = rest.find_first_not_of(" -;,:[(+");
    if (start == 0 || start == std::string_view::npos) {
        return false;
    }
    const bool in_comment =
        rest.substr(0, start).find('(') != std::string_view::npos;
    rest.remove_prefix(start);
    for (const std::string_view front : {"http://", "https://", "www."}) {
        if (starts_folded(rest, front)) {
            return true;
        }
    }
    if (!in_comment) {
        return false;
    }
    const std::string_view comment = rest.substr(0, rest.find(')'));
    return comment.find('@') != std::string_view::npos ||
           contains_folded(comment, "http://") ||
           contains_folded(comment, "https://") ||
           contains_folded(comment, "www.");
}

bool is_suffix_alone(std::string_view word) {
    constexpr std::array<std::string_view, 4> kAlone{"bot", "crawler", "spider",
                                                     "robot"};
    return std::any_of(
        kAlone.begin(), kAlone.end(),
        [word](std::string_view alone) { return equal_folded(word, alone); });
}

// Whether `header` contains one of `parts`. The search is case-sensitive,
// because senders always spell the parts in the same way.
template <std::size_t count>
bool contains_any(std::string_view header,
                  const std::array<std::string_view, count>& parts) {
    return std::any_of(parts.begin(), parts.end(), [header](auto part) {
        return header.find(part) != std::string_view::npos;
    });
}

// Apple's apps send "CFNetwork/" behind their own names and versions.
bool is_of_apples_app(std::string_view header) {
    return header.find("CFNetwork/") != std::string_view::npos;
}

bool is_of_device(std::string_view header) {
    constexpr std::array<std::string_view, 9> kDevices{
        "Android", "android", "Tizen",   "HbbTV",  "Symbian",
        "J2ME",    "MIDP",    "Dalvik/", "okhttp/"};
    return contains_any(header, kDevices);
}

class ShapeReader {
  public:
    ShapeReader(std::string_view header,
                const std::function<bool(std::string_view)>& is_browsers)
        : header_(header), is_browsers_(is_browsers), urls_(header) {}

    // Considers the word header[start, end).
    void consider(std::size_t start, std::size_t end) {
        const std::string_view word = header_.substr(start, end - start);
        if (!versioned_.empty() || !ends_like_crawler(word) ||
            word.size() > kMaxProduct) {
            return;
        }
        // Many headers contain "CUBOT", so the cheapest checks come first.
        const bool is_versioned = version_follows(header_, end);
        if (!is_versioned && (!found_.empty() || !names_sender(start, end))) {
            return;
        }
        if (!is_browsers_(word) && !urls_.contains(start) && is_ours()) {
            (is_versioned ? versioned_ : found_) = name_of(start, word);
        }
    }

    std::string_view name() const {
        return versioned_.empty() ? found_ : versioned_;
    }

  private:
    bool names_sender(std::size_t start, std::size_t end) {
        if (start == 0 && end == header_.size()) {
            return true;
        }
        const char before = start == 0 ? ' ' : header_[start - 1];
        if (before != ' ' && before != '(' && before != ';' && before != '\t') {
            return false;  // the word is part of an address, path or name
        }
        if (is_item(start, end)) {
            return is_after_compatible(start) || !is_device();
        }
        return (is_end(end) || is_blank_and_version(header_, end) ||
                is_slash_alone(header_, end) || is_address(header_, end)) &&
               !is_device();
    }

    // is_device() and is_ours() search the header at most once, because a
    // header may have many words that end like a crawler's name.
    bool is_device() {
        if (!is_device_) {
            is_device_ = is_of_device(header_);
        }
        return *is_device_;
    }
    bool is_ours() {
        if (!is_ours_) {
            is_ours_ = !is_of_apples_app(header_);
        }
        return *is_ours_;
    }

    // Whether the word is an item of a comment in the header: "; ExampleBot;",
    // "(ExampleBot)".
    bool is_item(std::size_t start, std::size_t end) const {
        const std::size_t front =
            start == 0 ? std::string_view::npos
                       : header_.find_last_not_of(" \t", start - 1);
        return front != std::string_view::npos &&
               (header_[front] == ';' || header_[front] == '(') &&
               end < header_.size() &&
               (header_[end] == ';' || header_[end] == ')');
    }

    bool is_after_compatible(std::size_t start) const {
        constexpr std::string_view kCompatible = "compatible; ";
        return start >= kCompatible.size() &&
               starts_folded(header_.substr(start - kCompatible.size()),
                             kCompatible);
    }

    bool is_end(std::size_t end) const {
        return header_.find_first_not_of(" \t", end) == std::string_view::npos;
    }

    // Returns the crawler's name: "Example" for the "Bot" of "Example Bot".
    std::string_view name_of(std::size_t start, std::string_view word) const {
        if (!is_suffix_alone(word) || start < 2 || header_[start - 1] != ' ') {
            return word;
        }
        const std::string_view front = word_before(header_, start - 1);
        const std::size_t at = start - 1 - front.size();
        const bool is_name =
            is_product(front) && !is_browsers_(front) &&
            (at == 0 || header_[at - 1] == ' ' || header_[at - 1] == '(');
        return is_name ? front : word;
    }

    const std::string_view header_;
    const std::function<bool(std::string_view)>& is_browsers_;
    UrlSpans urls_;
    std::string_view versioned_;
    std::string_view found_;
    std::optional<bool> is_device_;
    std::optional<bool> is_ours_;
};

}  // namespace

std::string_view crawler_by_shape(
    const HeaderWords& words,
    const std::function<bool(std::string_view word)>& is_browsers) {
    ShapeReader reader(words.header(), is_browsers);
    for (const auto& [start, end] : words) {
        reader.consider(start, end);
    }
    return reader.name();
}

std::string_view compatible_product(
    std::string_view header,
    const std::function<bool(std::string_view word)>& is_browsers) {
    constexpr std::string_view kMozilla = "Mozilla/";
    constexpr std::string_view kCompatible = " (compatible; ";
    constexpr std::array<std::string_view, 9> kEngines{
        "AppleWebKit", "KHTML", "Gecko",    "Trident",   "MSIE",
        "Presto",      "Opera", "NetFront", "Windows CE"};
    const std::size_t version = std::min(kMozilla.size(), header.size());
    const std::size_t front =
        std::min(header.find(' ', version), header.size());
    // The check that most headers of browsers fail comes first.
    if (!starts_folded(header.substr(front), kCompatible) ||
        !starts_folded(header, kMozilla)) {
        return {};
    }
    const std::size_t start = front + kCompatible.size();
    const std::string_view word = word_at(header, start);
    const std::size_t end = start + word.size();
    const bool is_item =
        end < header.size() &&
        (header[end] == ';' || header[end] == ')' ||
         is_blank_and_version(header, end) || version_follows(header, end));
    const bool is_name = is_item && is_product(word) && !is_browsers(word) &&
                         !contains_any(header, kEngines) &&
                         !is_of_device(header) && !is_of_apples_app(header);
    return is_name ? word : std::string_view{};
}

}  // namespace robots
