#include "cli/watch/path_watcher.hpp"

#include <sys/inotify.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <deque>
#include <filesystem>
#include <system_error>

#include "policy/loader/files/inputs.hpp"

namespace robotsctl {

namespace {

namespace fs = std::filesystem;

// The events after which a name in a folder may lead to another file, or to a
// file with other content. IN_ATTRIB is one of them because a file may have
// become readable.
constexpr unsigned kEvents = IN_CREATE | IN_DELETE | IN_MOVED_FROM |
                             IN_MOVED_TO | IN_MODIFY | IN_CLOSE_WRITE |
                             IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF;

// The maximum number of symbolic links that the kernel follows
// (path_resolution(7)).
constexpr int kMaxLinks = 40;

bool has_wildcard(const std::string& text) {
    return text.find_first_of("*?[") != std::string::npos;
}

fs::path absolute(const std::string& path) {
    std::error_code error;
    fs::path out = fs::absolute(path, error);
    return error ? fs::path(path) : out;
}

}  // namespace

PathWatcher::PathWatcher()
    : inotify_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    if (!inotify_.is_open()) {
        throw std::system_error(errno, std::generic_category(),
                                "cannot watch files (inotify_init1)");
    }
}

PathWatcher::Folder* PathWatcher::watch(const std::string& folder) {
    const int watch = ::inotify_add_watch(inotify_.get(), folder.c_str(),
                                          kEvents | IN_ONLYDIR);
    if (watch >= 0) {
        return &folders_[watch];
    }
    // A folder that does not exist yet needs no watch. The folder above it is
    // watched and reports its creation.
    if (errno != ENOENT && errno != ENOTDIR && problem_.empty()) {
        problem_ = folder + ": " + std::strerror(errno);
    }
    return nullptr;
}

// Resolves the path like the kernel: the target of a link replaces the link at
// the front of the rest of the path.
void PathWatcher::add_file(const std::string& path) {
    const fs::path whole = absolute(path);
    std::deque<std::string> left;
    for (const fs::path& part : whole.relative_path()) {
        left.push_back(part.string());
    }
    fs::path here = whole.root_path();
    int links = 0;
    while (!left.empty()) {
        const std::string name = left.front();
        left.pop_front();
        if (name.empty() || name == ".") {
            continue;
        }
        if (name == "..") {
            here = here.parent_path();
            continue;
        }
        Folder* folder = watch(here.string());
        if (folder != nullptr) {
            folder->names.insert(name);
        }
        std::error_code error;
        const fs::path target = fs::read_symlink(here / name, error);
        if (error) {
            here /= name;
            continue;
        }
        if (++links > kMaxLinks) {
            return;
        }
        std::deque<std::string> more;
        for (const fs::path& part : target.relative_path()) {
            more.push_back(part.string());
        }
        left.insert(left.begin(), more.begin(), more.end());
        if (target.is_absolute()) {
            here = target.root_path();
        }
    }
}

void PathWatcher::add_pattern(const std::string& pattern) {
    const fs::path whole = absolute(pattern);
    fs::path before = whole.root_path();
    for (const fs::path& part : whole.relative_path()) {
        if (has_wildcard(part.string())) {
            if (!has_wildcard(before.string())) {
                add_file(before.string());  // it may be created later
            }
            for (const std::string& folder :
                 robots::loader::match_paths(before.string()).paths) {
                Folder* watched = watch(folder);
                if (watched != nullptr) {
                    watched->any = true;
                }
            }
        }
        before /= part;
    }
    if (!has_wildcard(whole.string())) {
        add_file(pattern);
    }
}

bool PathWatcher::concerns(int watch, std::string_view name,
                           unsigned mask) const {
    if ((mask & IN_Q_OVERFLOW) != 0) {
        return true;  // the kernel has dropped events
    }
    const auto folder = folders_.find(watch);
    if (folder == folders_.end()) {
        return false;
    }
    // An event without a name is about the folder itself. Events about other
    // changes of the folder are ignored, because the modification time of the
    // folder changes with each file in it.
    if (name.empty()) {
        return (mask &
                (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT)) != 0;
    }
    return folder->second.any || folder->second.names.count(name) != 0;
}

bool PathWatcher::take_events() {
    bool out = false;
    alignas(inotify_event) std::array<char, std::size_t{16} * 1024> buffer;
    for (;;) {
        const ssize_t length =
            ::read(inotify_.get(), buffer.data(), buffer.size());
        if (length <= 0) {
            return out;
        }
        for (ssize_t at = 0; at < length;) {
            inotify_event event{};
            std::memcpy(&event, buffer.data() + at, sizeof event);
            const char* name = buffer.data() + at + sizeof event;
            // The kernel pads the name with NUL up to `len`.
            out = concerns(event.wd,
                           event.len == 0 ? std::string_view()
                                          : std::string_view(name),
                           event.mask) ||
                  out;
            at += static_cast<ssize_t>(sizeof event + event.len);
        }
    }
}

}  // namespace robotsctl
