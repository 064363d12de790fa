#include "cli/probe/difference.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

// A sign that an answer is a challenge, that is, a page that only a person's
// browser can get past. The headers are from the documentation of each vendor.
// A text in the body is a weaker sign, because a site's own pages may contain
// it.
struct Sign {
    std::string_view who;
    std::string_view header;  // empty: `value` is in the body
    std::string_view value;
};
constexpr Sign kSigns[] = {
    {"Cloudflare", "cf-mitigated", "challenge"},
    {"AWS WAF", "x-amzn-waf-action", "challenge"},
    {"AWS WAF", "x-amzn-waf-action", "captcha"},
    {"Vercel", "x-vercel-mitigated", "challenge"},
    {"Cloudflare", "", "/cdn-cgi/challenge-platform/"},
    {"Imperva", "", "_Incapsula_Resource"},
    {"DataDome", "", "captcha-delivery.com"},
    {"HUMAN", "", "px-captcha"},
    {"Anubis", "", "anubis_challenge"},
};

// Returns who sent the challenge; empty if the answer is not a challenge.
std::string challenger(const Served& served, PageKind asked) {
    const bool is_own = asked == PageKind::page && served.status / 100 == 2;
    for (const Sign& sign : kSigns) {
        const bool fits =
            sign.header.empty()
                ? !is_own && is_html(served) &&
                      served.body.find(sign.value) != std::string::npos
                : robots::equal_folded(served.header(sign.header), sign.value);
        if (fits) {
            return std::string(sign.who);
        }
    }
    return {};
}

Difference redirect(const Served& served, const robots::Url& origin) {
    const auto to = robots::parse_url(served.redirect);
    if (!to) {
        return {"redirect", "it redirects to what is no page"};
    }
    return {"redirect", "it redirects to " + robots::cited(served.redirect) +
                            (origin.host != to->host       ? ", another host"
                             : origin.scheme != to->scheme ? ", another scheme"
                                                           : "")};
}

Difference wrong_status(const Served& served, PageKind asked) {
    const long status = served.status;
    const bool is_closed = status == 429 || status / 100 == 5;
    return {status == 404 || status == 410 ? "not-found"
            : status / 100 == 5            ? "server-error"
            : status / 100 == 4            ? "refused"
                                           : "wrong-status",
            "the status is " + std::to_string(status) +
                (asked == PageKind::page ? ""
                 : is_closed
                     ? "; crawlers may take it as \"nothing is allowed\""
                     : "; crawlers may take it as \"everything is allowed\"")};
}

}  // namespace

bool is_html(const Served& served) {
    return robots::starts_with(robots::trim(served.body, " \t\r\n"), "<");
}

std::optional<Difference> wrong_answer(const Served& served, PageKind asked,
                                       const robots::Url& origin) {
    if (served.ended == Ended::nothing) {
        return Difference{"no-answer", served.problem};
    }
    if (served.ended == Ended::not_readable) {
        return Difference{
            "encoding",
            "its content cannot be decoded; its Content-Encoding is " +
                robots::cited(served.header("content-encoding"))};
    }
    if (served.ended == Ended::cut_short) {
        return Difference{"cut-short",
                          "the connection ended first: " + served.problem};
    }
    const std::string who = challenger(served, asked);
    if (!who.empty()) {
        return Difference{"challenge", "it is a challenge of " + who +
                                           ", with status " +
                                           std::to_string(served.status)};
    }
    if (served.status / 100 == 3) {
        return redirect(served, origin);
    }
    if (served.status / 100 != 2) {
        return wrong_status(served, asked);
    }
    return std::nullopt;
}

}  // namespace robotsctl
