// Checks tokens that no crawler has, and User-agent lines with several names.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/base/near_word.hpp"
#include "policy/lint/families.hpp"
#include "policy/robots_txt/product_token.hpp"

namespace robots::lint {

namespace {

// A token shorter than this is taken for a misspelling of a known token only if
// both have the same letters in a different order.
constexpr std::size_t kUnlikeEnough = 8;

// The maximum number of unknown tokens that are searched in the catalogue.
constexpr std::size_t kMostSearches = 500;

// Returns how many letters a misspelling may change. The limit is lower for
// short tokens, because many short names of crawlers differ in only one letter.
std::size_t edits_allowed(std::string_view token) {
    constexpr std::size_t kShort = 5;
    constexpr std::size_t kLong = 12;
    return token.size() < kShort ? 0 : token.size() < kLong ? 1 : 2;
}

// Whether two names have the same letters: "GTPBot" and "GPTBot".
bool are_exchanged(std::string_view a, std::string_view b) {
    std::string x(a);
    std::string y(b);
    std::sort(x.begin(), x.end());
    std::sort(y.begin(), y.end());
    return x == y;
}

// Returns the token without digits and dots, in lower case. Tokens that differ
// only in digits and dots are versions of one name.
std::string letters_of(std::string_view token) {
    std::string out;
    std::copy_if(token.begin(), token.end(), std::back_inserter(out),
                 [](char c) { return (c < '0' || c > '9') && c != '.'; });
    return fold(out);
}

// Returns the crawler whose token is probably misspelt as `token`; or nullptr.
const Crawler* misspelt(const Crawlers& crawlers, std::string_view token) {
    const std::size_t allowed = edits_allowed(token);
    const std::string wanted = fold(token);
    const Crawler* best = nullptr;
    std::size_t least = allowed + 1;
    for (const Crawler& crawler : crawlers.entries()) {
        const std::string known = fold(crawler.token);
        if (allowed == 0 || known.size() < 5 || known[0] != wanted[0] ||
            !is_near(wanted, known, allowed) ||
            letters_of(known) == letters_of(wanted) ||
            (wanted.size() < kUnlikeEnough && !are_exchanged(wanted, known))) {
            continue;
        }
        const std::size_t edits = typing_errors(wanted, known);
        if (edits < least) {
            least = edits;
            best = &crawler;
        }
    }
    return best;
}

void check_spelling(const Subject& subject, const Written& token,
                    std::size_t& searches, Reporter& report) {
    if (token.value == "*" || subject.crawlers.find(token.value) != nullptr ||
        ++searches > kMostSearches) {
        return;
    }
    if (const Crawler* crawler = misspelt(subject.crawlers, token.value)) {
        report.tell(token.place, Code::misspelt_token,
                    "no known crawler is called " + cited(token.value) +
                        "; did you mean " + cited(crawler->token) + '?');
    }
}

// Returns the names in "GPTBot, ClaudeBot" or "GPTBot ClaudeBot"; empty if the
// value may be one name of two words.
std::vector<std::string> several_tokens(const Subject& subject,
                                        std::string_view value) {
    const bool has_separator =
        value.find_first_of(",;|") != std::string_view::npos;
    std::vector<std::string> out;
    while (!value.empty()) {
        const std::size_t end =
            std::min(value.find_first_of(",;| "), value.size());
        const std::string_view token = trim(value.substr(0, end));
        value.remove_prefix(std::min(end + 1, value.size()));
        if (token.empty()) {
            continue;
        }
        if (leading_product_token(token) != token) {
            return {};
        }
        out.emplace_back(token);
    }
    const auto known = static_cast<std::size_t>(
        std::count_if(out.begin(), out.end(), [&](const std::string& token) {
            return subject.crawlers.find(token) != nullptr;
        }));
    const std::size_t wanted = has_separator ? 1 : out.size();
    return out.size() > 1 && known >= wanted ? out : std::vector<std::string>{};
}

bool is_whole_header(std::string_view value) {
    return value.find('/') != std::string_view::npos &&
           value.find(' ') != std::string_view::npos;
}

}  // namespace

bool lint_agent_line(const Subject& subject, const Written& line,
                     Reporter& report) {
    const std::string_view read = leading_product_token(line.value);
    const auto several = several_tokens(subject, line.value);
    if (!several.empty()) {
        report.tell(line.place, Code::odd_token, Severity::warning,
                    cited("User-agent: " + line.value) +
                        " names several crawlers, but only the first is read; "
                        "write a line for each, such as " +
                        cited("User-agent: " + several[1]));
        return true;
    }
    const Sighting sighting = subject.crawlers.identify(line.value);
    if (is_whole_header(line.value) && sighting.token != read) {
        report.tell(line.place, Code::odd_token, Severity::warning,
                    cited("User-agent: " + line.value) +
                        " is a whole User-Agent header, so crawlers read " +
                        cited(read) + "; write only the crawler's name" +
                        (sighting ? ": " + cited("User-agent: " +
                                                 std::string(sighting.token))
                                  : std::string()));
        return true;
    }
    return false;
}

void lint_agents(const Subject& subject, Reporter& report) {
    std::size_t searches = 0;
    for (std::size_t i = 0; i < subject.notes.size() && !subject.verbatim;
         ++i) {
        report.enter(subject.notes[i]);
        for (const Written& token : subject.notes[i].named) {
            check_spelling(subject, token, searches, report);
        }
    }
    for (const Written& line : subject.agent_lines) {
        const std::string token(leading_product_token(line.value));
        if (!token.empty()) {
            check_spelling(subject, {token, line.place}, searches, report);
        }
    }
}

}  // namespace robots::lint
