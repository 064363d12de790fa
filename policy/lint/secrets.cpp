// Finds paths that reveal where a secret is. Everybody can read robots.txt, and
// people who look for secrets read it first (RFC 9309 3).

#include <algorithm>
#include <array>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/lint/families.hpp"

namespace robots::lint {

namespace {

// A path segment looks secret if one of its words is in this list.
constexpr std::array<std::string_view, 13> kWords{
    "backup", "backups",  "secret",      "secrets", "passwords",
    "passwd", "htpasswd", "phpmyadmin",  "adminer", "credentials",
    "dump",   "dumps",    "confidential"};

// Words that say that something is not for the public.
constexpr std::array<std::string_view, 14> kInternal{
    "internal",  "intranet",    "extranet", "staging", "preprod",
    "unlisted",  "unpublished", "embargo",  "payroll", "salaries",
    "personnel", "unreleased",  "hidden",   "nda"};

// Files and folders that are never meant to be served.
constexpr std::array<std::string_view, 9> kSegments{
    ".git", ".svn",      ".hg",       ".env",         ".ssh",
    ".aws", ".htpasswd", ".DS_Store", "wp-config.php"};

// Endings of files that contain internal data of a server.
constexpr std::array<std::string_view, 8> kSecretEndings{
    ".sql", ".bak", ".old", ".pem", ".key", ".sqlite", ".kdbx", ".sql.gz"};

template <std::size_t size>
bool has(const std::array<std::string_view, size>& words,
         std::string_view word) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view known) {
        return equal_folded(known, word);
    });
}

// Whether `words` has a word of `segment`. A word ends at any octet that is not
// a letter.
template <std::size_t size>
bool has_word_of(const std::array<std::string_view, size>& words,
                 std::string_view segment) {
    for (std::size_t at = 0; at < segment.size(); ++at) {
        const std::size_t first = at;
        while (at < segment.size() && is_letter(segment[at])) {
            ++at;
        }
        if (has(words, segment.substr(first, at - first))) {
            return true;
        }
    }
    return false;
}

// Whether the segment reveals a secret. A segment with a wildcard ("/*.sql$")
// names a kind of file, so it does not reveal a place.
bool looks_secret(std::string_view segment) {
    if (segment.find('*') != std::string_view::npos) {
        return false;
    }
    return has(kSegments, segment) || has_word_of(kWords, segment) ||
           std::any_of(kSecretEndings.begin(), kSecretEndings.end(),
                       [&](std::string_view end) {
                           return segment.size() > end.size() &&
                                  ends_folded(segment, end);
                       });
}

// Whether the path is a file of passwords: "/password". "/user/password" is
// different, because people change their own password there.
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
        if (looks_secret(take_until('/', path))) {
            return true;
        }
    }
    return false;
}

// Whether a word of the path sounds internal: "/internal/", "/old-intranet".
bool sounds_internal(std::string_view path) {
    path = path.substr(0, path.find_first_of("?*"));
    return has_word_of(kInternal, path);
}

}  // namespace

void lint_secrets(const Subject& subject, Reporter& report) {
    for (std::size_t i = 0; i < subject.document.groups.size(); ++i) {
        report.enter(subject.notes[i]);
        for (const RuleLine& rule : subject.document.groups[i].rules) {
            if (rule.allow) {
                continue;
            }
            if (names_a_secret(rule.path)) {
                report.tell(
                    rule.place, Code::secret_looking_path,
                    cited(rule) +
                        " shows everybody where to look: robots.txt is public, "
                        "and attackers read it first; remove the rule, and "
                        "deny access to the path instead");
            } else if (sounds_internal(rule.path)) {
                report.tell(
                    rule.place, Code::internal_looking_path,
                    cited(rule) +
                        " tells everybody that there is something that is not "
                        "for the public: robots.txt is public; if that is so, "
                        "remove the rule and deny access to the path instead");
            }
        }
    }
}

}  // namespace robots::lint
