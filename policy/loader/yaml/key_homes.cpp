#include "policy/loader/yaml/key_homes.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/loader/yaml/findings.hpp"

namespace robots::loader {

namespace {

constexpr std::string_view kGroup = "a group";
constexpr std::string_view kInGroup = "write it in an item of `groups`";
constexpr std::string_view kBody = "a site";
constexpr std::string_view kInBody =
    "write it in a site, a template or `default`";
constexpr std::string_view kSite = "a site";
constexpr std::string_view kInSite = "write it in an item of `sites`";
constexpr std::string_view kEnforce = "`enforce`";
constexpr std::string_view kInEnforce = "write it under `enforce`";
constexpr std::string_view kTop = "a policy";
constexpr std::string_view kOnTop =
    "write it at the top level, without blanks in front";

constexpr std::array<KeyHome, 38> kHomes{{
    {"user_agent", kGroup, kInGroup},
    {"inherit", kGroup, kInGroup},
    {"replace", kGroup, kInGroup},
    {"allow", kGroup, kInGroup},
    {"disallow", kGroup, kInGroup},
    {"crawl_delay", kGroup, kInGroup},
    {"request_rate", kGroup, kInGroup},
    {"visit_time", kGroup, kInGroup},
    {"content_signal", kGroup, kInGroup},
    {"content_usage", kGroup, kInGroup},
    {"template", kBody, kInBody},
    {"header", kBody, kInBody},
    {"groups", kBody, kInBody},
    {"sitemap", kBody, kInBody},
    {"license", kBody, kInBody},
    {"clean_param", kBody, kInBody},
    {"host_line", kBody, kInBody},
    {"keep_order", kBody, kInBody},
    {"robots_txt", kBody, kInBody},
    {"suspend", kBody, kInBody},
    {"max_age", kBody, kInBody},
    {"x_robots_tag", kBody, kInBody},
    {"refusal", kBody, kInBody},
    {"environment", kBody, kInBody},
    {"host", kSite, kInSite},
    {"hosts_file", kSite, kInSite},
    {"rate_per", kEnforce, kInEnforce},
    {"burst", kEnforce, kInEnforce},
    {"tolerance", kEnforce, kInEnforce},
    {"max_wait", kEnforce, kInEnforce},
    {"grace", kEnforce, kInEnforce},
    {"impostor", kEnforce, kInEnforce},
    {"at_most", kEnforce, kInEnforce},
    {"sites", kTop, kOnTop},
    {"templates", kTop, kOnTop},
    {"crawlers", kTop, kOnTop},
    {"variables", kTop, kOnTop},
    {"include", kTop, kOnTop},
}};

}  // namespace

const std::array<KeyHome, 38>& key_homes() {
    return kHomes;
}

bool is_same_key(std::string_view key, std::string_view written) {
    return key.size() == written.size() &&
           std::equal(key.begin(), key.end(), written.begin(),
                      [](char a, char b) {
                          return a == (b == '-' || b == ' ' ? '_' : fold(b));
                      });
}

std::string_view key_meant_by(std::string_view written) {
    constexpr std::pair<std::string_view, std::string_view> kWords[] = {
        {"server_name", "host"},   {"domain", "host"},
        {"domains", "host"},       {"hosts", "host"},
        {"agent", "user_agent"},   {"agents", "user_agent"},
        {"bot", "user_agent"},     {"bots", "user_agent"},
        {"crawler", "user_agent"}, {"token", "user_agent"},
        {"delay", "crawl_delay"},  {"rate", "request_rate"},
        {"deny", "disallow"},      {"block", "disallow"},
        {"rules", "groups"},       {"noindex", "x_robots_tag"},
        {"sitemaps", "sitemap"},   {"includes", "include"},
        {"path", "directory"},     {"suffix", "extension"},
        {"param", "query"},        {"parameter", "query"}};
    for (const auto& [word, key] : kWords) {
        if (is_same_key(word, written)) {
            return key;
        }
    }
    return {};
}

const KeyHome* home_of(std::string_view key, std::string_view owner) {
    const auto* const it = std::find_if(
        kHomes.begin(), kHomes.end(),
        [key](const KeyHome& home) { return is_same_key(home.key, key); });
    return it == kHomes.end() || it->owner == owner ? nullptr : it;
}

std::string key_hint(std::string_view key, std::string_view owner,
                     const std::vector<std::string_view>& known) {
    const auto same = std::find_if(known.begin(), known.end(),
                                   [written = key](std::string_view each) {
                                       return is_same_key(each, written);
                                   });
    if (same != known.end()) {
        return "; did you mean " + quoted(*same) + "?";
    }
    const auto is_known = [&known](std::string_view word) {
        return std::find(known.begin(), known.end(), word) != known.end();
    };
    const std::string_view word = key.substr(0, key.find_first_of(" :"));
    if (word.size() < key.size() && is_known(word)) {
        return "; write `:` and a blank behind " + quoted(word);
    }
    if (const KeyHome* home = home_of(key, owner)) {
        return ": it belongs in " + std::string(home->owner) + "; " +
               std::string(home->written);
    }
    const std::string_view meant = key_meant_by(key);
    if (is_known(meant)) {
        return "; did you mean " + quoted(meant) + "?";
    }
    if (std::string hint = did_you_mean(key, known); !hint.empty()) {
        return hint;
    }
    std::vector<std::string_view> elsewhere;
    for (const KeyHome& home : key_homes()) {
        elsewhere.push_back(home.key);
    }
    if (const std::string_view near = nearest(key, elsewhere); !near.empty()) {
        const KeyHome* home = home_of(near, owner);
        return "; did you mean " + quoted(near) + "? It belongs in " +
               std::string(home->owner) + "; " + std::string(home->written);
    }
    return "; known keys: " + listing(known);
}

}  // namespace robots::loader
