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

bool is_odd_robots_txt(const SentTarget& target) {
    std::string storage;
    const std::string_view path = path_and_query(target.text, storage);
    if (!needs_resolving(path)) {
        return path.substr(0, path.find('?')) == kRobotsTxtPath;
    }
    const std::string resolved = resolve_target(path, target.slashes);
    return resolved.substr(0, resolved.find('?')) == kRobotsTxtPath;
}

const Rule* deciding_rule_of_odd(const Group& group, const SentTarget& target) {
    std::string storage;
    const std::string_view path = path_and_query(target.text, storage);
    const bool resolves = needs_resolving(path);
    if (!resolves && !may_need_normalising(path)) {
        return group.rules.match(path);
    }
    const Rule* as_sent = group.rules.match(normalise_target(path));
    if (!resolves) {
        return as_sent;
    }
    return stricter(as_sent,
                    group.rules.match(resolve_target(path, target.slashes)));
}

}  // namespace robots
