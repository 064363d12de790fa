// Checks a site as a whole, and its sitemaps.

#include <algorithm>
#include <optional>
#include <string>

#include "policy/lint/families.hpp"
#include "policy/lint/overlap.hpp"
#include "policy/matching/target.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/site/host.hpp"

namespace robots::lint {

namespace {

// Crawlers may stop at 500 KiB (RFC 9309 2.5), and some crawlers stop much
// earlier, after a number of lines.
constexpr std::size_t kManyLines = 5000;

void check_closed(const Subject& subject, Reporter& report) {
    const Group* wildcard = subject.compiled.named("*");
    if (subject.is_default || subject.expectation_stated || subject.suspended ||
        wildcard == nullptr) {
        return;
    }
    const auto& groups = subject.compiled.all();
    const bool closed = std::all_of(
        groups.begin(), groups.end(),
        [](const auto& group) { return closing_rule(*group) != nullptr; });
    if (closed) {
        report.tell(closing_rule(*wildcard)->place, Code::closed_by_accident,
                    "this site is closed to every crawler and will drop out of "
                    "search engines; if you mean that, write `expect: "
                    "closed` next to `template`, `groups` or `robots_txt`");
    }
}

// Whether the group's crawlers may be delayed or refused.
bool acts(const Group& group) {
    const auto& actions = group.enforcement->action;
    return std::any_of(actions.begin(), actions.end(), [](Action action) {
        return action >= Action::throttle;
    });
}

void check_published(const Subject& subject, Reporter& report) {
    const bool acted_on = std::any_of(
        subject.compiled.all().begin(), subject.compiled.all().end(),
        [](const auto& group) { return acts(*group); });
    if (!subject.published && !subject.suspended && acted_on) {
        report.tell(subject.place, Code::unpublished_groups,
                    "crawlers read the application's robots.txt and cannot "
                    "see these groups; requests are delayed or refused by "
                    "rules that it may not have; write the same rules in both");
    }
}

// Whether a group has this status for a violation for which `holds` returns
// true.
template <typename Holds>
bool has_status(const Subject& subject, std::uint16_t status, Holds holds) {
    const auto groups = subject.compiled.all();
    return std::any_of(groups.begin(), groups.end(), [&](const auto& group) {
        const Enforcement& settings = *group->enforcement;
        for (std::size_t i = 1; i < kViolations; ++i) {
            if (settings.status[i] == status &&
                holds(static_cast<Violation>(i), settings)) {
                return true;
            }
        }
        return false;
    });
}

// Whether requests can be refused for `violation`. `throttle` also refuses
// requests that would have to wait too long.
bool refuses(const Enforcement& settings, Violation violation) {
    return settings.action_for(violation) >= Action::throttle;
}

// Checks that the policy has the price or licence that the status of a refusal
// (401 or 402) asks for, and that a price is sent.
void check_terms(const Subject& subject, Reporter& report) {
    constexpr std::uint16_t kUnauthorized = 401;
    constexpr std::uint16_t kPaymentRequired = 402;
    constexpr const char* kLicense =
        "`license` and `refusal: {license_server: URL}`";
    const auto unpaid = [](Violation violation, const Enforcement& settings) {
        return refuses(settings, violation) && !settings.price;
    };
    if (!subject.licensed && has_status(subject, kPaymentRequired, unpaid)) {
        report.tell(subject.place, Code::payment_without_terms,
                    std::string("refusals with status 402 ask for money, and "
                                "do not say how much or where; write "
                                "`refusal: {price: USD 0.01}`, or both ") +
                        kLicense + ", or another status");
    }
    const auto closed = [](Violation violation, const Enforcement& settings) {
        return violation == Violation::disallow && refuses(settings, violation);
    };
    if (!subject.licensed && has_status(subject, kUnauthorized, closed)) {
        report.tell(subject.place, Code::payment_without_terms,
                    std::string("refusals with status 401 must say how to get "
                                "access (RFC 9110, 15.5.2), and do not; write "
                                "both ") +
                        kLicense + ", or the status 403");
    }
    const auto any = [](Violation, const Enforcement&) { return true; };
    if (subject.priced && !subject.compiled.all().empty() &&
        !has_status(subject, kPaymentRequired, any)) {
        report.tell(subject.place, Code::price_never_sent,
                    "`price` is sent with status 402 only, and no refusal has "
                    "this status; write `refusal: {status: {disallow: 402}}`, "
                    "or remove `price`");
    }
}

// Whether the URL starts with "scheme://host". The scheme need not be HTTP.
bool is_absolute(std::string_view url) {
    const std::size_t end = url.find("://");
    return end != std::string_view::npos && end > 0 &&
           is_rfc_token_octet(static_cast<unsigned char>(url[0])) &&
           end + 3 < url.size() && url[end + 3] != '/';
}

bool is_own(const Subject& subject, const std::string& host) {
    return std::any_of(subject.hosts.begin(), subject.hosts.end(),
                       [&](const std::string& own) {
                           if (!is_wildcard(own)) {
                               return own == host;
                           }
                           const std::string suffix = own.substr(1);
                           return host.size() > suffix.size() &&
                                  ends_with(host, suffix);
                       });
}

// Returns the rule that closes `target` to "*"; nullptr if no rule does, or if
// the rule closes everything.
const Rule* closing_rule(const Subject& subject, const std::string& target) {
    const Group* wildcard = subject.compiled.named("*");
    if (wildcard == nullptr) {
        return nullptr;
    }
    const Rule* rule = wildcard->rules.match(normalise_target(target));
    return rule != nullptr && !rule->allow && !matches_everything(rule->pattern)
               ? rule
               : nullptr;
}

}  // namespace

void lint_sites(const Subject& subject, Reporter& report) {
    check_closed(subject, report);
    check_published(subject, report);
    check_terms(subject, report);
    if (subject.lines > kManyLines) {
        report.tell(
            subject.place, Code::many_lines,
            "this robots.txt has " + std::to_string(subject.lines) +
                " lines, and some crawlers read only a few thousand; close "
                "folders instead of single pages, or use patterns with `*`");
    }
}

void lint_sitemaps(const Subject& subject, Reporter& report) {
    for (const Written& sitemap : subject.sitemaps) {
        if (sitemap.value.empty()) {
            continue;
        }
        if (!is_absolute(sitemap.value)) {
            report.tell(
                sitemap.place, Code::sitemap_not_absolute,
                "sitemap " + cited(sitemap.value) +
                    " is not an absolute URL, so crawlers ignore it; "
                    "write scheme, host and path, as in `" +
                    (subject.verbatim ? "https://example.com" : "${origin}") +
                    "/sitemap.xml`");
            continue;
        }
        const auto url = parse_url(sitemap.value);
        if (!url || !is_own(subject, url->host) || subject.suspended) {
            continue;
        }
        if (const Rule* rule = closing_rule(subject, url->target)) {
            report.tell(
                sitemap.place, Code::sitemap_closed,
                "sitemap " + cited(url->target) + " is closed by " +
                    cited(rule->text()) +
                    ", so crawlers that obey the rules do not read it; write " +
                    (subject.verbatim
                         ? cited("Allow: " + url->target)
                         : "`allow: {exact: " + url->target + "}`") +
                    " in the group for `*`");
        }
    }
}

}  // namespace robots::lint
