#include "policy/robots_txt/content_preferences.hpp"

#include <algorithm>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/matching/pattern.hpp"

namespace robots {

namespace {

// In the order of ContentSignals.
constexpr std::array<std::string_view, 3> kSignals{"search", "ai-input",
                                                   "ai-train"};

}  // namespace

std::optional<ContentSignals> content_signals_from(std::string_view text) {
    ContentSignals out;
    while (!text.empty()) {
        const std::string_view part = trim(take_until(',', text));
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string_view value =
            trim(part.substr(std::min(equals + 1, part.size())));
        const auto at = std::find_if(
            kSignals.begin(), kSignals.end(),
            [name = trim(part.substr(0, equals))](std::string_view known) {
                return equal_folded(known, name);
            });
        const bool yes = equal_folded(value, "yes");
        if (at == kSignals.end() || (!yes && !equal_folded(value, "no"))) {
            return std::nullopt;
        }
        out[static_cast<std::size_t>(at - kSignals.begin())] = yes;
    }
    return out;
}

std::string text_of(const ContentSignals& signals) {
    std::string out;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        if (signals[i]) {
            out += out.empty() ? "" : ", ";
            out += kSignals[i];
            out += *signals[i] ? "=yes" : "=no";
        }
    }
    return out;
}

std::optional<ContentUsageLine> content_usage_from(std::string_view text) {
    ContentUsageLine out;
    if (!text.empty() && (text[0] == '/' || text[0] == '*')) {
        const std::size_t end =
            std::min(text.find_first_of(" \t"), text.size());
        out.path = Pattern(text.substr(0, end)).text();
        text = trim(text.substr(end));
    }
    if (text.empty()) {
        return std::nullopt;
    }
    while (!text.empty()) {
        const std::string_view part = trim(take_until(',', text));
        const std::size_t equals = part.find('=');
        const bool fits =
            equals != std::string_view::npos && equals > 0 &&
            (part.substr(equals) == "=y" || part.substr(equals) == "=n") &&
            part[0] >= 'a' && part[0] <= 'z' &&
            part.substr(0, equals).find_first_not_of(
                "abcdefghijklmnopqrstuvwxyz0123456789_-."
                "*") == std::string_view::npos;
        if (!fits) {
            return std::nullopt;
        }
        out.preferences += out.preferences.empty() ? "" : ", ";
        out.preferences += part;
    }
    return out;
}

}  // namespace robots
