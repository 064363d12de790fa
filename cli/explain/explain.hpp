// The questions of `robotsctl explain`, and functions that answer them and
// print the answers.

#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/explain/identification.hpp"
#include "cli/explain/use_of_path.hpp"
#include "cli/log/log_merge.hpp"
#include "cli/output/json.hpp"
#include "policy/matching/target.hpp"
#include "policy/signature/web_bot_auth.hpp"
#include "policy/site/host.hpp"
#include "policy/site/policy.hpp"
#include "policy/site/signed_url.hpp"
#include "policy/verdict/judge.hpp"
#include "status/model/model.hpp"

namespace robotsctl {

struct Explanation {
    const robots::Site* site = nullptr;
    robots::Verdict verdict;
    // The violations for which the module does less than the group of the
    // crawler asks for, because of a cap.
    std::vector<robots::status::model::CapRow> caps;
    Identification who;
    robots::signature::CheckedSignature signature;
    UseOfPath use;
    bool allowed = true;  // whether no rule disallows the path
};

// One request. The views must outlive the answer.
struct ExplainQuestion {
    std::vector<std::string_view> user_agents;  // User-Agent headers
    std::string_view crawler;                   // a product token, or empty
    std::vector<robots::Header> headers;        // may include User-Agent
    std::string method = "GET";
    bool has_fetched = false;  // fetched robots.txt; see robots::Request
    robots::Url url;
    std::string_view address;  // 4 or 16 octets; empty: unknown
    robots::Utc now{0};
};

// Settings for judging requests.
struct Judging {
    robots::Slashes slashes = robots::Slashes::merge;
    bool resolved = true;  // see robots::Request
    robots::Resolver resolver = robots::Resolver::present;
    bool test_keys = false;  // whether test keys of standards are trusted
    AskReverseName ask;
};

// Answers a question as if it were the first request of this crawler.
// `published` is a cache: pass the same object for later questions.
Explanation answer_to(const robots::Policy& policy,
                      const ExplainQuestion& question, const Judging& judging,
                      PublishedUses& published);

// Reads the URL of a question if the policy is one robots.txt, which belongs to
// no host. `text` is a path, or a URL. The scheme and host of the URL are
// ignored. The path and the query are matched as they are written.
robots::Url url_of_any_host(std::string_view text);

// Prints one fact per line on standard output.
void print_text(const robots::Policy& policy, const Explanation& answer);

// Writes the members of the object that print_json() prints.
void put_members(const robots::Policy& policy, const Explanation& answer,
                 JsonWriter& json);

// Prints one JSON object on standard output.
void print_json(const robots::Policy& policy, const Explanation& answer);

// explain --batch reads many questions, one per line.

// Each line of `in` is a JSON object with `url`, with `crawler` or
// `user_agent`, and possibly with `address` and `headers`. `headers` is an
// object; its values are strings or lists of strings. Only User-Agent and Host
// are read from `headers`, in any letter case. Other members, and members that
// are null, are ignored. If members have the same name, the last one counts.
//
// Writes one JSON object for each line, in the order of the lines. The object
// has the number of the line, and then the members that `explain --json`
// prints. For a line with an error, the object is
//
//     {"line":7,"error":"missing `url`","text":"{}"}
//
// where `text` is the line, cut to 200 octets. Returns the number of lines with
// errors. `any_host` must be true if the policy is one robots.txt; then URLs
// may be paths.
std::uint64_t explain_lines(const robots::Policy& policy,
                            const Judging& judging, robots::Utc now,
                            bool any_host, LogSource& in, std::ostream& out);

}  // namespace robotsctl
