// What a group's lines say about the use of content.

#pragma once

#include <optional>
#include <vector>

#include "policy/loader/entries/body_entries.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots::loader {

// The `usage` of a body, made into lines once for all of its groups.
class UseOfGroups {
  public:
    explicit UseOfGroups(const BodyEntry& body);

    // Adds what the body and `entry`, one of its groups, say to `group`: one
    // line for each path and dialect, and licences. In a dialect that the group
    // has itself, the body's `usage` is not repeated.
    void add_to(RobotsGroup& group, const GroupEntry& entry) const;

  private:
    std::vector<OtherLine> signals_;
    std::vector<OtherLine> usage_;
};

// A group for "*" where `body` says something about the use of content and none
// of its groups is for "*": without one, no other crawler would read it.
std::optional<GroupEntry> group_for_others(const BodyEntry& body);

}  // namespace robots::loader
