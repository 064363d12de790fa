#include "status/format/accept.hpp"

#include <array>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robots::status {

namespace {

// Cuts off the text before the first `mark`, or all of it. None of the types
// below has quoted parameters, which could contain commas.
std::string_view take(std::string_view& text, char mark) {
    const std::size_t end = text.find(mark);
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return trim(part);
}

// "0.85" in thousandths; an invalid weight counts as 1.
int weight_from(std::string_view text) {
    constexpr int kOne = 1000;
    if (text.empty() || (text[0] != '0' && text[0] != '1')) {
        return kOne;
    }
    int weight = (text[0] - '0') * kOne;
    int digit = kOne / 10;
    for (std::size_t i = 2; i < text.size() && digit > 0 && text[1] == '.';
         ++i) {
        if (text[i] < '0' || text[i] > '9') {
            return kOne;
        }
        weight += (text[i] - '0') * digit;
        digit /= 10;
    }
    return weight > kOne ? kOne : weight;
}

struct Range {
    std::string_view type;  // "text/html", "text/*", "*/*"
    int weight = 1000;
};

Range range_from(std::string_view text) {
    Range range;
    range.type = take(text, ';');
    while (!text.empty()) {
        std::string_view parameter = take(text, ';');
        const std::string_view name = take(parameter, '=');
        if (equal_folded(name, "q")) {
            range.weight = weight_from(trim(parameter));
        }
    }
    return range;
}

// How closely a range names a type: 3 for the type itself, 0 for not at all.
int closeness(std::string_view range, std::string_view type) {
    if (equal_folded(range, type)) {
        return 3;
    }
    const std::string_view group = type.substr(0, type.find('/') + 1);
    if (range.size() == group.size() + 1 && range.back() == '*' &&
        equal_folded(range.substr(0, group.size()), group)) {
        return 2;
    }
    return range == "*/*" ? 1 : 0;
}

// What the header gives a type: the weight of the range that names it most
// closely.
int weight_of(std::string_view accept, std::string_view type) {
    int closest = 0;
    int weight = 0;
    while (!accept.empty()) {
        const Range range = range_from(take(accept, ','));
        const int close = closeness(range.type, type);
        if (close > closest) {
            closest = close;
            weight = range.weight;
        }
    }
    return weight;
}

struct Offer {
    Format format;
    std::string_view name;
    std::string_view type;
};

// Prometheus asks for OpenMetrics first, and for plain text where it can't be
// had.
constexpr std::array<Offer, 3> kOffers{{
    {Format::html, "html", "text/html"},
    {Format::json, "json", "application/json"},
    {Format::prometheus, "prometheus", "text/plain"},
}};

}  // namespace

std::optional<Format> format_from(std::string_view name) {
    for (const Offer& offer : kOffers) {
        if (offer.name == name) {
            return offer.format;
        }
    }
    return std::nullopt;
}

Format preferred_format(std::string_view accept) {
    Format best = Format::html;
    int most = 0;
    for (const Offer& offer : kOffers) {
        const int weight = weight_of(accept, offer.type);
        if (weight > most) {
            best = offer.format;
            most = weight;
        }
    }
    return best;
}

}  // namespace robots::status
