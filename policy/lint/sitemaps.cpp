// Sitemaps against the site that names them.

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

// "scheme://host": sitemaps need not be fetched by HTTP.
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
                                  host.compare(host.size() - suffix.size(),
                                               suffix.size(), suffix) == 0;
                       });
}

// The rule that closes `target` to "*"; nullptr also where all is closed.
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

void lint_sitemaps(const Subject& subject, Report& report) {
    for (const Written& sitemap : subject.sitemaps) {
        if (sitemap.text.empty()) {
            continue;
        }
        if (!is_absolute(sitemap.text)) {
            report.tell(sitemap.place, Code::sitemap_not_absolute,
                        "sitemap " + quoted(sitemap.text) +
                            " is not an absolute URL, so crawlers ignore it; "
                            "put scheme and host" +
                            (subject.verbatim ? "" : ", or `${origin}`,") +
                            " in front");
            continue;
        }
        const auto url = parse_url(sitemap.text);
        if (!url || !is_own(subject, url->host) || subject.suspended) {
            continue;
        }
        if (const Rule* rule = closing_rule(subject, url->target)) {
            report.tell(
                sitemap.place, Code::sitemap_closed,
                "sitemap " + quoted(url->target) + " is closed by " +
                    quoted(rule->text()) +
                    ", so crawlers that obey the rules do not read it; write " +
                    (subject.verbatim
                         ? quoted("Allow: " + url->target)
                         : "`allow: {exact: " + url->target + "}`") +
                    " in the group for `*`");
        }
    }
}

}  // namespace robots::lint
