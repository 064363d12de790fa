// Notices with inotify(7) that the file to which a path leads may have changed.
//
// A file changes not only when it is written: an editor renames a new file over
// it, a git checkout replaces a folder above it, and Kubernetes swaps a
// symbolic link (ConfigMap: policy.yaml -> ..data/policy.yaml, and ..data ->
// ..2026_11_22/). So in each folder on the path to a file, the next name of the
// path is watched. The paths to the targets of symbolic links are watched in
// the same way.

#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "policy/base/descriptor.hpp"

namespace robotsctl {

class PathWatcher {
  public:
    // Throws std::system_error if the system does not create an inotify
    // instance.
    PathWatcher();

    // Watches the path to a file. The file need not exist.
    void add_file(const std::string& path);
    // Watches the folders in which a new path may match a POSIX pattern.
    void add_pattern(const std::string& pattern);

    // Poll descriptor() until it is readable. Then call take_events(). It reads
    // the events without waiting, and returns whether an event concerns a
    // watched path.
    int descriptor() const { return inotify_.get(); }
    bool take_events();

    // The first folder that could not be watched, and the reason; otherwise "".
    const std::string& problem() const { return problem_; }

  private:
    // The watched names in a folder; all names if `any` is set.
    struct Folder {
        std::set<std::string, std::less<>> names;
        bool any = false;
    };

    // Returns nullptr if the folder cannot be watched.
    Folder* watch(const std::string& folder);
    bool concerns(int watch, std::string_view name, unsigned mask) const;

    robots::Descriptor inotify_;
    std::unordered_map<int, Folder> folders_;  // by watch descriptor
    std::string problem_;
};

}  // namespace robotsctl
