#include "cli/identity/identity_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "policy/base/text.hpp"
#include "policy/loader/yaml/source.hpp"

namespace robotsctl {

namespace {

using robots::loader::Descriptor;
using robots::loader::problem_of_errno;

constexpr mode_t kFolderMode = 0755;
constexpr mode_t kFileMode = 0644;
constexpr const char* kLock = ".lock";
// Of a file that is being written: hidden, so that nginx does not see it.
constexpr std::string_view kNew = ".new";

// As large as a list that a policy may have.
constexpr std::size_t kMaxFile = std::size_t{4} * 1024 * 1024;

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

bool write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t wrote = ::write(fd, text.data(), text.size());
        if (wrote < 0 && errno != EINTR) {
            return false;
        }
        text.remove_prefix(wrote > 0 ? static_cast<std::size_t>(wrote) : 0);
    }
    return true;
}

std::string cannot(const char* what, const std::string& path) {
    const std::string why = problem_of_errno();
    return std::string("cannot ") + what + ' ' +
           robots::quoted(path, robots::kWholePath) + ": " + why;
}

}  // namespace

IdentityFolder::IdentityFolder(std::string path) : path_(std::move(path)) {
    while (path_.size() > 1 && path_.back() == '/') {
        path_.pop_back();
    }
}

std::string IdentityFolder::open() {
    folder_ =
        Descriptor(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return folder_.is_open() ? "" : cannot("open", path_);
}

std::string IdentityFolder::open_locked() {
    if (::mkdir(path_.c_str(), kFolderMode) != 0 && errno != EEXIST) {
        return cannot("make", path_);
    }
    std::string problem = open();
    if (!problem.empty()) {
        return problem;
    }
    lock_ = Descriptor(::openat(folder_.get(), kLock,
                                O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
                                kFileMode));
    if (!lock_.is_open()) {
        return cannot("write", path_of(kLock));
    }
    if (::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK
                   ? "another `robotsctl identity update` is at work in " +
                         robots::quoted(path_, robots::kWholePath)
                   : cannot("lock", path_of(kLock));
    }
    remove_leftovers();
    return {};
}

void IdentityFolder::remove_leftovers() const {
    const std::unique_ptr<DIR, CloseFolder> entries(::opendir(path_.c_str()));
    std::vector<std::string> leftovers;
    while (const dirent* entry =
               entries != nullptr ? ::readdir(entries.get()) : nullptr) {
        const std::string_view name = entry->d_name;
        if (name.front() == '.' && name.size() > kNew.size() &&
            name.substr(name.size() - kNew.size()) == kNew) {
            leftovers.emplace_back(name);
        }
    }
    for (const std::string& name : leftovers) {
        ::unlinkat(folder_.get(), name.c_str(), 0);
    }
}

KeptFile IdentityFolder::read(const std::string& name) const {
    KeptFile out;
    if (!folder_.is_open()) {
        return out;
    }
    robots::loader::OpenedFile opened;
    opened.file =
        Descriptor(::openat(folder_.get(), name.c_str(),
                            O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!opened.file.is_open()) {
        out.exists = errno != ENOENT;
        out.problem = out.exists ? problem_of_errno() : "";
        return out;
    }
    out.exists = true;
    robots::loader::Source source =
        robots::loader::read_source(opened, kMaxFile);
    out.text = std::move(source.text);
    out.written = robots::Utc{source.modified};
    out.problem = std::move(source.problem);
    return out;
}

std::string IdentityFolder::write(const std::string& name,
                                  std::string_view text) const {
    const std::string fresh = '.' + name + std::string(kNew);
    {
        const Descriptor file(::openat(
            folder_.get(), fresh.c_str(),
            O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, kFileMode));
        if (!file.is_open() || ::fchmod(file.get(), kFileMode) != 0 ||
            !write_all(file.get(), text) || ::fsync(file.get()) != 0) {
            return cannot("write", path_of(fresh));
        }
    }
    if (::renameat(folder_.get(), fresh.c_str(), folder_.get(), name.c_str()) !=
        0) {
        return cannot("replace", path_of(name));
    }
    // The file is whole either way; this only keeps its new name.
    (void)::fsync(folder_.get());
    return {};
}

std::string IdentityFolder::touch(const std::string& name) const {
    return ::utimensat(folder_.get(), name.c_str(), nullptr,
                       AT_SYMLINK_NOFOLLOW) == 0
               ? ""
               : cannot("date", path_of(name));
}

}  // namespace robotsctl
