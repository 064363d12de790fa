#include "cli/probe/difference.hpp"

#include <algorithm>
#include <string_view>

#include "cli/output/line_diff.hpp"
#include "cli/output/text.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robotsctl {

namespace {

using Differences = std::vector<Difference>;

// Removes the prefix "W/", which compressed answers have, from an ETag.
std::string_view strong(std::string_view etag) {
    return robots::starts_with(etag, "W/") ? etag.substr(2) : etag;
}

// Whether an ETag has the form that the module generates.
bool is_of_module(std::string_view etag) {
    return etag.size() == robots::ETag().size() && etag.front() == '"' &&
           etag.back() == '"' &&
           etag.find_first_not_of("0123456789abcdef", 1) == etag.size() - 1;
}

std::uint64_t age_of(const Served& served) {
    return robots::number_from(served.header("age")).value_or(0);
}

void compare_type(const Served& served, Differences& out) {
    const std::string type = robots::fold(served.header("content-type"));
    if (robots::trim(type.substr(0, type.find(';'))) != "text/plain") {
        out.push_back({"content-type", type.empty() ? "it has no Content-Type"
                                                    : "its Content-Type is " +
                                                          robots::cited(type)});
    }
    constexpr std::string_view kCharset = "charset=";
    const std::size_t at = type.find(kCharset);
    if (at == std::string::npos) {
        return;
    }
    std::string_view rest = std::string_view(type).substr(at + kCharset.size());
    const auto charset = robots::trim(robots::take_until(';', rest), "\" ");
    if (charset != "utf-8" && charset != "utf8" && charset != "us-ascii") {
        out.push_back({"charset", "its charset is " + robots::cited(charset)});
    }
}

Difference stale(const ExpectedRobotsTxt& expected, const Served& served) {
    Difference out{"stale", "it is another revision of the policy's text",
                   line_diff(expected.text, served.body)};
    const std::string_view etag = strong(served.header("etag"));
    if (is_of_module(etag)) {
        out.what += ": its ETag is " + robots::cited(etag) + ", not " +
                    robots::cited(expected.etag);
    }
    if (const std::uint64_t age = age_of(served)) {
        out.what +=
            "; a cache has had it for " + count_text(age) +
            " s, and may keep it for " +
            count_text(static_cast<std::uint64_t>(expected.max_age.count())) +
            " s (`max_age`)";
    }
    return out;
}

// Describes an answer that contains the policy's text, at text[at], and more.
Difference added_text(const ExpectedRobotsTxt& expected,
                      const std::string& text, std::size_t at) {
    const std::size_t added = text.size() - expected.text.size();
    return {"added-text",
            counted(added, "octet") + " more than the policy's, " +
                (at == added ? "in front of its text"
                 : at == 0   ? "behind its text"
                             : "in front of its text and behind it") +
                (text.find("Cloudflare Managed") == std::string::npos
                     ? ""
                     : "; it is Cloudflare's managed robots.txt"),
            line_diff(expected.text, text)};
}

// Returns the other origin for which the policy has this text; the server may
// have answered for the wrong origin. Tries the host with the other scheme, and
// then the first origin in the text that has this host. Returns an empty text
// if neither matches.
std::string other_origin(const ExpectedRobotsTxt& expected,
                         const robots::Url& asked, const std::string& text) {
    const auto scheme = asked.scheme == robots::Scheme::http
                            ? robots::Scheme::https
                            : robots::Scheme::http;
    std::vector<robots::Url> all{
        {scheme, asked.host, robots::default_port(scheme), "/"}};
    const std::size_t at = text.find("://" + asked.host);
    if (at != std::string::npos) {
        const std::size_t start = text.find_last_of(" \n", at) + 1;
        const std::size_t end = text.find_first_of("/ \r\n", at + 3);
        if (auto named = robots::parse_url(text.substr(start, end - start))) {
            all.push_back(std::move(*named));
        }
    }
    for (const robots::Url& each : all) {
        const robots::Authority authority{each.host, each.port, each.scheme};
        if (!text.empty() && expected.text_for(authority) == text) {
            return origin(authority);
        }
    }
    return {};
}

Difference other_text(const ExpectedRobotsTxt& expected,
                      const robots::Url& asked, const Served& served,
                      const std::string& text) {
    const std::string_view etag = strong(served.header("etag"));
    const std::size_t at = text.find(expected.text);
    std::string without_cr = text;
    without_cr.erase(std::remove(without_cr.begin(), without_cr.end(), '\r'),
                     without_cr.end());
    if (is_html(served)) {
        return {"web-page", "it is a web page, not a robots.txt"};
    }
    if (robots::starts_with(text, "\x1f\x8b")) {
        return {"encoding",
                "its content is compressed with gzip once more "
                "than its headers say"};
    }
    const std::string other = other_origin(expected, asked, text);
    if (!other.empty()) {
        return {"origin", "it is the text for " + other};
    }
    if (!expected.text.empty() && at != std::string::npos) {
        return added_text(expected, text, at);
    }
    if (without_cr == expected.text) {
        return {"line-ends", "its lines end in CR LF, not in LF"};
    }
    if (is_of_module(etag) && etag != expected.etag) {
        return stale(expected, served);
    }
    if (robots::starts_with(expected.text, text)) {
        return {"cut-short", "it ends after " + counted(text.size(), "octet") +
                                 " of " + count_text(expected.text.size())};
    }
    if (age_of(served) > 0) {
        return stale(expected, served);
    }
    return {"other-text", "it is another text than the policy's",
            line_diff(expected.text, text)};
}

void compare_text(const ExpectedRobotsTxt& expected, const robots::Url& asked,
                  const Served& served, Differences& out) {
    std::string text = served.body;
    if (robots::starts_with(text, robots::kByteOrderMark)) {
        text.erase(0, robots::kByteOrderMark.size());
        out.push_back(
            {"byte-order-mark", "a byte order mark is in front of it"});
    }
    if (text != expected.text) {
        out.push_back(other_text(expected, asked, served, text));
    }
}

}  // namespace

