#include "policy/base/near_word.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "policy/base/text.hpp"

namespace robots {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced =
                diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

namespace {

constexpr std::size_t kMaxListed = 30;
constexpr std::size_t kMaxEdits = 2;
constexpr std::size_t kMaxWords = 1000;

}  // namespace

std::size_t typing_errors(std::string_view a, std::string_view b) {
    // Three rows of the distance table: for octet i - 3 of `a` (`before`), for
    // octet i - 2 (`above`), and for octet i - 1 (`row`).
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> above(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        above[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced =
                above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
                a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        std::swap(before, above);
        std::swap(above, row);
    }
    return above[b.size()];
}

bool is_near(std::string_view a, std::string_view b, std::size_t most) {
    const std::size_t longer = std::max(a.size(), b.size());
    const std::size_t shorter = std::min(a.size(), b.size());
    return longer - shorter <= most && typing_errors(a, b) <= most;
}

std::string_view nearest(std::string_view text,
                         const std::vector<std::string_view>& words) {
    std::string_view best;
    std::size_t best_distance = kMaxEdits + 1;
    const std::size_t count = std::min(words.size(), kMaxWords);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view word = words[i];
        const std::size_t longer = std::max(word.size(), text.size());
        const std::size_t shorter = std::min(word.size(), text.size());
        if (longer - shorter > kMaxEdits || longer <= kMaxEdits) {
            continue;
        }
        const std::size_t distance = edit_distance(text, word);
        if (distance < best_distance && distance < shorter) {
            best = word;
            best_distance = distance;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view text,
                         const std::vector<std::string_view>& words) {
    const std::string_view best = nearest(text, words);
    return best.empty() ? "" : "; did you mean " + cited(best) + "?";
}

std::string listing(const std::vector<std::string_view>& words) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i == kMaxListed) {
            return out + ", ...";
        }
        if (i > 0) {
            out += i + 1 == words.size() ? " and " : ", ";
        }
        out += cited(words[i]);
    }
    return out;
}

std::string with_listing(const std::string& hint, std::string_view lead,
                         const std::vector<std::string_view>& words) {
    std::string out(lead);
    if (!hint.empty()) {
        out.front() = static_cast<char>(out.front() - 'a' + 'A');
    }
    return (hint.empty() ? "; " : hint + ' ') + out + ' ' + listing(words);
}

}  // namespace robots
