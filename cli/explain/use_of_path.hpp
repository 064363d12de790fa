// What may be done with what a crawler fetches: what robots.txt and the headers
// of a response say about one path.

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

// Empty: nothing is said.
struct UseOfPath {
    // Of the lines of robots.txt that this crawler reads, with the longest path
    // that matches: "train-ai=n, search=y".
    std::string content_usage;
    std::string content_signal;
    // Those of its group, or else of the site (RSL 1.0, 4.4).
    std::vector<std::string> licenses;
    // Headers of the response.
    std::string content_usage_header;
    std::string tdm_reservation;
};

// Who asks for what. Views into memory that outlives the call.
struct UseAsked {
    robots::Authority authority;
    std::string_view target;
    robots::Slashes slashes;
    robots::Sighting crawler;
    bool judged;   // if not, no group is for it
    bool allowed;  // what is closed may not be used at all
};

// What sites publish, each read once.
class PublishedUses {
  public:
    explicit PublishedUses(const robots::Crawlers& crawlers)
        : crawlers_(crawlers) {}

    // `robots` outlives this.
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
    // One robots.txt without its rules, and which of its groups a crawler
    // reads: private groups are not among them.
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
    // By origin, too, where the text depends on it.
    std::map<std::pair<const robots::Robots*, std::string>, Published> sites_;
};

}  // namespace robotsctl
