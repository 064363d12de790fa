// What differs between an answer and what the policy says, and what to do about
// it.

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

enum class Asked { robots_txt, page };

struct Difference {
    std::string_view kind{};          // "redirect"; advice_on() knows them all
    std::string what;                 // what was answered
    std::vector<std::string> diff{};  // as line_diff(); empty: none
    bool as_policy_says = false;      // it looks like one, and is none
};

bool operator==(const Difference& a, const Difference& b);

// What to do about a kind of difference.
std::string_view advice_on(std::string_view kind, Asked asked);

// What is wrong with an answer, whatever a policy says: it is a challenge, a
// redirect, a refusal, or there is none. nullopt: it is an answer with status
// 2xx, and no challenge. Only then its body and its headers are the site's.
std::optional<Difference> wrong_answer(const Served& served, Asked asked,
                                       const robots::Url& origin);

// Whether the body starts as a web page.
bool is_html(const Served& served);

// What a policy answers at /robots.txt, whoever asks.
struct ExpectedRobotsTxt {
    std::optional<long> status = 200;  // nullopt: whatever the application does
    std::string text;                  // with status 200
    std::string etag;
    std::chrono::seconds max_age{0};
    // What the policy answers to whom asks for something else.
    std::function<std::string(const robots::Authority&)> text_for{};
};

// `authority` has a site. `policy` outlives the result.
ExpectedRobotsTxt expected_robots_txt(const robots::Policy& policy,
                                      const robots::Authority& authority);

// `asked` is the URL of the origin. No answer at all is a difference.
std::vector<Difference> compare(const ExpectedRobotsTxt& expected,
                                const robots::Url& asked, const Served& served);

// What a policy answers at a page, if one who says it is that crawler asks from
// a machine that is not its operator's.
struct ExpectedPage {
    std::uint16_t refusal = 0;  // the status of one; 0: it is not refused
    std::string refused_for;    // "disallow"
    // Of a refusal since the address is not the crawler's; 0: there is none.
    std::uint16_t of_impostor = 0;
    std::vector<std::uint16_t> of_pace;  // of refusals since it came too fast
    std::vector<std::string> tags;       // values of X-Robots-Tag
};

// `crawler` has no token if a browser asks. It has read robots.txt.
ExpectedPage expected_page(const robots::Policy& policy,
                           const robots::Site& site,
                           const robots::Sighting& crawler,
                           const std::string& target);

std::vector<Difference> compare(const ExpectedPage& expected,
                                const robots::Url& asked, const Served& served);

}  // namespace robotsctl
