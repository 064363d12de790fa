#include "policy/loader/build/part_tokens.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "policy/base/ascii.hpp"

namespace robots::loader {

namespace {

// A crawler that `token` is part of and that `tokens`, which are folded, lack;
// "": there is none.
std::string outside(const std::string& token,
                    const std::set<std::string>& tokens,
                    const CatalogueTokens& catalogue) {
    for (const std::string& other : catalogue.containing(token)) {
        if (tokens.count(fold(other)) == 0) {
            return other;
        }
    }
    return "";
}

}  // namespace

PartTokens leave_out_parts(const CatalogueTokens& catalogue,
                           std::vector<std::string>& user_agents) {
    PartTokens out;
    std::set<std::string> kept;  // folded
    std::vector<std::string> parts;
    for (const std::string& token : user_agents) {
        kept.insert(fold(token));
        if (!catalogue.containing(token).empty()) {
            parts.push_back(token);
        }
    }
    // What is left out is outside for its own parts.
    std::stable_sort(parts.begin(), parts.end(),
                     [](const std::string& a, const std::string& b) {
                         return a.size() > b.size();
                     });
    for (const std::string& token : parts) {
        std::string other = outside(token, kept, catalogue);
        if (!other.empty()) {
            kept.erase(fold(token));
            out.example = std::move(other);
            out.left_out.insert(out.left_out.begin(), token);
        }
    }
    user_agents.erase(std::remove_if(user_agents.begin(), user_agents.end(),
                                     [&kept](const std::string& token) {
                                         return kept.count(fold(token)) == 0;
                                     }),
                      user_agents.end());
    return out;
}

void find_published_parts(const CatalogueTokens& catalogue,
                          const RobotsTxt& document,
                          std::vector<PartTokens>& parts_of_groups) {
    std::set<std::string> all;  // folded
    for (const RobotsGroup& group : document.groups) {
        for (const std::string& token : group.user_agents) {
            all.insert(fold(token));
        }
    }
    for (std::size_t i = 0; i < document.groups.size(); ++i) {
        PartTokens& parts = parts_of_groups[i];
        for (const std::string& token : document.groups[i].user_agents) {
            std::string other = outside(token, all, catalogue);
            if (!other.empty()) {
                if (parts.published.empty()) {
                    parts.example = std::move(other);
                }
                parts.published.push_back(token);
            }
        }
    }
}

}  // namespace robots::loader
