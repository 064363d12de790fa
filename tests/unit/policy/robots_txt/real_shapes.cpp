#include "tests/unit/policy/robots_txt/real_shapes.hpp"

#include <algorithm>
#include <cctype>

#include "tests/unit/policy/robots_txt/dice.hpp"

namespace robots {

namespace {

using Lines = std::vector<std::string>;

// Each with its end.
Lines lines_of(const std::string& text) {
    Lines out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = text.find('\n', at);
        end = end == std::string::npos ? text.size() : end + 1;
        out.push_back(text.substr(at, end - at));
        at = end;
    }
    return out;
}

std::string joined(const Lines& lines) {
    std::string out;
    for (const std::string& line : lines) {
        out += line;
    }
    return out;
}

// Where a line is or, one time more, where one can be added.
std::size_t place(const Lines& lines, Dice& dice) {
    return dice.below(lines.size() + 1);
}

const std::string& some_line(const std::vector<Lines>& all, Dice& dice) {
    static const std::string kNone = "Disallow: /none/\n";
    const Lines& lines = all[dice.below(all.size())];
    return lines.empty() ? kNone : lines[dice.below(lines.size())];
}

std::string in_other_letters(std::string line, bool upper) {
    const std::size_t colon = std::min(line.find(':'), line.size());
    std::transform(
        line.begin(), line.begin() + static_cast<std::ptrdiff_t>(colon),
        line.begin(), [upper](unsigned char c) {
            return static_cast<char>(upper ? std::toupper(c) : std::tolower(c));
        });
    return line;
}

std::string with_other_blanks(std::string line, Dice& dice) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) {
        return "\t" + line;
    }
    switch (dice.below(4)) {
        case 0:
            return line.insert(colon, " ");
        case 1:
            return line.insert(colon + 1, "\t ");
        case 2:
            return line.replace(colon, 1, " ");
        default:
            return line.erase(colon, 1);
    }
}

std::string with_comment(const std::string& line) {
    const std::size_t end = std::min(line.find_first_of("\r\n"), line.size());
    return line.substr(0, end) + " # why: see /x" + line.substr(end);
}

void damage(std::string& text, Dice& dice) {
    if (text.empty()) {
        return;
    }
    const std::size_t at = dice.below(text.size());
    switch (dice.below(3)) {
        case 0:
            text.erase(at, 1);
            break;
        case 1:
            text.insert(at, 1, text[dice.below(text.size())]);
            break;
        default:
            // Any octet but NUL, which no text has.
            text[at] = static_cast<char>(1 + dice.below(255));
            break;
    }
}

void change_lines(Lines& lines, const std::vector<Lines>& all, Dice& dice) {
    if (lines.empty()) {
        lines.push_back(some_line(all, dice));
        return;
    }
    std::string& line = lines[dice.below(lines.size())];
    const auto at =
        lines.begin() + static_cast<std::ptrdiff_t>(place(lines, dice));
    switch (dice.below(8)) {
        case 0:
            line.clear();
            break;
        case 1:
            lines.insert(at, std::string(line));
            break;
        case 2:
            line.swap(lines[dice.below(lines.size())]);
            break;
        case 3:
        case 4:
            lines.insert(at, some_line(all, dice));
            break;
        case 5:
            line = in_other_letters(line, dice.one_in(2));
            break;
        case 6:
            line = with_other_blanks(line, dice);
            break;
        default:
            line = with_comment(line);
            break;
    }
}

void change_ends(std::string& text, const std::string& end) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text.compare(at, 2, "\r\n") == 0) {
            out += end;
            ++at;
        } else if (text[at] == '\n') {
            out += end;
        } else {
            out += text[at];
        }
    }
    text = std::move(out);
}

}  // namespace

std::vector<CorpusFile> real_shapes() {
    std::vector<CorpusFile> out = published_shapes();
    std::vector<CorpusFile> odd = odd_shapes();
    std::move(odd.begin(), odd.end(), std::back_inserter(out));
    return out;
}

CorpusFile mutated(const std::vector<CorpusFile>& shapes, std::uint32_t seed) {
    Dice dice(seed);
    const CorpusFile& from = shapes[dice.below(shapes.size())];
    std::vector<Lines> others;
    for (int i = 0; i < 3; ++i) {
        others.push_back(lines_of(shapes[dice.below(shapes.size())].text));
    }
    Lines lines = lines_of(from.text);
    for (std::size_t n = 1 + dice.below(8); n > 0; --n) {
        change_lines(lines, others, dice);
    }
    std::string text = joined(lines);
    if (dice.one_in(4)) {
        const char* const kEnds[] = {"\r\n", "\r", "\n\n", "\n"};
        change_ends(text, kEnds[dice.below(4)]);
    }
    for (std::size_t n = dice.one_in(2) ? dice.below(6) : 0; n > 0; --n) {
        damage(text, dice);
    }
    if (dice.one_in(8)) {
        text.insert(0, "\xEF\xBB\xBF");
    }
    return {from.name + ", seed " + std::to_string(seed), std::move(text)};
}

}  // namespace robots
