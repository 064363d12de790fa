// Paths that say where a secret is: everybody can read robots.txt, and those
// who look for such paths read it first (RFC 9309 3).

#include <algorithm>
#include <array>

#include "policy/base/ascii.hpp"
#include "policy/lint/families.hpp"

namespace robots::lint {

namespace {

// Any word of a segment.
constexpr std::array<std::string_view, 13> kWords{
    "backup", "backups",  "secret",      "secrets", "passwords",
    "passwd", "htpasswd", "phpmyadmin",  "adminer", "credentials",
    "dump",   "dumps",    "confidential"};

// Files and folders that are never meant to be served.
constexpr std::array<std::string_view, 9> kSegments{
    ".git", ".svn",      ".hg",       ".env",         ".ssh",
    ".aws", ".htpasswd", ".DS_Store", "wp-config.php"};

// Endings of files with what a server holds inside.
constexpr std::array<std::string_view, 8> kEndings{
    ".sql", ".bak", ".old", ".pem", ".key", ".sqlite", ".kdbx", ".sql.gz"};

template <std::size_t size>
bool has(const std::array<std::string_view, size>& words,
         std::string_view word) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view known) {
        return equal_folded(known, word);
    });
}

bool ends_with(std::string_view text, std::string_view suffix) {
    return text.size() > suffix.size() &&
           equal_folded(text.substr(text.size() - suffix.size()), suffix);
}

// Whether a word of `segment`, between anything but letters, is a secret's.
bool has_secret_word(std::string_view segment) {
    const auto is_letter = [](char c) {
        return fold(c) >= 'a' && fold(c) <= 'z';
    };
    for (std::size_t at = 0; at < segment.size(); ++at) {
        const std::size_t first = at;
        while (at < segment.size() && is_letter(segment[at])) {
            ++at;
        }
        if (has(kWords, segment.substr(first, at - first))) {
            return true;
        }
    }
    return false;
}

// A wildcard in the segment names a kind of file ("/*.sql$") and no place.
bool looks_secret(std::string_view segment) {
    if (segment.find('*') != std::string_view::npos) {
        return false;
    }
    return has(kSegments, segment) || has_secret_word(segment) ||
           std::any_of(
               kEndings.begin(), kEndings.end(),
               [&](std::string_view end) { return ends_with(segment, end); });
}

// "/password" holds some, "/user/password" is where people change theirs.
bool is_password_list(std::string_view path) {
    const std::string_view name =
        path.substr(0, 1) == "/" ? path.substr(1) : path;
    return equal_folded(name, "password") || equal_folded(name, "password/") ||
           equal_folded(name, "password.txt") ||
           equal_folded(name, "password.csv");
}

bool names_a_secret(std::string_view path) {
    path = path.substr(0, path.find('?'));
    if (!path.empty() && path.back() == '$') {
        path.remove_suffix(1);
    }
    if (is_password_list(path)) {
        return true;
    }
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        if (looks_secret(path.substr(0, end))) {
            return true;
        }
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return false;
}

}  // namespace

void lint_secrets(const Subject& subject, Report& report) {
    for (const RobotsGroup& group : subject.document.groups) {
        for (const RuleLine& rule : group.rules) {
            if (!rule.allow && names_a_secret(rule.path)) {
                report.tell(
                    rule.place, Code::secret_looking_path,
                    quoted(rule) +
                        " shows everybody where to look: robots.txt is public, "
                        "and attackers read it first; remove the rule, and "
                        "deny access to the path instead");
            }
        }
    }
}

}  // namespace robots::lint
