// The crawlers that lines of a robots.txt are for, as an import has them.

#ifndef ROBOTS_POLICY_LOADER_IMPORT_AUDIENCE_HPP
#define ROBOTS_POLICY_LOADER_IMPORT_AUDIENCE_HPP

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "policy/loader/import_result.hpp"

namespace robots {

struct Audience {
    std::uint32_t line = 0;           // of its first User-agent line; 0: none
    std::string name;                 // what that line has
    std::vector<std::size_t> groups;  // of the result, each once
    std::unordered_set<std::size_t> seen;
    // Lines that all of the groups have. They may come thousands of times.
    std::unordered_set<std::string> kept;

    // Adds the group of a token.
    void join(const ImportResult& result, std::string_view token) {
        const auto group =
            token.empty() ? std::nullopt : result.group_of(token);
        if (group && seen.insert(*group).second) {
            groups.push_back(*group);
            kept.clear();
        }
    }

    // Whether all of the groups have a line.
    bool keeps(const ImportResult& result, const std::string& line_key) {
        if (kept.count(line_key) != 0) {
            return true;
        }
        const bool all = std::all_of(
            groups.begin(), groups.end(),
            [&](std::size_t group) { return result.has(group, line_key); });
        if (all) {
            kept.insert(line_key);
        }
        return all;
    }
};

}  // namespace robots

#endif
