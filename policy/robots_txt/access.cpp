#include "policy/robots_txt/access.hpp"

#include <algorithm>
#include <array>

#include "policy/base/percent_encoding.hpp"
#include "policy/matching/pattern.hpp"

namespace robots {

namespace {

constexpr std::array<std::string_view, kAccesses> kAccessNames{
    "open", "partly-closed", "mostly-closed", "closed"};

// A path that only rules for all paths match: no normalised rule contains a
// control octet.
constexpr std::string_view kUnnamed = "/\x01";

bool matches_all(std::string_view path) {
    return path.find_first_not_of("/*$") == std::string_view::npos &&
           Pattern(path).matches(kUnnamed);
}

std::size_t length_of(std::string_view path) {
    return may_need_normalising(path) ? Pattern(path).length() : path.size();
}

bool is_robots_txt(std::string_view path) {
    return path == "/robots.txt" || path == "/robots.txt$";
}

}  // namespace

std::string_view to_string(Access access) {
    return kAccessNames[static_cast<std::size_t>(access)];
}

void Reach::add(const RuleLine& rule) {
    const std::string_view path = rule.path;
    if (path.empty() || (path[0] != '/' && path[0] != '*') ||
        (rule.allow && is_robots_txt(path))) {
        return;
    }
    std::size_t& longest = rule.allow ? opens_ : closes_;
    const std::size_t length = length_of(path);
    longest = std::max(longest, length);
    if (matches_all(path)) {
        std::size_t& all = rule.allow ? opens_all_ : closes_all_;
        all = std::max(all, length);
    }
}

void Reach::add(const RobotsGroup& group) {
    for (const RuleLine& rule : group.rules) {
        add(rule);
    }
}

void Reach::add(const Reach& other) {
    opens_all_ = std::max(opens_all_, other.opens_all_);
    closes_all_ = std::max(closes_all_, other.closes_all_);
    opens_ = std::max(opens_, other.opens_);
    closes_ = std::max(closes_, other.closes_);
}

// If an Allow rule and a Disallow rule have the same length, Allow wins.
Access Reach::access() const {
    if (closes_all_ > opens_all_) {
        return opens_ >= closes_all_ ? Access::mostly_closed : Access::closed;
    }
    return closes_ > opens_all_ ? Access::partly_closed : Access::open;
}

}  // namespace robots
