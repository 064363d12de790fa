#include "policy/robots_txt/token_parts.hpp"

#include <algorithm>
#include <utility>

#include "policy/base/ascii.hpp"

namespace robots {

namespace {

constexpr std::size_t kStart = 3;

// Returns a hash of the first `octets` octets, which is an index into starts_.
std::size_t start_of(std::string_view text, std::size_t octets) {
    std::size_t out = 0;
    for (const char c : text.substr(0, octets)) {
        out = out * 37 + static_cast<unsigned char>(c);
    }
    return out % 65536;
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
    const std::size_t most = std::min(a.size(), b.size());
    const auto* const end = a.begin() + most;
    return static_cast<std::size_t>(
        std::mismatch(a.begin(), end, b.begin()).first - a.begin());
}

}  // namespace

void TokenParts::add(std::string_view token, std::size_t number) {
    if (token != "*") {
        std::string folded = fold(token);
        starts_.set(start_of(folded, kStart));
        numbers_.emplace(std::move(folded), number);
    }
}

std::vector<std::size_t> TokenParts::of(std::string_view token) const {
    const std::string folded = fold(token);
    std::vector<std::size_t> out;
    for (std::size_t at = 0; at < folded.size(); ++at) {
        auto rest = std::string_view(folded).substr(at);
        const bool may_start = starts_.test(start_of(rest, 1)) ||
                               starts_.test(start_of(rest, 2)) ||
                               starts_.test(start_of(rest, kStart));
        // Look for the longest token that is a prefix of `rest`. Let `it` be
        // the last token that is not greater than `rest`. Either `it` is this
        // prefix, or the prefix is within the common start of `it` and `rest`.
        while (may_start && !rest.empty()) {
            auto it = numbers_.upper_bound(rest);
            if (it == numbers_.begin()) {
                break;
            }
            --it;
            std::size_t common = common_prefix(it->first, rest);
            if (common == it->first.size()) {
                if (common < folded.size()) {
                    out.push_back(it->second);
                }
                --common;
            }
            rest = rest.substr(0, common);
        }
    }
    return out;
}

}  // namespace robots
