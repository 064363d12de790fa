#include "policy/site/refusal.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "policy/base/ascii.hpp"
#include "policy/base/percent_encoding.hpp"
#include "policy/base/text.hpp"

namespace robots {

namespace {

void end_line(std::string& text) {
    if (!text.empty() && text.back() != '\n') {
        text += '\n';
    }
}

}  // namespace

bool is_https_url(std::string_view text) {
    constexpr std::string_view kScheme = "https://";
    return text.size() > kScheme.size() && starts_with(text, kScheme) &&
           text.find_first_of("/?#", kScheme.size()) != kScheme.size() &&
           std::all_of(text.begin(), text.end(), is_uri_octet);
}

void add_license(std::string_view marked, std::vector<Body>& licenses) {
    if (licenses.size() < kMaxLicenseLinks && marked.size() <= kMaxLicense) {
        licenses.emplace_back(marked);
    }
}

std::string license_link(const Body& license, const Authority& asked) {
    return '<' + percent_encoded(license.render(asked), is_uri_octet) +
           R"(>; rel="license"; type="application/rsl+xml")";
}

std::string refusal_detail(const Refusal& refusal, std::string_view sentence,
                           const SlotTexts& facts) {
    std::string out = refusal.text.empty() ? std::string(sentence)
                                           : Body(refusal.text).render(facts);
    end_line(out);
    return out;
}

std::string refusal_text(const Refusal& refusal, std::string_view sentence,
                         const SlotTexts& facts) {
    std::string out = refusal_detail(refusal, sentence, facts);
    if (!refusal.contact.empty()) {
        out += "Contact: " + refusal.contact;
        end_line(out);
    }
    return out;
}

// ---- the media type that a client would rather read (RFC 9110 12.5.1) -------

namespace {

// Cuts off and returns the text before the first `separator` that is outside of
// quoted strings. Also cuts off the separator.
std::string_view take_unquoted(char separator, std::string_view& rest) {
    bool quoted = false;
    std::size_t at = 0;
    for (; at < rest.size() && (quoted || rest[at] != separator); ++at) {
        if (rest[at] == '"') {
            quoted = !quoted;
        } else if (quoted && rest[at] == '\\') {
            ++at;
        }
    }
    at = std::min(at, rest.size());
    const std::string_view part = rest.substr(0, at);
    rest.remove_prefix(std::min(at + 1, rest.size()));
    return trim(part);
}

// Returns a weight in thousandths: 850 for "0.85". Returns nullopt if `text` is
// not a weight (RFC 9110 12.4.2).
std::optional<int> quality_from(std::string_view text) {
    if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1') ||
        (text.size() > 1 && text[1] != '.')) {
        return std::nullopt;
    }
    int quality = (text[0] - '0') * 1000;
    int unit = 100;
    for (std::size_t at = 2; at < text.size(); ++at, unit /= 10) {
        if (text[at] < '0' || text[at] > '9') {
            return std::nullopt;
        }
        quality += (text[at] - '0') * unit;
    }
    return quality <= 1000 ? std::optional(quality) : std::nullopt;
}

struct Range {
    std::string_view type;
    int quality = 1000;
    bool is_utf_8 = false;  // the range has charset=utf-8
};

// Reads a range. Ignores all parameters after the weight, since no standard
// defines a parameter there. Returns nullopt for an invalid weight or an
// unknown parameter.
std::optional<Range> range_from(std::string_view text) {
    Range range;
    range.type = take_unquoted(';', text);
    while (!text.empty()) {
        std::string_view value = take_unquoted(';', text);
        const std::string_view name = take_unquoted('=', value);
        if (equal_folded(name, "q")) {
            const auto quality = quality_from(value);
            if (!quality) {
                return std::nullopt;
            }
            range.quality = *quality;
            return range;
        }
        if (!equal_folded(name, "charset") ||
            (!equal_folded(value, "utf-8") &&
             !equal_folded(value, "\"utf-8\""))) {
            return std::nullopt;
        }
        range.is_utf_8 = true;
    }
    return range;
}

// The qualities that the header gives one media type, by the ranges "*/*",
// "type/*" and "type/subtype"; -1 if the header lacks that range.
class Wanted {
  public:
    constexpr Wanted(std::string_view any, std::string_view full)
        : names_{"*/*", any, full} {}

    void take(const Range& range) {
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (equal_folded(range.type, names_[i])) {
                qualities_[i] = std::max(qualities_[i], range.quality);
            }
        }
    }

    int quality() const {
        const auto best = std::find_if(qualities_.rbegin(), qualities_.rend(),
                                       [](int each) { return each >= 0; });
        return best == qualities_.rend() ? 0 : *best;
    }

  private:
    std::array<std::string_view, 3> names_;
    std::array<int, 3> qualities_{-1, -1, -1};
};

}  // namespace

bool prefers_problem_json(std::string_view accept) {
    if (accept.size() > kMaxAccept) {
        return false;
    }
    Wanted json("application/*", "application/problem+json");
    Wanted plain("text/*", "text/plain");
    while (!accept.empty()) {
        const auto range = range_from(take_unquoted(',', accept));
        if (!range) {
            continue;
        }
        plain.take(*range);
        if (!range->is_utf_8) {  // JSON lacks a charset (RFC 8259 11)
            json.take(*range);
        }
    }
    return json.quality() > plain.quality();
}

}  // namespace robots
