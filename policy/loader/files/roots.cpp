#include "policy/loader/files/roots.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "policy/base/near_word.hpp"
#include "policy/base/text.hpp"

#ifndef ROBOTS_SHARE
#define ROBOTS_SHARE "/usr/share/nginx-robots"
#endif

namespace robots::loader {

namespace {

// The maximum number of links in one path, which is the same as in Linux.
constexpr int kMaxLinks = 40;

constexpr int kLook = O_PATH | O_NOFOLLOW | O_CLOEXEC;

std::optional<std::string> real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> real(
        ::realpath(path.c_str(), nullptr), &std::free);
    return real ? std::optional<std::string>(real.get()) : std::nullopt;
}

std::string absolute(const std::string& path) {
    if (!path.empty() && path.front() == '/') {
        return path;
    }
    return real_path(".").value_or("") + '/' + path;
}

std::string parent_of(const std::string& path) {
    return path.substr(0, path.find_last_of('/'));
}

// Returns the absolute path `path` without ".", ".." and repeated slashes.
// Returns "" for "/".
std::string normalised(std::string_view path) {
    std::string out;
    while (!path.empty()) {
        const std::string_view name = take_until('/', path);
        if (name == "..") {
            out = parent_of(out);
        } else if (!name.empty() && name != ".") {
            out += '/';
            out += name;
        }
    }
    return out;
}

OpenedFile failed(std::string problem) {
    OpenedFile out;
    out.problem = std::move(problem);
    return out;
}

OpenedFile failed(int error) {
    errno = error;
    return failed(problem_of_errno());
}

// Returns the target of the open link `link`, or "" after an error.
std::string target_of(const Descriptor& link) {
    std::array<char, PATH_MAX> target;
    const ssize_t length =
        ::readlinkat(link.get(), "", target.data(), target.size());
    return length > 0 && static_cast<std::size_t>(length) < target.size()
               ? std::string(target.data(), static_cast<std::size_t>(length))
               : std::string();
}

}  // namespace

// Follows one path, name by name. Below a root, keeps each folder open, so that
// ".." goes back to the folder from which the walk came, even if it was renamed
// meanwhile. Opens nothing outside of the roots: outside, only the text of the
// path counts, and it must lead to the name of a root.
class Walk {
  public:
    Walk(const std::vector<Roots::Root>& roots, const std::string& path)
        : roots_(roots) {
        go_from_top(absolute(path));
    }

    OpenedFile open() {
        while (!ahead_.empty()) {
            const std::string name = std::move(ahead_.back());
            ahead_.pop_back();
            if (name.empty() || name == ".") {
                continue;
            }
            if (root_ == nullptr) {
                step_outside(name);
            } else if (name == "..") {
                step_up();
            } else if (auto end = step_down(name)) {
                return std::move(*end);
            }
        }
        return root_ == nullptr ? outside()
                                : failed("it is a folder, not a file");
    }

  private:
    static OpenedFile outside() {
        OpenedFile out;
        out.outside = true;
        out.problem = "it is outside the folders of the policy";
        return out;
    }

    // Puts the names of `path` before the names that are still to be followed.
    void put_ahead(std::string_view path) {
        while (true) {
            const std::size_t slash = path.rfind('/');
            ahead_.emplace_back(path.substr(slash + 1));
            if (slash == std::string_view::npos) {
                return;
            }
            path = path.substr(0, slash);
        }
    }

    void go_from_top(std::string_view path) {
        root_ = nullptr;
        folders_.clear();
        at_.clear();
        put_ahead(path);
        enter_root();
    }

    void enter_root() {
        for (const Roots::Root& root : roots_) {
            if (root_ == nullptr && (at_ == root.name || at_ == root.real)) {
                root_ = &root;
            }
        }
    }

    void step_outside(const std::string& name) {
        at_ = name == ".." ? parent_of(at_) : at_ + '/' + name;
        enter_root();
    }

    // The folder above a root may be below another root.
    void step_up() {
        if (!folders_.empty()) {
            folders_.pop_back();
        } else if (!root_->real.empty()) {
            go_from_top(parent_of(root_->real));
        }
    }

    int here() const {
        return folders_.empty() ? root_->folder.get() : folders_.back().get();
    }

    // Goes to `name`. Returns the opened file or a problem if the walk ends
    // there.
    std::optional<OpenedFile> step_down(const std::string& name) {
        Descriptor next(::openat(here(), name.c_str(), kLook));
        struct stat status {};
        if (!next.is_open() || ::fstat(next.get(), &status) != 0) {
            return failed(problem_of_errno());
        }
        if (S_ISLNK(status.st_mode)) {
            return follow(next);
        }
        if (S_ISDIR(status.st_mode)) {
            folders_.push_back(std::move(next));
            return std::nullopt;
        }
        if (!ahead_.empty()) {
            return failed(ENOTDIR);
        }
        OpenedFile out;
        out.problem = why_not_regular(status);
        if (out.problem.empty()) {
            out.file = Descriptor(
                ::openat(here(), name.c_str(),
                         O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
            out.problem = out.file.is_open() ? "" : problem_of_errno();
        }
        return out;
    }

    std::optional<OpenedFile> follow(const Descriptor& link) {
        if (++links_ > kMaxLinks) {
            return failed(ELOOP);
        }
        const std::string target = target_of(link);
        if (target.empty()) {
            return failed(ENAMETOOLONG);
        }
        target.front() == '/' ? go_from_top(target) : put_ahead(target);
        return std::nullopt;
    }

    const std::vector<Roots::Root>& roots_;
    std::vector<std::string> ahead_;  // names to follow, the next is last
    const Roots::Root* root_ = nullptr;
    std::vector<Descriptor> folders_;  // open folders below root_, in order
    std::string at_;                   // the path while root_ is nullptr
    int links_ = 0;
};

const std::string& share_folder() {
    static const std::string folder = ROBOTS_SHARE;
    return folder;
}

Roots::Roots(const std::vector<std::string>& folders) {
    for (const std::string& name : folders) {
        const std::string path = absolute(name);
        const auto real = real_path(path);
        Descriptor folder(
            ::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!real || !folder.is_open()) {
            problem_ =
                "cannot open " + cited(name) + ": " + std::strerror(errno);
            roots_.clear();
            return;
        }
        roots_.push_back(
            {normalised(path), normalised(*real), std::move(folder)});
    }
}

OpenedFile Roots::open(const std::string& path) const {
    if (path.find('\0') != std::string::npos) {
        return failed("its name contains a NUL byte");
    }
    if (path.size() >= PATH_MAX) {
        return failed(ENAMETOOLONG);
    }
    return Walk(roots_, path).open();
}

std::string Roots::listing() const {
    std::vector<std::string_view> names;
    for (const Root& root : roots_) {
        names.push_back(root.name.empty() ? "/" : std::string_view(root.name));
    }
    return robots::listing(names);
}

}  // namespace robots::loader
