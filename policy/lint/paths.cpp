// One path at a time.

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/base/percent_encoding.hpp"
#include "policy/lint/families.hpp"
#include "policy/matching/pattern.hpp"

namespace robots::lint {

namespace {

bool starts_with(std::string_view text, std::string_view prefix) {
    return text.substr(0, prefix.size()) == prefix;
}

bool is_alphanumeric(char c) {
    const char folded = fold(c);
    return (folded >= 'a' && folded <= 'z') || (c >= '0' && c <= '9');
}

// Whether `path` ends in a word that can be part of a longer one: "/admin", but
// not "/admin/", "/a.html", "/wp-", "/?s=", "/a*".
bool ends_in_word(std::string_view path) {
    if (!is_alphanumeric(path.back())) {
        return false;
    }
    const std::string_view word = path.substr(path.rfind('/') + 1);
    return path.find_first_of("*?$&=;") == std::string_view::npos &&
           word.find('.') == std::string_view::npos;
}

// The paths that a group allows, sorted.
using Allowed = std::vector<std::string_view>;

Allowed allowed_by(const RobotsGroup& group) {
    Allowed out;
    for (const RuleLine& rule : group.rules) {
        if (rule.allow) {
            out.push_back(rule.path);
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

// Whether the group allows a longer word itself, and so knows what it closes.
bool reopens_longer(const Allowed& allowed, std::string_view path) {
    constexpr std::string_view kRanges[] = {"--", "09", "AZ", "__", "az"};
    return std::any_of(
        std::begin(kRanges), std::end(kRanges), [&](std::string_view range) {
            const auto at = std::lower_bound(allowed.begin(), allowed.end(),
                                             std::string(path) + range[0]);
            return at != allowed.end() && starts_with(*at, path) &&
                   (*at)[path.size()] <= range[1];
        });
}

void check_open_end(const Subject& subject, const Allowed& allowed,
                    const RuleLine& rule, Report& report) {
    if (rule.allow || rule.prefix_meant || rule.path.front() != '/' ||
        !ends_in_word(rule.path) || reopens_longer(allowed, rule.path)) {
        return;
    }
    const std::string lines =
        quoted(rule.path + '$') + " and " + quoted(rule.path + '/');
    const std::string fix =
        subject.verbatim
            ? "; write " + lines + " to close only it and what is below it"
            : "; write `{directory: " + rule.path + "}` (" + lines +
                  ") for it and what is below it, or `{prefix: " + rule.path +
                  "}` if you mean all of these";
    report.tell(rule.place, Code::open_ended_path,
                quoted(rule) + " also closes longer names, such as " +
                    quoted(rule.path + "-news") + fix);
}

// The hosts of a site, of which there may be a million.
using Hosts = std::unordered_set<std::string_view>;

// Whether `path` looks as if it started with a host.
bool starts_with_host(const Hosts& hosts, std::string_view path) {
    const std::size_t first = path.find_first_not_of('/');
    if (first == std::string_view::npos || path.front() == '*') {
        return false;
    }
    const std::string_view rest = path.substr(first);
    const std::string_view segment = rest.substr(0, rest.find_first_of("/?"));
    const auto is_segment = [segment](std::string_view text) {
        return equal_folded(text, segment);
    };
    const bool doubled = first >= 2 && segment.find('.') < segment.size() - 1;
    return is_segment("http:") || is_segment("https:") || doubled ||
           equal_folded(segment.substr(0, 4), "www.") ||
           hosts.count(fold(segment)) > 0;
}

void check_start(const Hosts& hosts, const RuleLine& rule, Report& report) {
    if (starts_with_host(hosts, rule.path)) {
        report.tell(rule.place, Code::host_in_path,
                    quoted(rule) +
                        " starts with a host or a URL, but rules match only "
                        "paths, so it matches nothing on this site; write what "
                        "follows the host, starting with `/`");
    } else if (rule.path.front() != '/' && rule.path.front() != '*') {
        report.tell(rule.place, Code::no_leading_slash,
                    quoted(rule) +
                        " starts with neither `/` nor `*`, so it matches "
                        "nothing; did you mean " +
                        quoted('/' + rule.path) + '?');
    }
}

void check_wildcard(const RuleLine& rule, Report& report) {
    if (rule.path == "*") {
        report.tell(rule.place, Code::lone_wildcard,
                    quoted(rule) +
                        " matches every path, but crawlers without wildcard "
                        "support ignore it; write `/`");
        return;
    }
    std::string_view path = rule.path;
    const bool anchored = path.back() == '$';
    path.remove_suffix(anchored ? 1 : 0);
    const std::size_t last = path.find_last_not_of('*');
    if (last == std::string_view::npos || last + 1 == path.size()) {
        return;
    }
    report.tell(
        rule.place, Code::useless_trailing_wildcard,
        quoted(rule) + " matches the same paths as " +
            quoted(path.substr(0, last + 1)) +
            " but takes precedence because it is longer; remove the `*`");
}

// The first octet that no URL has, or a "%" that starts no triplet.
std::optional<std::size_t> unencoded(std::string_view path) {
    constexpr std::string_view kUri = ":/?#[]@!$&'()*+,;=";
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool percent = path[i] == '%' && percent_triplet(path, i) >= 0;
        if (!percent && !is_unreserved(static_cast<unsigned char>(path[i])) &&
            kUri.find(path[i]) == std::string_view::npos) {
            return i;
        }
    }
    return std::nullopt;
}

void check_octets(const RuleLine& rule, Report& report) {
    if (const auto at = unencoded(rule.path)) {
        std::string triplet;
        append_triplet(triplet, static_cast<unsigned char>(rule.path[*at]));
        report.tell(rule.place, Code::unencoded_octets,
                    "byte " + std::to_string(*at + 1) + " of path " +
                        quoted(rule.path) +
                        " must be percent-encoded, or crawlers may not match "
                        "it; write " +
                        quoted(triplet));
    }
    const std::size_t dollar = rule.path.find('$');
    if (dollar != std::string::npos && dollar + 1 != rule.path.size()) {
        report.tell(rule.place, Code::dollar_in_the_middle,
                    quoted(rule) +
                        " has a `$` that is not at the end, so it is an "
                        "ordinary character; remove what follows it, or write "
                        "`%24` if you mean the character");
    }
}

}  // namespace

void lint_paths(const Subject& subject, Report& report) {
    const Hosts hosts(subject.hosts.begin(), subject.hosts.end());
    for (const RobotsGroup& group : subject.document.groups) {
        const Allowed allowed = allowed_by(group);
        for (const RuleLine& rule : group.rules) {
            if (rule.path.empty()) {
                continue;
            }
            check_start(hosts, rule, report);
            check_wildcard(rule, report);
            check_octets(rule, report);
            check_open_end(subject, allowed, rule, report);
        }
    }
}

}  // namespace robots::lint
