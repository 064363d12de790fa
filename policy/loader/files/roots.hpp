// The folders (roots) below which all files of a policy must lie.
//
// nginx's master reads a policy as root. But other people than the admin may
// write the included files, and make links beside them. So no name in a policy
// opens a file outside of the roots: not by "..", not by an absolute path, not
// by a link, and not by a link that replaces a file while the file is opened.

#pragma once

#include <string>
#include <vector>

#include "policy/base/descriptor.hpp"
#include "policy/loader/files/source.hpp"

namespace robots::loader {

// Returns the folder of the installed templates, which a policy names as
// `<share>/`: "/usr/share/nginx-robots", or another that was set at build time.
const std::string& share_folder();

class Roots {
  public:
    Roots() = default;

    // The admin names the folders, so links in the folders' own paths are
    // followed. If a folder cannot be opened, problem() says why, and there are
    // no roots.
    explicit Roots(const std::vector<std::string>& folders);

    // Not empty: why a folder can't be opened.
    const std::string& problem() const { return problem_; }

    // Opens the regular file at `path`, which is absolute or relative to the
    // working folder. Follows only links below a root that lead to a place
    // below a root. Refuses a path through another link, even if it leads back.
    OpenedFile open(const std::string& path) const;

    // "`/etc/robots` and `/usr/share/robots`"
    std::string listing() const;

  private:
    friend class Walk;

    struct Root {
        std::string name;  // absolute, as it was given
        std::string real;  // the path without links
        Descriptor folder;
    };

    std::vector<Root> roots_;
    std::string problem_;
};

}  // namespace robots::loader
