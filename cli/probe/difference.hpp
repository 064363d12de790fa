// Finds differences between a server's answer and what the policy says, and
// advises what to do about them.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/probe/served.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

enum class PageKind { robots_txt, page };

struct Difference {
    std::string_view kind{};          // "redirect"; see advice_on()
    std::string what;                 // describes the answer
    std::vector<std::string> diff{};  // from line_diff(), or empty
    bool as_policy_says = false;      // the policy expects the answer
};

bool operator==(const Difference& a, const Difference& b);

// Returns what to do about a kind of difference.
std::string_view advice_on(std::string_view kind, PageKind asked);

// Returns what is wrong with an answer, whatever the policy says: the answer is
// a challenge (a page that only a person's browser can get past), a redirect or
// a refusal, or no answer came. Returns nullopt for an answer with status 2xx
// that is not a challenge. If the result is not nullopt, the body is probably
// not the page that the URL has.
std::optional<Difference> wrong_answer(const Served& served, PageKind asked,
                                       const robots::Url& origin);

// Whether the body starts as a web page.
bool is_html(const Served& served);

// The answer at /robots.txt that the policy expects for any client.
struct ExpectedRobotsTxt {
    std::optional<long> status = 200;  // nullopt: the application decides
    std::string text;                  // the body if the status is 200
    std::string etag;
    std::chrono::seconds max_age{0};
    // Returns the robots.txt that the policy has for another authority.
    std::function<std::string(const robots::Authority&)> text_for{};
};

// The policy must have a site for `authority`, and must outlive the result.
ExpectedRobotsTxt expected_robots_txt(const robots::Policy& policy,
                                      const robots::Authority& authority);

// Compares an answer at /robots.txt with the policy. `asked` is the URL of the
// origin. A missing answer counts as a difference.
std::vector<Difference> compare(const ExpectedRobotsTxt& expected,
                                const robots::Url& asked, const Served& served);

// The answer for a page that the policy expects if a client claims to be a
// crawler, but the address of the client is not the operator's.
struct ExpectedPage {
    std::uint16_t refusal = 0;  // the status; 0: the request is not refused
    std::string refused_for;    // the violation: "disallow"
    // The status of a refusal as an impostor; 0 if impostors are not refused.
    std::uint16_t of_impostor = 0;
    std::vector<std::uint16_t> of_pace;  // statuses of refusals for the pace
    std::vector<std::string> tags;       // values of X-Robots-Tag
};

// Returns the answer that the policy expects for `target`. For a browser,
// `crawler` must have no token. The client is treated as if it had fetched
// robots.txt before.
ExpectedPage expected_page(const robots::Policy& policy,
                           const robots::Site& site,
                           const robots::Sighting& crawler,
                           const std::string& target);

std::vector<Difference> compare(const ExpectedPage& expected,
                                const robots::Url& asked, const Served& served);

}  // namespace robotsctl
