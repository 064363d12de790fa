#include "tests/request_fuzz/oracle.hpp"

#include <strings.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>
#include <vector>

#include "tests/oracles/naive_matcher.hpp"
#include "tests/request_fuzz/agents.hpp"

namespace request_fuzz {

const std::string_view kPolicy = R"(version: 1.1
enforce: reject
crawlers: [{token: FuzzAgent, keys_file: keys.json}]
sites:
  - host: example.com
    x_robots_tag: [{path: {directory: /private}, value: noindex}]
    groups:
      - user_agent: "*"
        disallow: [/private/, /café/, "/*?sid="]
        allow: /private/open
      - user_agent: ClaudeBot
        disallow: /d/
  - host: "*.wild.example"
    comment: "${host}"
    groups: [{user_agent: "*", disallow: /private/}]
default:
  license: "${origin}/license.xml"
  license_link: true
  refusal:
    status: {disallow: 402}
    price: USD 0.01
    text: "${crawler} ${rule} ${origin}"
    contact: bots@example.com
    license_server: https://licenses.example
    rate_limit: true
    accept_signature: true
  groups: [{user_agent: "*", disallow: /d/}]
)";

namespace {

struct Rule {
    std::string_view pattern;
    bool allow;
};
using Rules = std::vector<Rule>;

const Rules kExample{{"/private/", false},
                     {"/caf%C3%A9/", false},
                     {"/*?sid=", false},
                     {"/private/open", true}};
const Rules kWild{{"/private/", false}};
const Rules kD{{"/d/", false}};

constexpr std::size_t kMostAgents = 8;

bool is_field(const std::string& name, const char* wanted) {
    return strcasecmp(name.c_str(), wanted) == 0;
}

void append_encoded(std::string& out, unsigned char octet) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    const char c = static_cast<char>(octet);
    if (octet > 0x20 && octet < 0x7f &&
        std::strchr("\"<>\\^`{|}", c) == nullptr) {
        out += c;
    } else {
        out += '%';
        out += kDigits[octet >> 4];
        out += kDigits[octet & 15];
    }
}

// A triplet's octet, spelt as rules and targets are compared.
void append_triplet(std::string& out, unsigned char octet) {
    const char c = static_cast<char>(octet);
    if (std::isalnum(octet) != 0 ||
        (octet != 0 && std::strchr("-._~*$", c) != nullptr)) {
        out += c;
        return;
    }
    constexpr char kDigits[] = "0123456789ABCDEF";
    out += '%';
    out += kDigits[octet >> 4];
    out += kDigits[octet & 15];
}

std::string normalised(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() &&
            std::isxdigit(static_cast<unsigned char>(text[i + 1])) != 0 &&
            std::isxdigit(static_cast<unsigned char>(text[i + 2])) != 0) {
            append_triplet(
                out, static_cast<unsigned char>(std::stoi(
                         std::string(text.substr(i + 1, 2)), nullptr, 16)));
            i += 2;
        } else {
            append_encoded(out, static_cast<unsigned char>(text[i]));
        }
    }
    return out;
}

// nginx's $uri, which is decoded, in the same spelling.
std::string encoded_path(std::string_view uri) {
    std::string out;
    for (const char c : uri) {
        if (c == '%' || c == '?' || c == '#') {
            append_triplet(out, static_cast<unsigned char>(c));
        } else {
            append_encoded(out, static_cast<unsigned char>(c));
        }
    }
    return out;
}

std::string_view without_fragment(std::string_view text) {
    return text.substr(0, text.find('#'));
}

// The longest rule that matches; of equals the one that allows.
std::optional<Rule> decides(const Rules& rules, const std::string& target) {
    std::optional<Rule> best;
    for (const Rule& rule : rules) {
        if (naive_matches(rule.pattern, target) &&
            (!best || rule.pattern.size() > best->pattern.size() ||
             (rule.pattern.size() == best->pattern.size() && rule.allow))) {
            best = rule;
        }
    }
    return best;
}

enum class Answer { open, closed, either };

// Closed as it was sent or as nginx resolved it. Where an Allow opens what was
// sent and the resolved path is closed, this does not know.
Answer answer_of(const Rules& rules, const Logged& logged) {
    std::string sent(without_fragment(logged.target));
    if (sent.empty() || sent[0] != '/') {
        sent.insert(0, "/");
    }
    const std::string resolved =
        encoded_path(logged.uri) +
        (logged.args.empty() ? ""
                             : "?" + normalised(without_fragment(logged.args)));
    const auto first = decides(rules, normalised(sent));
    const auto second = decides(rules, resolved);
    if (first && !first->allow) {
        return Answer::closed;
    }
    if (second && !second->allow) {
        return first && first->allow ? Answer::either : Answer::closed;
    }
    return Answer::open;
}

