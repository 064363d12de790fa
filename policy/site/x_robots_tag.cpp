#include "policy/site/x_robots_tag.hpp"

#include <algorithm>
#include <iterator>

#include "policy/base/ascii.hpp"
#include "policy/base/percent_encoding.hpp"
#include "policy/base/text.hpp"
#include "policy/robots_txt/product_token.hpp"

namespace robots {

namespace {

constexpr std::string_view kPlain[] = {"all",
                                       "index",
                                       "follow",
                                       "noindex",
                                       "nofollow",
                                       "none",
                                       "noarchive",
                                       "nocache",
                                       "nosnippet",
                                       "noodp",
                                       "noydir",
                                       "indexifembedded",
                                       "notranslate",
                                       "noai",
                                       "noimageai",
                                       "noimageindex",
                                       "nositelinkssearchbox"};

constexpr std::string_view kWithValue[] = {"max-snippet", "max-image-preview",
                                           "max-video-preview",
                                           "unavailable_after"};

template <std::size_t count>
bool is_one_of(std::string_view word, const std::string_view (&words)[count]) {
    return std::any_of(std::begin(words), std::end(words), [word](auto known) {
        return equal_folded(word, known);
    });
}

// Whether `text` is a limit: a number, or "-1", which means "no limit".
bool is_limit(std::string_view text) {
    return text == "-1" ||
           (!text.empty() && std::all_of(text.begin(), text.end(), is_digit));
}

bool is_value_of(std::string_view name, std::string_view value) {
    constexpr std::string_view kPreviews[] = {"none", "standard", "large"};
    if (equal_folded(name, "unavailable_after")) {
        return !value.empty();
    }
    return equal_folded(name, "max-image-preview") ? is_one_of(value, kPreviews)
                                                   : is_limit(value);
}

// Returns `directive` without a crawler and a colon in front: "noindex" for
// "googlebot: noindex". A word before a colon counts as a crawler, unless the
// word is a directive that takes a value.
std::string_view without_crawler(std::string_view directive) {
    const std::size_t colon = directive.find(':');
    const std::string_view name = trim(directive.substr(0, colon));
    const bool token =
        !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
            return is_token_octet(static_cast<unsigned char>(c));
        });
    return colon != std::string_view::npos && token &&
                   !is_one_of(name, kWithValue)
               ? trim(directive.substr(colon + 1))
               : directive;
}

bool is_known(std::string_view directive) {
    const std::size_t colon = directive.find(':');
    const std::string_view name = trim(directive.substr(0, colon));
    return colon == std::string_view::npos
               ? is_one_of(name, kPlain)
               : is_one_of(name, kWithValue) &&
                     is_value_of(name, trim(directive.substr(colon + 1)));
}

bool starts_date(std::string_view directive) {
    return equal_folded(trim(directive.substr(0, directive.find(':'))),
                        "unavailable_after");
}

}  // namespace

TaggedResponse::TaggedResponse(std::string_view target, Slashes slashes,
                               const Sighting& crawler,
                               const Crawlers& crawlers)
    : as_sent_(target), crawler_(crawler), crawlers_(crawlers) {
    if (is_plain(target)) {
        return;
    }
    as_sent_ = path_and_query(target, storage_);
    const bool resolves = needs_resolving(as_sent_);
    if (resolves) {
        resolved_ = resolve_target(as_sent_, slashes);
    }
    if (resolves || may_need_normalising(as_sent_)) {
        storage_ = normalise_target(as_sent_);
        as_sent_ = storage_;
    }
}

bool TaggedResponse::takes(const XRobotsTag& tag) const {
    const bool path =
        tag.paths.empty() ||
        std::any_of(tag.paths.begin(), tag.paths.end(),
                    [this](const Pattern& each) { return matches(each); });
    return path && (tag.crawlers.empty() ||
                    std::any_of(tag.crawlers.begin(), tag.crawlers.end(),
                                [this](const std::string& each) {
                                    return is_named(each);
                                }));
}

bool TaggedResponse::matches(const Pattern& path) const {
    return path.matches(as_sent_) ||
           (!resolved_.empty() && path.matches(resolved_));
}

bool TaggedResponse::is_named(std::string_view token) const {
    std::string_view name = crawler_.token;
    const Crawler* entry = crawler_.crawler;
    // At most 8 steps, as in Groups::through_fallbacks().
    for (int step = 0; !name.empty() && step < 8; ++step) {
        if (equal_folded(name, token)) {
            return true;
        }
        if (entry == nullptr) {
            return false;
        }
        name = entry->falls_back_to;
        entry = crawlers_.find(name);
    }
    return false;
}

bool depends_on_crawler(const std::vector<XRobotsTag>& tags) {
    return std::any_of(tags.begin(), tags.end(), [](const XRobotsTag& tag) {
        return !tag.crawlers.empty();
    });
}

std::string_view unknown_robots_directive(std::string_view value) {
    bool dated = false;
    for (;;) {
        const std::size_t comma = value.find(',');
        const std::string_view written = trim(value.substr(0, comma));
        const std::string_view directive = without_crawler(written);
        if (written.empty() || is_known(directive)) {
            dated = starts_date(directive);
        } else if (!dated) {
            return written;
        } else {
            dated = false;  // rest of a date: "Sunday, 25-Jun-23 15:00"
        }
        if (comma == std::string_view::npos) {
            return {};
        }
        value.remove_prefix(comma + 1);
    }
}

}  // namespace robots
