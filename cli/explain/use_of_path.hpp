// Finds how crawlers may use the content at a path, according to robots.txt and
// the headers of a response.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/matching/target.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// What a site states about the use of the content at one path. A member is
// empty if the site states nothing.
struct UseOfPath {
    // The values of the lines in robots.txt that apply to this crawler and have
    // the longest matching path: "train-ai=n, search=y".
    std::string content_usage;
    std::string content_signal;
    // The licenses of the crawler's group. If the group has none, the licenses
    // of the site (RSL 1.0, 4.4).
    std::vector<std::string> licenses;
    // The values of headers of the response.
    std::string content_usage_header;
    std::string tdm_reservation;
};

// The request that PublishedUses::of() is called for. The views must outlive
// the call.
struct UseAsked {
    robots::Authority authority;
    std::string_view target;
    robots::Slashes slashes;
    robots::Sighting crawler;
    bool judged;   // if false, only headers apply
    bool allowed;  // a disallowed path may not be used at all
};

// Finds the preferences that sites publish, and caches them for each site.
class PublishedUses {
  public:
    explicit PublishedUses(const robots::Crawlers& crawlers)
        : crawlers_(crawlers) {}

    // `robots` must outlive this object.
    UseOfPath of(const robots::Robots& robots, const UseAsked& asked);

  private:
    struct Preferences {
        robots::Pattern path;
        std::string text;
    };
    struct OfGroup {
        std::vector<Preferences> usage;
        std::vector<Preferences> signals;
        std::vector<std::string> licenses;
    };
    // A robots.txt as it is published, without private groups and without
    // rules.
    struct Published {
        robots::RobotsTxt text;
        robots::Groups groups;
        bool says_something = false;
        std::map<const robots::Group*, OfGroup> read;
    };

    Published& published(const robots::Robots& robots,
                         const robots::Authority& authority);
    static const OfGroup& of_group(Published& site, const robots::Group* group);

    const robots::Crawlers& crawlers_;
    // The key is the robots.txt and, if the text of the robots.txt depends on
    // the origin, the origin. Otherwise the second part of the key is empty.
    std::map<std::pair<const robots::Robots*, std::string>, Published> sites_;
};

}  // namespace robotsctl
