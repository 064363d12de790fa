#include "cli/output/line_diff.hpp"

#include <algorithm>
#include <cstdint>

#include "cli/output/text.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"

namespace robotsctl {

namespace {

using Lines = std::vector<std::string>;

struct Mark {
    char sign;  // '-', '+' or ' '
    const std::string* line;
};

// The maximum size of the table that compare_lines() fills. If texts need a
// larger table, all lines of `before` count as removed, and all lines of
// `after` as added.
constexpr std::size_t kMostCells = std::size_t{1} << 21;

// Compares the lines before[from] to before[before_end] with the lines
// after[from] to after[after_end] by a longest common subsequence. Appends the
// result to `out`.
void compare_lines(const Lines& before, std::size_t before_end,
                   const Lines& after, std::size_t after_end, std::size_t from,
                   std::vector<Mark>& out) {
    const std::size_t rows = before_end - from;
    const std::size_t columns = after_end - from;
    const bool fits = (rows + 1) * (columns + 1) <= kMostCells;
    // at(i, j) is the number of common lines from row i and column j on.
    std::vector<std::uint32_t> common(fits ? (rows + 1) * (columns + 1) : 0);
    const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
        return common[i * (columns + 1) + j];
    };
    for (std::size_t i = fits ? rows : 0; i-- > 0;) {
        for (std::size_t j = columns; j-- > 0;) {
            at(i, j) = before[from + i] == after[from + j]
                           ? at(i + 1, j + 1) + 1
                           : std::max(at(i + 1, j), at(i, j + 1));
        }
    }
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < rows || j < columns) {
        const bool both = i < rows && j < columns;
        if (both && fits && before[from + i] == after[from + j]) {
            out.push_back({' ', &before[from + i]});
            ++i, ++j;
        } else if (i < rows &&
                   (j == columns || !fits || at(i + 1, j) >= at(i, j + 1))) {
            out.push_back({'-', &before[from + i++]});
        } else {
            out.push_back({'+', &after[from + j++]});
        }
    }
}

std::string mark_text(const Mark& mark) {
    constexpr std::size_t kMostOctets = 160;
    const bool is_long = mark.line->size() > kMostOctets;
    return mark.sign + robots::printable(mark.line->substr(0, kMostOctets)) +
           (is_long ? "..." : "");
}

// Leaves out common lines that are far from a difference.
std::vector<std::string> lines_near_changes(const std::vector<Mark>& marks) {
    constexpr std::size_t kAround = 2;
    std::vector<bool> is_near(marks.size(), false);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (marks[i].sign != ' ') {
            const std::size_t end = std::min(i + kAround + 1, marks.size());
            for (std::size_t k = i - std::min(i, kAround); k < end; ++k) {
                is_near[k] = true;
            }
        }
    }
    std::vector<std::string> out;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (is_near[i]) {
            out.push_back(mark_text(marks[i]));
        } else if (out.empty() || out.back() != "...") {
            out.emplace_back("...");
        }
    }
    return out;
}

}  // namespace

std::vector<std::string> line_diff(std::string_view before,
                                   std::string_view after) {
    const Lines a = robots::split_lines(before);
    const Lines b = robots::split_lines(after);
    std::size_t start = 0;
    while (start < std::min(a.size(), b.size()) && a[start] == b[start]) {
        ++start;
    }
    std::size_t behind = 0;
    while (behind < std::min(a.size(), b.size()) - start &&
           a[a.size() - 1 - behind] == b[b.size() - 1 - behind]) {
        ++behind;
    }
    std::vector<Mark> marks;
    const auto same = [&](std::size_t from, std::size_t end) {
        for (std::size_t i = from; i < end; ++i) {
            marks.push_back({' ', &a[i]});
        }
    };
    same(0, start);
    compare_lines(a, a.size() - behind, b, b.size() - behind, start, marks);
    same(a.size() - behind, a.size());
    std::vector<std::string> out = lines_near_changes(marks);
    if (out.size() > kMostDiffLines) {
        const std::size_t more = out.size() - kMostDiffLines + 1;
        out.resize(kMostDiffLines - 1);
        out.push_back("... " + counted(more, "more line"));
    }
    return out;
}

}  // namespace robotsctl
