// Checks the path of each rule on its own.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/base/percent_encoding.hpp"
#include "policy/lint/families.hpp"
#include "policy/lint/meant_path.hpp"
#include "policy/lint/overlap.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/matching/target.hpp"

namespace robots::lint {

namespace {

// Data that the checks of all rules of a document share.
struct WholeDocument {
    explicit WholeDocument(const Subject& of)
        : subject(of),
          precedence(of.document),
          hosts(of.hosts.begin(), of.hosts.end()) {}

    const Subject& subject;
    Precedence precedence;
    // The host names of the site. A site may have a million, so this is a hash
    // set.
    std::unordered_set<std::string_view> hosts;
};

// Whether `path` looks as if it started with a host.
bool starts_with_host(const WholeDocument& document, std::string_view path) {
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
           (first == 0 && starts_with_authority(path)) ||
           starts_folded(segment, "www.") ||
           document.hosts.count(fold(segment)) > 0;
}

// Returns the path after the host.
std::string behind_host(std::string_view path) {
    const std::string_view rest = path.substr(path.find_first_not_of('/'));
    return path_behind_authority(rest);
}

void check_host(const WholeDocument& document, const RuleLine& rule,
                Reporter& report) {
    const std::string path = behind_host(rule.path);
    std::optional<Fix> fix;
    if (path != "/" && Pattern(rule.path).run_count() == 0) {
        fix = fix_of(document.subject, rule, {path}, widens(rule));
    }
    report.tell(rule.place, Code::host_in_path,
                cited(rule) +
                    " starts with a host or a URL, but rules match only paths, "
                    "so it matches nothing on this site; " +
                    (path == "/" ? "remove it, or write `/` if you mean the "
                                   "whole site"
                                 : "write " + cited(path)),
                std::move(fix));
}

void check_start(const WholeDocument& document, const RuleLine& rule,
                 Reporter& report) {
    if (rule.prefix_meant || looks_like_expression(rule.path)) {
        return;
    }
    if (starts_with_host(document, rule.path)) {
        check_host(document, rule, report);
        return;
    }
    if (rule.path.front() == '/' || rule.path.front() == '*') {
        return;
    }
    const auto path = meant_path(rule.path);
    report.tell(rule.place, Code::no_leading_slash,
                cited(rule) +
                    " starts with neither `/` nor `*`, so it matches nothing; "
                    "write " +
                    cited(*path),
                fix_of(document.subject, rule, {*path}, widens(rule)));
}

// Reports only `Disallow: *`. `Allow: *` opens only what is open anyway.
void check_lone_wildcard(const WholeDocument& document, const RuleLine& rule,
                         Reporter& report) {
    if (!rule.allow) {
        report.tell(rule.place, Code::lone_wildcard,
                    cited(rule) +
                        " matches every path, but crawlers without wildcard "
                        "support ignore it; write `/`",
                    fix_of(document.subject, rule, {"/"}, Fix::Effect::none));
    }
}

void check_wildcard(const WholeDocument& document, const RuleLine& rule,
                    Reporter& report) {
    if (rule.path == "*") {
        check_lone_wildcard(document, rule, report);
        return;
    }
    std::string_view path = rule.path;
    path.remove_suffix(path.back() == '$' ? 1 : 0);
    const std::size_t last = path.find_last_not_of('*');
    if (last == std::string_view::npos || last + 1 == path.size()) {
        return;
    }
    const std::string shorter(path.substr(0, last + 1));
    // "/a$*" does not mean "/a$". If the rule also has another "*", crawlers
    // without wildcard support ignore the rule even without the last "*".
    if (shorter.back() == '$' || shorter.find('*') != std::string::npos ||
        looks_like_expression(rule.path) ||
        document.precedence.decides(rule.allow, Pattern(rule.path),
                                    Pattern(shorter))) {
        return;
    }
    report.tell(
        rule.place, Code::useless_trailing_wildcard,
        cited(rule) + " matches the same paths as " + cited(shorter) +
            ", but crawlers without wildcard support ignore it; remove the "
            "`*`",
        fix_of(document.subject, rule, {shorter}, Fix::Effect::none));
}

// Whether path[at] is an octet that a URL cannot have, or a "%" that is not
// followed by two hexadecimal digits.
bool is_unencoded(std::string_view path, std::size_t at) {
    const auto octet = static_cast<unsigned char>(path[at]);
    return octet == '%' ? percent_triplet(path, at) < 0 : !is_uri_octet(octet);
}

// Returns `path` with all is_unencoded() octets percent-encoded.
std::string encoded(std::string_view path) {
    std::string out;
    for (std::size_t at = 0; at < path.size(); ++at) {
        if (is_unencoded(path, at)) {
            append_triplet(out, static_cast<unsigned char>(path[at]));
        } else {
            out += path[at];
        }
    }
    return out;
}

// Whether a "%" is not followed by two hexadecimal digits.
bool has_lone_percent(std::string_view path) {
    for (std::size_t at = path.find('%'); at != std::string_view::npos;
         at = path.find('%', at + 1)) {
        if (is_unencoded(path, at)) {
            return true;
        }
    }
    return false;
}

void tell_several(const WholeDocument& document, const RuleLine& rule,
                  const std::vector<std::string>& paths, Reporter& report) {
    std::optional<Fix> fix;
    if (!document.precedence.decides(rule.allow, Pattern(rule.path),
                                     Pattern(paths[0]))) {
        fix = fix_of(document.subject, rule, paths, widens(rule));
    }
    report.tell(rule.place, Code::several_paths,
                cited(rule) +
                    " has several paths, and crawlers read them as one, which "
                    "matches nothing; write a line for each, such as " +
                    cited(RuleLine{rule.allow, paths[1], {}}),
                std::move(fix));
}

// Not needed for a policy, because its paths are published in normal form.
void check_normal_form(const Subject& subject, const RuleLine& rule,
                       Reporter& report) {
    const std::string normal = normalise_percent_encoding(rule.path);
    if (normal != rule.path && normalise_percent_encoding(normal) == normal) {
        report.tell(rule.place, Code::not_in_normal_form,
                    cited(rule) + " is compared as " + cited(normal) +
                        ", but many crawlers do not decode it; write " +
                        cited(normal),
                    fix_of(subject, rule, {normal}, Fix::Effect::none));
    }
}

void check_octets(const WholeDocument& document, const RuleLine& rule,
                  Reporter& report) {
    const char first = rule.path.front();
    if (looks_like_expression(rule.path) || (first != '/' && first != '*')) {
        return;
    }
    if (const auto paths = several_paths(rule.path); !paths.empty()) {
        tell_several(document, rule, paths, report);
        return;
    }
    const bool verbatim = document.subject.verbatim;
    const std::string read =
        verbatim ? rule.path : normalise_percent_encoding(rule.path);
    if (const std::string path = encoded(read); path != read) {
        // Only the author knows which URLs a lone "%" is meant for, so the
        // finding has no fix.
        std::optional<Fix> fix;
        if (!has_lone_percent(rule.path)) {
            fix = fix_of(document.subject, rule, {path}, Fix::Effect::none);
        }
        report.tell(rule.place, Code::unencoded_octets,
                    cited(rule) +
                        " has characters that a URL cannot have, so crawlers "
                        "may not match it; write " +
                        cited(path),
                    std::move(fix));
    } else if (verbatim) {
        check_normal_form(document.subject, rule, report);
    }
    const std::size_t dollar = rule.path.find('$');
    if (dollar != std::string::npos && dollar + 1 != rule.path.size()) {
        report.tell(rule.place, Code::dollar_in_the_middle,
                    cited(rule) +
                        " has a `$` that is not at the end, so it is an "
                        "ordinary character; remove what follows it, or write "
                        "`%24` if you mean the character");
    }
}

// Returns "name" for "/*?name="; "" for any other path.
std::string first_parameter(const std::string& path) {
    const std::size_t mark = path.find("*?");
    const std::size_t name = mark + 2;
    if (mark > 1 ||  // also if not found
        (mark == 1 && path[0] != '/') || path.size() < name + 2 ||
        path.find_first_of("*?&=$", name) != path.size() - 1 ||
        path.back() != '=') {
        return "";
    }
    return path.substr(name, path.size() - 1 - name);
}

// Knows which query parameters a group closes even if another parameter comes
// first. The patterns of the group are made only once and only if needed,
// because a group may have thousands of rules for parameters.
class LaterParameters {
  public:
    explicit LaterParameters(const RobotsGroup& group) : group_(group) {}

