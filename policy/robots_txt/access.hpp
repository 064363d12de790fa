// How much of a site a group's rules leave open: all, some, or nothing.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// What a group's rules decide about a whole site (RFC 9309 2.2.2):
//
//     open           no path is closed
//     partly_closed  some paths are closed; paths that match no rule are open
//     mostly_closed  paths that match no rule are closed; some are allowed
//     closed         everything is closed
//
// /robots.txt itself is always allowed, so an Allow rule for /robots.txt does
// not count.
enum class Access : std::uint8_t {
    open,
    partly_closed,
    mostly_closed,
    closed,
};

constexpr std::size_t kAccesses = 4;

// Returns a name, for example "partly-closed".
std::string_view to_string(Access access);

// The rules of a group, or of several groups that apply to one crawler, reduced
// to what access() needs.
class Reach {
  public:
    void add(const RuleLine& rule);
    void add(const RobotsGroup& group);
    // Adds the rules of `other`.
    void add(const Reach& other);

    // Returns what the rules decide about the whole site. Assumes that only a
    // rule for all paths can overrule another rule. So, with both `Allow: /a`
    // and `Disallow: /a`, the site counts as partly closed, though `/a` is
    // open.
    Access access() const;

  private:
    // The length of the longest pattern of each kind; 0 if the kind has none.
    // Of all rules that match a path, the rule with the longest pattern
    // decides.
    std::size_t opens_all_ = 0;   // of Allow rules that match every path
    std::size_t closes_all_ = 0;  // of Disallow rules that match every path
    std::size_t opens_ = 0;       // of all Allow rules
    std::size_t closes_ = 0;      // of all Disallow rules
};

}  // namespace robots
