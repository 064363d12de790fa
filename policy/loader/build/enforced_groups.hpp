// Combines the groups of templates with the enforcement of their sites, and
// makes each combination once.

#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "policy/loader/build/document.hpp"
#include "policy/site/groups.hpp"

namespace robots::loader {

class EnforcedGroups {
  public:
    // `pool` must outlive this object.
    explicit EnforcedGroups(EnforcementPool& pool) : pool_(pool) {}

    // Returns `groups` with the enforcement that the groups of `document` add
    // to `level`; with `level` alone for a verbatim text, whose document must
    // be nullptr. `known_by` must identify `groups` and `document`. Returns no
    // groups if the total of all calls would exceed 2,000,000; then are_few()
    // reports an error.
    Groups at(const Groups& groups, const Document* document,
              const void* known_by, const EnforcementOverride& level);

    // Starts to count the groups for the sites of another file.
    void begin_file();
    std::size_t of_file() const { return of_file_; }
    // Counts the groups of a file that is taken over and not compiled.
    void add(std::size_t groups) { count_ += groups; }

    // Returns false after an error: the sites up to `place` need more than
    // 2,000,000 groups, or the sites of a `limited` file more than 100,000.
    bool are_few(bool limited, const Place& place, Findings& findings) const;

  private:
    EnforcementPool& pool_;
    // Keyed by `known_by` and the enforcement.
    std::map<std::pair<const void*, std::string>, Groups> made_;
    std::set<const Groups*> asked_by_file_;
    std::size_t count_ = 0;
    std::size_t of_file_ = 0;
};

}  // namespace robots::loader
