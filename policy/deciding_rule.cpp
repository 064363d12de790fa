#include "deciding_rule.hpp"

#include <string>

#include "percent_encoding.hpp"

namespace robots {

namespace {

const Rule* stricter(const Rule* a, const Rule* b) {
    const bool b_closes = b != nullptr && !b->allow;
    const bool a_closes = a != nullptr && !a->allow;
    return b_closes && !a_closes ? b : a;
}

}  // namespace

bool is_robots_txt(std::string_view target, Slashes slashes) {
    constexpr std::string_view kPath = "/robots.txt";
    if (is_plain(target)) {
        return target.substr(0, target.find('?')) == kPath;
    }
    std::string storage;
    const std::string_view path = path_and_query(target, storage);
    if (!needs_resolving(path)) {
        return path.substr(0, path.find('?')) == kPath;
    }
    const std::string resolved = resolve_target(path, slashes);
    return resolved.substr(0, resolved.find('?')) == kPath;
}

const Rule* deciding_rule(const Group& group, std::string_view target,
                          Slashes slashes) {
    if (is_plain(target)) {
        return group.rules.match(target);
    }
    std::string storage;
    const std::string_view path = path_and_query(target, storage);
    const bool resolves = needs_resolving(path);
    if (!resolves && !may_need_normalising(path)) {
        return group.rules.match(path);
    }
    const Rule* as_sent = group.rules.match(normalise_target(path));
    if (!resolves) {
        return as_sent;
    }
    return stricter(as_sent, group.rules.match(resolve_target(path, slashes)));
}

}  // namespace robots
