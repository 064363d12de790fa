// Notices when a path may lead to other octets than before, by inotify(7).
//
// A file changes in more ways than by being written: an editor renames a new
// file over it, a git checkout replaces a folder above it, and Kubernetes
// swaps a symbolic link (ConfigMap: policy.yaml -> ..data/policy.yaml, and
// ..data -> ..2026_11_22/). So each folder on the way to a file is watched for
// the one name in it that leads on, and so is the way to where a link points.

#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "policy/base/descriptor.hpp"

namespace robotsctl {

class PathWatcher {
  public:
    // Throws std::system_error if the system gives no inotify instance.
    PathWatcher();

    // Watches the way to a file, which need not exist.
    void add_file(const std::string& path);
    // Watches the folders in which a POSIX pattern can match a new path.
    void add_pattern(const std::string& pattern);

    // To poll for reading; then take_events() says whether one of them
    // concerns a watched path. It does not wait.
    int descriptor() const { return inotify_.get(); }
    bool take_events();

    // The first folder that could not be watched, with the reason; or "".
    const std::string& problem() const { return problem_; }

  private:
    // Names in a folder that matter; all of them if `any` is set.
    struct Folder {
        std::set<std::string, std::less<>> names;
        bool any = false;
    };

    // nullptr if the folder cannot be watched.
    Folder* watch(const std::string& folder);
    bool concerns(int watch, std::string_view name, unsigned mask) const;

    robots::Descriptor inotify_;
    std::unordered_map<int, Folder> folders_;  // by watch descriptor
    std::string problem_;
};

}  // namespace robotsctl
