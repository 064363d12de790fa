// The groups of templates with the enforcement that their sites ask for, each
// made once.

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
    // `pool` outlives it.
    explicit EnforcedGroups(EnforcementPool& pool) : pool_(pool) {}

    // `groups` with the enforcement that `document` has on top of `level`; of
    // a verbatim text, whose document is nullptr, with that of `level`.
    // `known_by` identifies both. Nothing is made beyond 2,000,000.
    Groups at(const Groups& groups, const Document* document,
              const void* known_by, const EnforcementOverride& level);

    // From here on, they are for the sites of another file.
    void begin_file();
    std::size_t of_file() const { return of_file_; }
    // What a file asks for that is not compiled.
    void add(std::size_t groups) { count_ += groups; }

    // False after an error: the sites up to `place` ask for more than
    // 2,000,000, or those of a `limited` file for more than a twentieth.
    bool are_few(bool limited, const Place& place, Findings& findings) const;

  private:
    EnforcementPool& pool_;
    // By `known_by` and the enforcement.
    std::map<std::pair<const void*, std::string>, Groups> made_;
    std::set<const Groups*> asked_by_file_;
    std::size_t count_ = 0;
    std::size_t of_file_ = 0;
};

}  // namespace robots::loader