ExpectedRobotsTxt expected_robots_txt(const robots::Policy& policy,
                                      const robots::Authority& authority) {
    using robots::Publisher;
    const robots::Robots& robots = *policy.find(authority)->robots;
    const Publisher publisher = robots.settings->publisher;
    ExpectedRobotsTxt out;
    out.text_for = [&policy](const robots::Authority& asked) {
        const robots::Site* site = policy.find(asked);
        return site == nullptr ? "" : site->robots->body.render(asked);
    };
    if (robots.settings->suspend) {
        out.status = 503;
    } else if (publisher == Publisher::nobody) {
        out.status = 404;
    } else if (publisher == Publisher::application) {
        out.status = std::nullopt;
    } else {
        const robots::ETag etag = robots::etag(robots.body.hash(authority));
        out.etag = {etag.begin(), etag.end()};
        out.text = out.text_for(authority);
        out.max_age = robots.settings->max_age;
    }
    return out;
}

Differences compare(const ExpectedRobotsTxt& expected, const robots::Url& asked,
                    const Served& served) {
    // If the application answers, it may have no robots.txt, so 404 is also a
    // valid answer.
    if (served.ended == Ended::whole && served.status != 200 &&
        served.status == expected.status.value_or(404)) {
        return {};
    }
    if (auto wrong = wrong_answer(served, PageKind::robots_txt, asked)) {
        return {std::move(*wrong)};
    }
    Differences out;
    if (served.body.size() > robots::kMaxRobotsTxt) {
        out.push_back({"too-long", "it has more than 500 KiB"});
    }
    if (expected.status.value_or(200) != 200) {
        out.push_back({"wrong-status", "the status is " +
                                           std::to_string(served.status) +
                                           "; the policy answers " +
                                           std::to_string(*expected.status)});
    } else {
        compare_type(served, out);
        if (expected.status && served.ended == Ended::whole) {
            compare_text(expected, asked, served, out);
        }
    }
    return out;
}

}  // namespace robotsctl
