#include <algorithm>
#include <iterator>
#include <tuple>

#include "cli/probe/difference.hpp"

namespace robotsctl {

namespace {

struct DifferenceKind {
    std::string_view name;
    std::string_view advice;
    std::string_view for_page;  // empty: same as `advice`
};
constexpr DifferenceKind kKinds[] = {
    {"no-answer",
     "if others get an answer, look in the proxy, the firewall or the CDN in "
     "front of nginx",
     ""},
    {"cut-short",
     "look for what ends it early in the logs of nginx and of what is in front "
     "of it",
     ""},
    {"encoding",
     "look for what compresses it, or says so; two places may do it", ""},
    {"challenge",
     "crawlers cannot solve it, and may take it as \"everything is allowed\"; "
     "exempt /robots.txt from challenges",
     "crawlers cannot solve it; exempt those that you want"},
    {"redirect",
     "crawlers take what they find there for this site; probe that URL, or "
     "exempt /robots.txt from the redirect",
     "probe the page that it leads to"},
    {"not-found",
     "write `robots on` in the server that answers for this host, and let what "
     "is in front of nginx pass /robots.txt on",
     "probe a page that exists"},
    {"refused",
     "the module never refuses robots.txt; exempt /robots.txt in the proxy, "
     "the firewall or the CDN in front of nginx",
     "the policy does not refuse it; look in nginx.conf, and in the proxy, the "
     "firewall or the CDN in front of nginx"},
    {"server-error", "look in the logs of nginx and of what is in front of it",
     ""},
    {"wrong-status",
     "reload nginx with this policy; if it runs it, remove /robots.txt from "
     "the cache in front of it",
     "probe a page that answers 200"},
    {"too-long", "crawlers read no further; look for what adds to it", ""},
    {"content-type",
     "some crawlers read text/plain only; look for what changes it on the way",
     ""},
    {"charset", "robots.txt is UTF-8; look for what changes that on the way",
     ""},
    {"byte-order-mark",
     "some crawlers lose its first line; look for what adds the mark", ""},
    {"line-ends", "crawlers read both; look for what rewrites it", ""},
    {"web-page",
     "look for what answers in place of nginx: an application, a login, a "
     "challenge",
     ""},
    {"added-text",
     "turn off what adds it, or write it into the policy: crawlers read both "
     "as one file, and only the policy's part is enforced",
     ""},
    {"stale",
     "reload nginx with this policy; if it runs it, remove /robots.txt from "
     "the cache in front of it",
     ""},
    {"origin", "state in nginx.conf with `robots_origin` what clients ask for",
     ""},
    {"other-text",
     "look for what answers in place of nginx, or rewrites it: a static file, "
     "an application, a CDN",
     ""},
    {"not-refused",
     "look for `robots_enforce log` or `off` in nginx.conf, and for a cache in "
     "front of nginx that answers itself",
     ""},
    {"missing-tag",
     "write `robots on` where nginx answers for it, and look for what removes "
     "the header on the way",
     ""},
    {"extra-tag",
     "remove it from the application, from `add_header` or from the CDN, or "
     "write it into the policy",
     ""},
};

}  // namespace

std::string_view advice_on(std::string_view kind, PageKind asked) {
    const auto* const it = std::find_if(
        std::begin(kKinds), std::end(kKinds),
        [kind](const DifferenceKind& each) { return each.name == kind; });
    return it == std::end(kKinds) ? std::string_view()
           : asked == PageKind::page && !it->for_page.empty() ? it->for_page
                                                              : it->advice;
}

bool operator==(const Difference& a, const Difference& b) {
    return std::tie(a.kind, a.what, a.diff, a.as_policy_says) ==
           std::tie(b.kind, b.what, b.diff, b.as_policy_says);
}

}  // namespace robotsctl
