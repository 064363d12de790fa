// Finds paths that close more than the folder that they name.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/lint/families.hpp"
#include "policy/lint/meant_path.hpp"
#include "policy/lint/overlap.hpp"
#include "policy/matching/pattern.hpp"

namespace robots::lint {

namespace {

// Whether `path` ends in a word that can be the start of a longer word:
// "/admin", but not "/admin/", "/a.html", "/wp-", "/?s=", "/a*".
bool ends_in_word(std::string_view path) {
    if (path.size() < 2 || !is_alphanumeric(path.back())) {
        return false;
    }
    const std::string_view word = path.substr(path.rfind('/') + 1);
    return path.find_first_of("*?$&=;%") == std::string_view::npos &&
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

// Whether the group allows a longer path. Then its author knows what `path`
// closes.
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

// A word, and a longer word that many sites also have as a path for visitors.
struct Sibling {
    std::string_view word;
    std::string_view other;
};

constexpr Sibling kSiblings[] = {
    {"art", "articles"},
    {"article", "articles"},
    {"author", "authors"},
    {"book", "books"},
    {"brand", "brands"},
    {"car", "careers"},
    {"cat", "category"},
    {"categor", "category"},
    {"category", "categories"},
    {"collection", "collections"},
    {"cont", "contact"},
    {"course", "courses"},
    {"doc", "docs"},
    {"event", "events"},
    {"game", "games"},
    {"info", "information"},
    {"job", "jobs"},
    {"man", "manual"},
    {"new", "news"},
    {"news", "newsletter"},
    {"offer", "offers"},
    {"page", "pages"},
    {"part", "partners"},
    {"photo", "photos"},
    {"port", "portfolio"},
    {"post", "posts"},
    {"price", "prices"},
    {"pro", "products"},
    {"prod", "products"},
    {"product", "products"},
    {"project", "projects"},
    {"promo", "promotions"},
    {"recipe", "recipes"},
    {"res", "resources"},
    {"review", "reviews"},
    {"serv", "services"},
    {"service", "services"},
    {"shop", "shopping"},
    {"site", "sitemap.xml"},
    {"tag", "tags"},
    {"temp", "templates"},
    {"test", "testimonials"},
    {"topic", "topics"},
    {"tour", "tours"},
    {"video", "videos"},
    {"web", "webinars"},
};

// Paths that crawlers should fetch.
using Read = std::vector<std::string>;

// Returns the first path of `read` that continues the last word of `path`, as
// "/admins" continues "/admin"; empty if no path does.
std::string_view longer_one(const Read& read, std::string_view path) {
    for (const std::string& other : read) {
        if (other.size() > path.size() && starts_with(other, path) &&
            (is_alphanumeric(other[path.size()]) || other[path.size()] == '-' ||
             other[path.size()] == '_')) {
            return other;
        }
    }
    return {};
}

// Returns a longer path that the site probably has, or "". If the last word is
// a single letter, returns `path` itself, because many longer paths are likely.
std::string likely_sibling(const Read& read, std::string_view path) {
    constexpr std::size_t kShortWord = 1;
    if (const std::string_view other = longer_one(read, path); !other.empty()) {
        return std::string(other);
    }
    const std::size_t start = path.rfind('/') + 1;
    const std::string_view word = path.substr(start);
    for (const Sibling& sibling : kSiblings) {
        if (equal_folded(sibling.word, word)) {
            return std::string(path.substr(0, start)) +
                   std::string(sibling.other);
        }
    }
    return word.size() <= kShortWord ? std::string(path) : "";
}

// Returns the paths of the sitemaps, and the paths that groups allow.
Read read_by_crawlers(const Subject& subject) {
    Read out;
    for (const Written& sitemap : subject.sitemaps) {
        out.push_back(path_behind_authority(sitemap.value));
    }
    for (const RobotsGroup& group : subject.document.groups) {
        for (const RuleLine& rule : group.rules) {
            if (rule.allow) {
                out.push_back(rule.path);
            }
        }
    }
    return out;
}

void check_open_end(const Subject& subject, const Precedence& precedence,
                    const Read& read, const Allowed& allowed,
                    const RuleLine& rule, Reporter& report) {
    if (rule.allow || rule.prefix_meant || rule.path.empty() ||
        rule.path.front() != '/' || !ends_in_word(rule.path) ||
        reopens_longer(allowed, rule.path)) {
        return;
    }
    const std::string sibling = likely_sibling(read, rule.path);
    const std::string below = rule.path + '/';
    if (sibling.empty() ||
        precedence.decides(false, Pattern(rule.path), Pattern(below))) {
        return;
    }
    const bool verbatim = subject.verbatim;
    Fix fix = fix_of(subject, rule, {rule.path + '$', below, rule.path + '?'},
                     Fix::Effect::opens);
    if (!verbatim) {
        fix.by = {"{directory: \"" + rule.path + "\"}"};
    }
    const std::string only = verbatim ? "`" + fix.by[0] + "`, `" + fix.by[1] +
                                            "` and `" + fix.by[2] + "`"
                                      : "`{directory: " + rule.path + "}`";
    report.tell(
        rule.place, Code::open_ended_path,
        cited(rule) + " also closes " +
            (sibling == rule.path ? "" : cited(sibling) + " and ") +
            "all other paths that start with " + cited(rule.path) +
            "; to close only " + cited(rule.path) +
            " and what is below it, write " + only +
            (verbatim
                 ? ""
                 : "; if you mean all, write `{prefix: " + rule.path + "}`"),
        std::move(fix));
}

}  // namespace

void lint_open_ends(const Subject& subject, Reporter& report) {
    const Precedence precedence(subject.document);
    const Read read = read_by_crawlers(subject);
    for (std::size_t i = 0; i < subject.document.groups.size(); ++i) {
        const RobotsGroup& group = subject.document.groups[i];
        const Allowed allowed = allowed_by(group);
        report.enter(subject.notes[i]);
        for (const RuleLine& rule : group.rules) {
            check_open_end(subject, precedence, read, allowed, rule, report);
        }
    }
}

}  // namespace robots::lint