enum class Place { example, wild, elsewhere };

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() &&
           text.substr(text.size() - end.size()) == end;
}

bool names_host(const Asked& asked) {
    return asked.target.rfind("http://", 0) == 0 ||
           std::any_of(asked.fields.begin(), asked.fields.end(),
                       [](const auto& field) {
                           return is_field(field.first, "host") ||
                                  field.first == ":authority";
                       });
}

Place place_of(const Asked& asked, const Logged& logged) {
    if (!names_host(asked)) {
        return Place::elsewhere;
    }
    if (logged.host == "example.com") {
        return Place::example;
    }
    return ends_with(logged.host, ".wild.example") ? Place::wild
                                                   : Place::elsewhere;
}

const char* name_of(Place place) {
    switch (place) {
        case Place::example:
            return "example.com";
        case Place::wild:
            return "*.wild.example";
        default:
            return "default";
    }
}

const Rules& rules_of(Place place, Who who) {
    if (place == Place::wild) {
        return kWild;
    }
    return place == Place::example && who != Who::claude ? kExample : kD;
}

std::vector<Who> crawlers_in(const Asked& asked, std::size_t& headers) {
    std::vector<Who> found;
    headers = 0;
    for (const auto& [name, value] : asked.fields) {
        if (!is_field(name, "user-agent")) {
            continue;
        }
        ++headers;
        for (const Agent& agent : kAgents) {
            if (agent.text == value && agent.who != Who::nobody) {
                found.push_back(agent.who);
            }
        }
    }
    return found;
}

std::string expected_verdict(const Asked& asked, const Logged& logged) {
    std::size_t headers = 0;
    const std::vector<Who> crawlers = crawlers_in(asked, headers);
    if (logged.uri == "/robots.txt" || headers > kMostAgents ||
        crawlers.empty()) {
        return "-";
    }
    const Place place = place_of(asked, logged);
    bool unsure = false;
    for (const Who who : crawlers) {
        const Answer answer = answer_of(rules_of(place, who), logged);
        if (answer == Answer::closed) {
            return "disallow";
        }
        unsure = unsure || answer == Answer::either;
    }
    return unsure ? "" : "allow";
}

// What is not known but by its shape, and changes something, may be a program
// of the site's own: it is logged, and passes.
bool is_only_logged(const Asked& asked, Who who) {
    const std::string& method = asked.method;
    return who == Who::shaped && method != "GET" && method != "HEAD" &&
           method != "OPTIONS" && method != "PROPFIND";
}

// Whether a request with the verdict "disallow" is refused.
Answer refusal_of(const Asked& asked, const Logged& logged) {
    std::size_t headers = 0;
    Answer out = Answer::open;
    for (const Who who : crawlers_in(asked, headers)) {
        const Answer answer =
            is_only_logged(asked, who)
                ? Answer::open
                : answer_of(rules_of(place_of(asked, logged), who), logged);
        out = answer == Answer::open || out == Answer::closed ? out : answer;
    }
    return out;
}

bool has_too_many_agents(const Asked& asked) {
    std::size_t headers = 0;
    crawlers_in(asked, headers);
    return headers > kMostAgents;
}

// What nginx itself refuses before anybody judges.
bool is_nginx_error(int status) {
    return status == 0 || status == 400 || status == 405 || status >= 408;
}

}  // namespace

bool is_refusal(int status, const Asked& asked) {
    return status == 402 || status == 403 || status == kElsewhere ||
           (status == 400 && has_too_many_agents(asked));
}

std::string complaint(const Asked& asked, const Logged& logged) {
    if (is_nginx_error(logged.status)) {
        return "";
    }
    if (has_too_many_agents(asked) && logged.uri != "/robots.txt") {
        return "status " + std::to_string(logged.status) +
               ", though there are more than 8 User-Agent headers";
    }
    const char* site = name_of(place_of(asked, logged));
    if (logged.site != site) {
        return std::string("expected site ") + site;
    }
    const std::string wanted = expected_verdict(asked, logged);
    if (!wanted.empty() && logged.verdict != wanted) {
        return "expected verdict " + wanted;
    }
    const Answer refusal =
        logged.verdict == "disallow" ? refusal_of(asked, logged) : Answer::open;
    if (refusal != Answer::either &&
        (refusal == Answer::closed) != is_refusal(logged.status, asked)) {
        return "verdict and status disagree";
    }
    return "";
}

}  // namespace request_fuzz
