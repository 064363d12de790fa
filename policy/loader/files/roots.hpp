// The roots: folders below which all files of a policy must be.
//
// The nginx master process reads a policy as the user root. But other people
// than the admin may write the included files, and make links next to them. So
// a name in a policy must never open a file outside of the roots. This is
// checked for "..", absolute paths, and links, even if a link replaces a file
// while the file is opened.

#pragma once

#include <string>
#include <vector>

#include "policy/base/descriptor.hpp"
#include "policy/loader/files/source.hpp"

namespace robots::loader {

// Returns the folder of the installed templates, which is written as `<share>/`
// in a policy. It is set at build time: "/usr/share/nginx-robots".
const std::string& share_folder();

class Roots {
  public:
    Roots() = default;

    // Opens `folders`. Follows links in their paths, because the admin chooses
    // these paths. If a folder cannot be opened, this object has no roots, and
    // problem() returns the reason.
    explicit Roots(const std::vector<std::string>& folders);

    // Returns why a folder cannot be opened, or "" if all are open.
    const std::string& problem() const { return problem_; }

    // Opens the regular file at `path`, which is absolute or relative to the
    // working directory. Follows a link only if the link and its target are
    // below a root. Refuses a path with any other link, even if the path leads
    // back to a root.
    OpenedFile open(const std::string& path) const;

    // Returns the names of the roots: "`/etc/robots` and `/usr/share/robots`".
    std::string listing() const;

  private:
    friend class Walk;

    struct Root {
        std::string name;  // absolute, as it was given
        std::string real;  // the path with all links resolved
        Descriptor folder;
    };

    std::vector<Root> roots_;
    std::string problem_;
};

}  // namespace robots::loader