    bool has(const std::string& name) {
        const auto [it, is_new] = known_.try_emplace(name, false);
        if (is_new) {
            make_patterns();
            const std::string target =
                normalise_target("/x?y=1&" + name + "=1");
            it->second = std::any_of(patterns_.begin(), patterns_.end(),
                                     [&target](const Pattern& pattern) {
                                         return pattern.matches(target);
                                     });
        }
        return it->second;
    }

  private:
    void make_patterns() {
        if (std::exchange(has_patterns_, true)) {
            return;
        }
        for (const RuleLine& rule : group_.rules) {
            if (!rule.allow && !is_for_first(rule.path)) {
                patterns_.emplace_back(rule.path);
            }
        }
    }

    // Whether the path, for example "/*?name=", cannot match the targets of
    // has(), which all have "?y=" first. has() can skip a rule for this path.
    static bool is_for_first(std::string_view path) {
        const std::size_t mark = path.find('?');
        return mark < path.size() - 1 && path[mark + 1] != 'y' &&
               path[mark + 1] != '*';
    }

    const RobotsGroup& group_;
    std::vector<Pattern> patterns_;
    bool has_patterns_ = false;
    std::unordered_map<std::string, bool> known_;
};

void check_parameter(const WholeDocument& document, LaterParameters& later_ones,
                     const RuleLine& rule, Reporter& report) {
    const std::string name = first_parameter(rule.path);
    if (rule.allow || name.empty() || later_ones.has(name)) {
        return;
    }
    const std::string later = "/*&" + name + '=';
    Fix fix = fix_of(document.subject, rule, {rule.path, later}, widens(rule));
    if (!document.subject.verbatim) {
        fix.by = {"{query: \"" + name + "\"}"};
    }
    report.tell(
        rule.place, Code::only_first_parameter,
        cited(rule) + " closes URLs only if " + cited(name) +
            " is the first parameter, not `?a=b&" + name + "=c`; write " +
            (document.subject.verbatim ? cited("Disallow: " + later) + ", too"
                                       : cited("{query: " + name + "}")),
        std::move(fix));
}

void check_expression(const WholeDocument& document, const RuleLine& rule,
                      Reporter& report) {
    if (rule.prefix_meant || !looks_like_expression(rule.path)) {
        return;
    }
    const auto path = pattern_for(rule.path);
    std::optional<Fix> fix;
    // The new pattern matches more than the line does now. The fix is offered
    // only if the line matches nothing now, or if no opposite rule can decide
    // about the paths of either pattern.
    const Pattern now(rule.path);
    if (path &&
        (now.run_count() == 0 ||
         !document.precedence.decides(rule.allow, now, Pattern(*path)))) {
        fix = fix_of(document.subject, rule, {*path}, widens(rule));
    }
    report.tell(
        rule.place, Code::regular_expression,
        cited(rule) +
            " is a regular expression, but robots.txt has only `*` for any "
            "text and `$` for the end, so it does not match what it seems "
            "to; " +
            (path ? "write " + cited(*path)
                  : "write a rule for each path that you mean"),
        std::move(fix));
}

}  // namespace

void lint_paths(const Subject& subject, Reporter& report) {
    const WholeDocument document(subject);
    for (std::size_t i = 0; i < subject.document.groups.size(); ++i) {
        const RobotsGroup& group = subject.document.groups[i];
        LaterParameters later_ones(group);
        report.enter(subject.notes[i]);
        for (const RuleLine& rule : group.rules) {
            if (rule.path.empty()) {
                continue;
            }
            check_start(document, rule, report);
            check_wildcard(document, rule, report);
            check_octets(document, rule, report);
            check_parameter(document, later_ones, rule, report);
            check_expression(document, rule, report);
        }
    }
}

}  // namespace robots::lint
