// The folders that a policy's files may lie in.
//
// nginx's master reads a policy as root, while others than its admin may write
// the files that it includes and names, and make links in their folders. So
// none of these names reaches a file elsewhere: not by "..", not by an absolute
// path, not by a link, and not by a link that takes a file's place while it is
// opened.

#ifndef ROBOTS_POLICY_LOADER_YAML_ROOTS_HPP
#define ROBOTS_POLICY_LOADER_YAML_ROOTS_HPP

#include <string>
#include <vector>

#include "policy/loader/yaml/descriptor.hpp"
#include "policy/loader/yaml/source.hpp"

namespace robots::loader {

class Roots {
  public:
    Roots() = default;

    // The folders are the admin's: links in their own names are followed. One
    // that can't be opened sets problem() and holds nothing.
    explicit Roots(const std::vector<std::string>& folders);

    // Not empty: why a folder can't be opened, as a sentence.
    const std::string& problem() const { return problem_; }

    // Opens the regular file at `path`, an absolute path or one from the
    // working folder. Links are followed as long as they lead to a place below
    // a root; the way never leaves the roots, not even to come back.
    OpenedFile open(const std::string& path) const;

    // "`/etc/robots` and `/usr/share/robots`"
    std::string listing() const;

  private:
    friend class Walk;

    struct Root {
        std::string name;  // absolute, as it was given
        std::string real;  // the same without links
        Descriptor folder;
    };

    std::vector<Root> roots_;
    std::string problem_;
};

}  // namespace robots::loader

#endif
