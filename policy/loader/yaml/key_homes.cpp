#include "policy/loader/yaml/key_homes.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/near_word.hpp"
#include "policy/base/text.hpp"

namespace robots::loader {

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

const KeyHome* home_of(std::string_view key, std::string_view owner,
                       const std::vector<KeyHome>& homes) {
    const auto it = std::find_if(
        homes.begin(), homes.end(),
        [key](const KeyHome& home) { return is_same_key(home.key, key); });
    return it == homes.end() || it->owner == owner ? nullptr : &*it;
}

std::string key_hint(std::string_view key, std::string_view owner,
                     const std::vector<std::string_view>& known,
                     const std::vector<KeyHome>& homes) {
    const auto same = std::find_if(known.begin(), known.end(),
                                   [written = key](std::string_view each) {
                                       return is_same_key(each, written);
                                   });
    if (same != known.end()) {
        return "; did you mean " + cited(*same) + "?";
    }
    const auto is_known = [&known](std::string_view word) {
        return std::find(known.begin(), known.end(), word) != known.end();
    };
    const std::string_view word = key.substr(0, key.find_first_of(" :"));
    if (word.size() < key.size() && is_known(word)) {
        return "; write `:` and a blank behind " + cited(word);
    }
    if (const KeyHome* home = home_of(key, owner, homes)) {
        return ": it belongs in " + std::string(home->owner) + "; " +
               std::string(home->written);
    }
    const std::string_view meant = key_meant_by(key);
    if (is_known(meant)) {
        return "; did you mean " + cited(meant) + "?";
    }
    if (std::string hint = did_you_mean(key, known); !hint.empty()) {
        return hint;
    }
    std::vector<std::string_view> elsewhere;
    elsewhere.reserve(homes.size());
    for (const KeyHome& home : homes) {
        elsewhere.push_back(home.key);
    }
    if (const std::string_view near = nearest(key, elsewhere); !near.empty()) {
        const KeyHome* home = home_of(near, owner, homes);
        return "; did you mean " + cited(near) + "? It belongs in " +
               std::string(home->owner) + "; " + std::string(home->written);
    }
    return "; known keys: " + listing(known);
}

}  // namespace robots::loader
