#include "policy/lint/meant_path.hpp"

#include <algorithm>
#include <array>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robots::lint {

namespace {

constexpr auto kNowhere = std::string_view::npos;

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != kNowhere;
}

// Whether the path has an escape such as "\.". A URL never has a backslash.
bool has_escape(std::string_view path) {
    constexpr std::string_view kEscaped = "./?-dwsDWS$^*+()[]";
    for (std::size_t at = path.find('\\'); at != kNowhere;
         at = path.find('\\', at + 1)) {
        if (at + 1 < path.size() && has(kEscaped, path.substr(at + 1, 1))) {
            return true;
        }
    }
    return false;
}

// Whether the path has ".*" where a pattern would have "*". False for "/*.*"
// and "/index.*", because these are patterns.
bool has_any_run(std::string_view path) {
    if (starts_with(path, ".*") || has(path, "(.*)") || has(path, "(.+)")) {
        return true;
    }
    constexpr std::array<std::string_view, 2> kRuns = {".*", ".+"};
    return std::any_of(kRuns.begin(), kRuns.end(), [path](auto run) {
        const std::size_t at = path.find(run);
        if (at == kNowhere || at == 0) {
            return false;
        }
        return (at > 1 && path[at - 1] == '/') ||
               (path[at - 1] != '*' && path.substr(at + 2) == "$");
    });
}

// Whether the path has a choice: "(a|b)", "[0-9]", "[^/]".
bool has_choice(std::string_view path) {
    const std::size_t open = path.find('(');
    const std::size_t bar = path.find('|', open == kNowhere ? 0 : open);
    if (open != kNowhere && bar != kNowhere && has(path.substr(bar), ")")) {
        return true;
    }
    return has(path, "(?:") || has(path, "[^") || has(path, "[0-9]") ||
           has(path, "[a-z") || has(path, "[A-Z");
}

// Returns the text up to the first "/", "?", "#" or ":". It may be a host.
std::string_view first_part(std::string_view text) {
    return text.substr(0, text.find_first_of("/?#:"));
}

bool is_host_like(std::string_view part) {
    if (part.size() > 4 && starts_folded(part, "www.")) {
        return true;
    }
    // File names have similar endings. So only these few endings count as
    // endings of hosts.
    constexpr std::array<std::string_view, 14> kEnds = {
        ".com", ".org", ".net", ".edu", ".gov", ".co.uk",   ".de",
        ".fr",  ".it",  ".nl",  ".ru",  ".eu",  ".example", ".test"};
    return std::any_of(kEnds.begin(), kEnds.end(), [part](auto end) {
        return part.size() > end.size() && ends_folded(part, end);
    });
}

// Returns the pattern without a useless "*" at its end, and with the "/" or
// "/*" that it must start with.
std::string finished(std::string out, bool from_start) {
    if (ends_with(out, "*$")) {
        out.pop_back();
    }
    while (!out.empty() && out.back() == '*') {
        out.pop_back();
    }
    if (starts_with(out, "*")) {
        return '/' + out;
    }
    if (starts_with(out, "/")) {
        return out;
    }
    return (from_start ? "/" : "/*") + out;
}

// Translates the part of an expression at `at` into a part of a pattern, and
// moves `at` behind it. Returns nullopt if a pattern cannot express the part.
std::optional<std::string> translated(std::string_view text, std::size_t& at) {
    const char c = text[at];
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (c == '\\') {
        if (next == '\0' || is_alphanumeric(next)) {
            return std::nullopt;
        }
        at += 2;
        return next == '*' ? "%2A" : next == '$' ? "%24" : std::string(1, next);
    }
    if (c == '.' && (next == '*' || next == '+')) {
        at += 2;
        return "*";
    }
    if (has("()[]{}|+^", std::string_view(&c, 1)) ||
        (c == '$' && next != '\0')) {
        return std::nullopt;
    }
    ++at;
    return std::string(1, c);
}

}  // namespace

bool looks_like_expression(std::string_view path) {
    return !path.empty() &&
           (path.front() != '\\' || path.substr(0, 2) == "\\.") &&
           (path.front() == '^' || has_escape(path) || has_any_run(path) ||
            has_choice(path));
}

std::optional<std::string> pattern_for(std::string_view expression) {
    std::string text(expression);
    for (const std::string_view any : {"(.*)", "(.+)"}) {
        for (std::size_t at = 0; (at = text.find(any)) != std::string::npos;) {
            text.replace(at, any.size(), ".*");
        }
    }
    const bool from_start = text.front() == '^';
    std::string out;
    for (std::size_t at = from_start ? 1 : 0; at < text.size();) {
        const auto part = translated(text, at);
        if (!part) {
            return std::nullopt;
        }
        if (*part != "*" || !ends_with(out, "*")) {
            out += *part;
        }
    }
    return finished(std::move(out), from_start);
}

bool starts_with_authority(std::string_view text) {
    const std::size_t scheme = text.find("://");
    if (scheme != kNowhere && scheme > 0 &&
        std::all_of(text.begin(),
                    text.begin() + static_cast<std::ptrdiff_t>(scheme),
                    is_letter)) {
        return true;
    }
    if (starts_with(text, "//")) {
        const std::string_view part = first_part(text.substr(2));
        return part.find('.') < part.size() - 1 && !part.empty();
    }
    return is_host_like(first_part(text));
}

std::string path_behind_authority(std::string_view text) {
    const std::size_t mark = text.find("//");
    const std::size_t scheme = text.find("://");
    const bool has_mark = scheme != kNowhere || mark == 0;
    const std::size_t path = text.find_first_of("/?", has_mark ? mark + 2 : 0);
    if (path == kNowhere) {
        return "/";
    }
    return (text[path] == '/' ? "" : "/") + std::string(text.substr(path));
}

bool is_file_ending(std::string_view text) {
    constexpr std::size_t kLongest = 6;
    constexpr std::string_view kFolders[] = {".git", ".svn",  ".hg",
                                             ".env", ".idea", ".ssh"};
    return text.size() > 1 && text.size() <= kLongest && text[0] == '.' &&
           std::find(std::begin(kFolders), std::end(kFolders), text) ==
               std::end(kFolders) &&
           std::all_of(text.begin() + 1, text.end(), is_alphanumeric);
}

std::vector<std::string> several_paths(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::size_t end =
            std::min(text.find_first_of(" \t"), text.size());
        std::string_view path = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!text.empty() && path.size() > 1 && path.back() == ',') {
            path.remove_suffix(1);
        }
        if (!path.empty()) {
            if (path.front() != '/' && path.front() != '*') {
                return {};
            }
            out.emplace_back(path);
        }
    }
    return out.size() > 1 ? out : std::vector<std::string>{};
}

std::optional<std::string> meant_path(std::string_view text) {
    if (text.empty()) {
        return std::nullopt;
    }
    if (looks_like_expression(text)) {
        return pattern_for(text);
    }
    if (starts_with_authority(text)) {
        return path_behind_authority(text);
    }
    if (is_file_ending(text)) {
        return "/*" + std::string(text) + '$';
    }
    if (text.front() == '\\') {
        std::string path(text);
        std::replace(path.begin(), path.end(), '\\', '/');
        return path;
    }
    if (text.front() == '?' || text.front() == '&') {
        return "/*" + std::string(text);
    }
    return text.front() == '/' || text.front() == '*' ? std::string(text)
                                                      : '/' + std::string(text);
}

}  // namespace robots::lint
