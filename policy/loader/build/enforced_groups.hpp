// Combines the groups of a template with the `enforce` of the sites that use
// the template. Makes each combination only once.

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

    // Returns a copy of `groups` with other enforcement: `level`, overridden by
    // the settings that each group of `document` has. For a verbatim text,
    // `document` must be nullptr, and all groups get `level`. `known_by` must
    // be unique for each pair of `groups` and `document`. If all calls together
    // would make more than 2,000,000 groups, returns no groups, and the next
    // call of are_few() reports an error.
    Groups at(const Groups& groups, const Document* document,
              const void* known_by, const EnforcementOverride& level);

    // of_file() returns the number of groups that the sites of the current file
    // need. begin_file() resets it; call it before the sites of each file.
    void begin_file();
    std::size_t of_file() const { return of_file_; }
    // Adds `groups` to the total, for a file with results that are taken over
    // from the previous load.
    void add(std::size_t groups) { count_ += groups; }

    // Returns false, and reports an error at `place`, if all sites so far
    // together need more than 2,000,000 groups, or if `limited` is true and the
    // sites of the current file need more than 100,000.
    bool are_few(bool limited, const Place& place, Findings& findings) const;

  private:
    EnforcementPool& pool_;
    // The results of at(), keyed by `known_by` and the fingerprint of `level`.
    std::map<std::pair<const void*, std::string>, Groups> made_;
    std::set<const Groups*> asked_by_file_;
    std::size_t count_ = 0;
    std::size_t of_file_ = 0;
};

}  // namespace robots::loader
