// Runs a file of matching cases: conformance CASES.jsonl
//
// One JSON object a line: `robots_txt` (or `robots_txt_b64`), `user_agent` ("*"
// for a crawler that no group names) or `token`, `path`, and `allowed`. Cases
// with `disputed` set are counted apart: implementations and RFC 9309 disagree
// there. Exit code 0 where every undisputed case holds.

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "policy/robots_txt/product_token.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/groups.hpp"
#include "policy/verdict/deciding_rule.hpp"

namespace {

using nlohmann::json;

std::string decode_base64(const std::string& text) {
    static const std::string kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        const std::size_t digit = kDigits.find(c);
        if (digit == std::string::npos) {
            continue;
        }
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            out += static_cast<char>(bits >> count & 0xff);
        }
    }
    return out;
}

std::string document_of(const json& test) {
    return test.contains("robots_txt_b64")
               ? decode_base64(test["robots_txt_b64"].get<std::string>())
               : test.at("robots_txt").get<std::string>();
}

std::string token_of(const json& test) {
    const std::string agent = test.contains("token")
                                  ? test["token"].get<std::string>()
                                  : test.at("user_agent").get<std::string>();
    return std::string(robots::leading_product_token(agent));
}

// What RFC 9309 says, with no catalogue and no server in between.
bool allowed(const json& test) {
    const robots::RobotsTxt document =
        robots::parse_robots_txt(document_of(test));
    const robots::Groups groups(
        document, std::vector<robots::Shared<robots::Enforcement>>(
                      document.groups.size()));
    const std::string path = test.at("path").get<std::string>();
    if (robots::SentTarget(path, robots::Slashes::keep).is_robots_txt()) {
        return true;
    }
    const robots::Group* group = groups.named(token_of(test));
    if (group == nullptr) {
        group = groups.named("*");
    }
    if (group == nullptr) {
        return true;
    }
    const robots::Rule* rule =
        group->rules.match(robots::normalise_target(path));
    return rule == nullptr || rule->allow;
}

struct Tally {
    int passed = 0;
    int failed = 0;

    void count(bool as_expected) { ++(as_expected ? passed : failed); }
};

void print(const char* what, const Tally& tally) {
    std::cout << what << ": " << tally.passed << " passed, " << tally.failed
              << " failed\n";
}

}  // namespace

int main(int argc, char** argv) {
    std::ifstream cases(argc == 2 ? argv[1] : "");
    if (!cases) {
        std::cerr << "usage: make conformance CASES=FILE (a readable file of "
                     "JSON Lines)\n";
        return 2;
    }
    Tally undisputed;
    Tally disputed;
    std::string line;
    for (int number = 1; std::getline(cases, line); ++number) {
        const json test = json::parse(line, nullptr, false);
        if (test.is_discarded()) {
            std::cerr << argv[1] << ':' << number << ": no JSON\n";
            return 2;
        }
        const bool as_expected =
            allowed(test) == test.at("allowed").get<bool>();
        (test.contains("disputed") ? disputed : undisputed).count(as_expected);
        if (!as_expected) {
            std::cout << argv[1] << ':' << number << ": "
                      << test.value("source", "") << ": "
                      << (test.contains("disputed") ? "disputed, " : "")
                      << "should be "
                      << (test.at("allowed").get<bool>() ? "allowed"
                                                         : "disallowed")
                      << ": "
                      << test.at("path").get<std::string>().substr(0, 80)
                      << '\n';
        }
    }
    print("disputed", disputed);
    print("undisputed", undisputed);
    return undisputed.failed == 0 ? 0 : 1;
}
