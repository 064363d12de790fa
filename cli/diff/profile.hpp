// What a robots.txt asks of a crawler, as lines that can be compared.

#ifndef ROBOTS_CLI_DIFF_PROFILE_HPP
#define ROBOTS_CLI_DIFF_PROFILE_HPP

#include <map>
#include <set>
#include <string>

#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

using Lines = std::set<std::string>;

// The lines that one side has and the other does not.
struct LineChanges {
    Lines removed;
    Lines added;

    bool empty() const { return removed.empty() && added.empty(); }
};

bool operator<(const LineChanges& a, const LineChanges& b);
LineChanges changes(const Lines& before, const Lines& after);

// One side of a comparison.
class Profile {
  public:
    // `robots` outlives this; nullptr if there is no robots.txt.
    explicit Profile(const robots::Robots* robots);

    // The lines of a group ("Disallow: /x", "Crawl-delay: 2", "enforce
    // disallow: reject", ...); none for nullptr.
    const Lines& of(const robots::Group* group);

    // The lines for all crawlers, and how the file is served.
    Lines of_site() const;

    const robots::Robots* robots() const { return robots_; }

  private:
    const robots::Robots* robots_;
    robots::RobotsTxt text_;
    std::map<const robots::Group*, Lines> groups_;
};

}  // namespace robotsctl

#endif
