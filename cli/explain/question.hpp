// What explain asks, and how it is answered.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/explain/answer.hpp"
#include "cli/explain/identification.hpp"
#include "policy/matching/target.hpp"
#include "policy/site/host.hpp"
#include "policy/site/policy.hpp"
#include "policy/site/signed_url.hpp"

namespace robotsctl {

// One request. Views into memory that outlives the answer.
struct Question {
    std::vector<std::string_view> user_agents;  // headers
    std::string_view crawler;  // a product token, used without headers
    std::vector<robots::Header> headers;  // User-Agent among them counts too
    std::string method = "GET";
    bool has_fetched = false;  // robots.txt, as robots::Request has it
    robots::Url url;
    std::string_view address;  // 4 or 16 octets; empty: unknown
    robots::Utc now{0};
};

// How requests are judged.
struct Judging {
    robots::Slashes slashes = robots::Slashes::merge;
    bool resolved = true;  // as robots::Request has it
    robots::Resolver resolver = robots::Resolver::present;
    bool test_keys = false;  // keys that standards print count
    AskReverseName ask;
};

// The answer to a question, as if it were the first request of this crawler.
Answer answer_to(const robots::Policy& policy, const Question& question,
                 const Judging& judging);

// A URL that a robots.txt without a host is asked about: a path, whatever it
// has in its query, or a URL of any scheme and host. Both are matched as they
// are written.
robots::Url url_of_any_host(std::string_view text);

// Whether `text` may be a product token.
bool is_product_token(std::string_view text);

}  // namespace robotsctl
