#include "cli/sources/copies.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>
#include <vector>

#include "policy/base/hexadecimal.hpp"
#include "policy/base/text.hpp"
#include "policy/loader/files/source.hpp"

namespace robotsctl {

namespace {

namespace fs = std::filesystem;

using robots::Descriptor;
using robots::loader::problem_of_errno;

constexpr mode_t kFolderMode = 0755;
constexpr mode_t kFileMode = 0644;
constexpr const char* kLock = ".lock";
// The ending of a file that is being written. The name starts with ".", so that
// nginx does not see the file.
constexpr std::string_view kNew = ".new";

// The maximum size of a list that a policy may use.
constexpr std::size_t kMaxFile = std::size_t{4} * 1024 * 1024;

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

using SortedJson = nlohmann::json;

constexpr const char* kFile = ".records.json";

}  // namespace

IdentityFolder::IdentityFolder(std::string path) : path_(std::move(path)) {
    while (path_.size() > 1 && path_.back() == '/') {
        path_.pop_back();
    }
}

std::string IdentityFolder::open() {
    folder_ =
        Descriptor(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return folder_.is_open() ? "" : robots::loader::cannot("open", path_);
}

std::string IdentityFolder::open_locked() {
    if (::mkdir(path_.c_str(), kFolderMode) != 0 && errno != EEXIST) {
        return robots::loader::cannot("make", path_);
    }
    std::string problem = open();
    if (!problem.empty()) {
        return problem;
    }
    lock_ = Descriptor(::openat(folder_.get(), kLock,
                                O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
                                kFileMode));
    if (!lock_.is_open()) {
        return robots::loader::cannot("write", path_of(kLock));
    }
    if (::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK
                   ? "another `robotsctl sources update` is at work in " +
                         robots::cited(path_, robots::kWholePath)
                   : robots::loader::cannot("lock", path_of(kLock));
    }
    remove_leftovers();
    return {};
}

void IdentityFolder::remove_leftovers() const {
    std::error_code error;
    std::vector<std::string> leftovers;
    for (auto entry = fs::directory_iterator(path_, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename();
        if (name.front() == '.' && name.size() > kNew.size() &&
            robots::ends_with(name, kNew)) {
            leftovers.push_back(name);
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
            return robots::loader::cannot("write", path_of(fresh));
        }
    }
    if (::renameat(folder_.get(), fresh.c_str(), folder_.get(), name.c_str()) !=
        0) {
        return robots::loader::cannot("replace", path_of(name));
    }
    // This sync only makes sure that the new name survives a crash. Even
    // without it, the file is complete.
    (void)::fsync(folder_.get());
    return {};
}

std::string IdentityFolder::touch(const std::string& name) const {
    return ::utimensat(folder_.get(), name.c_str(), nullptr,
                       AT_SYMLINK_NOFOLLOW) == 0
               ? ""
               : robots::loader::cannot("date", path_of(name));
}

std::string digest_of(std::string_view text) {
    const robots::Hexadecimal digits =
        robots::hexadecimal(XXH3_64bits(text.data(), text.size()));
    return {digits.data(), digits.size()};
}

Records read_records(const IdentityFolder& folder) {
    Records out;
    try {
        const SortedJson all = SortedJson::parse(folder.read(kFile).text);
        for (const auto& [name, record] : all.items()) {
            out[name] = {
                {record.value("etag", ""), record.value("last_modified", "")},
                record.value("digest", ""),
                robots::Utc{record.value("checked", std::int64_t{0})},
                record.value("failure", "")};
        }
    } catch (const SortedJson::exception&) {
        out.clear();
    }
    return out;
}

std::string write_records(const Records& records,
                          const IdentityFolder& folder) {
    SortedJson all = SortedJson::object();
    for (const auto& [name, record] : records) {
        all[name] = {{"etag", record.validators.etag},
                     {"last_modified", record.validators.last_modified},
                     {"digest", record.digest},
                     {"checked", record.checked.count()},
                     {"failure", record.failure}};
    }
    return folder.write(
        kFile,
        all.dump(1, ' ', true, SortedJson::error_handler_t::replace) + '\n');
}

}  // namespace robotsctl
