#include "policy/loader/files/disk_check.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace robots::loader {

namespace {

constexpr std::size_t kFilesAStep = 32;

// Read at once, in well under a millisecond.
constexpr off_t kSmall = off_t{256} * 1024;

// glob(3) keeps silent about folders that it may not read.
bool may_list(const std::string& pattern) {
    const std::size_t wildcard = pattern.find_first_of("*?[");
    const std::string folder = folder_of(pattern.substr(0, wildcard));
    return ::access(folder.empty() ? "." : folder.c_str(), R_OK | X_OK) == 0 ||
           errno != EACCES;
}

// A change is certain, whatever else is not known.
OnDisk both(OnDisk a, OnDisk b) {
    if (a == OnDisk::changed || b == OnDisk::changed) {
        return OnDisk::changed;
    }
    return a == OnDisk::same ? b : a;
}

}  // namespace

DiskCheck::DiskCheck(const Inputs& inputs)
    : inputs_(inputs), roots_(inputs.roots()) {
    stamps_.reserve(inputs.all().size());
    for (const Input& input : inputs.all()) {
        stamps_.push_back(input.stamp);
    }
}

OnDisk DiskCheck::look_at_pattern(const Input& pattern) const {
    if (!may_list(pattern.name)) {
        return OnDisk::unknown;
    }
    return is_unchanged(pattern, roots_) ? OnDisk::same : OnDisk::changed;
}

OnDisk DiskCheck::look_at_file(std::size_t file) {
    const Input& input = inputs_.all()[file];
    struct stat status {};
    if (::stat(input.name.c_str(), &status) != 0) {
        return errno == EACCES ? OnDisk::unknown : OnDisk::changed;
    }
    const FileStamp now = stamp_of(status);
    if (now == stamps_[file]) {
        return OnDisk::same;
    }
    if (status.st_size > kSmall || !is_unchanged(input, roots_)) {
        return OnDisk::changed;
    }
    stamps_[file] = now;
    return OnDisk::same;
}

bool DiskCheck::step(OnDisk& result) {
    const std::size_t size = inputs_.all().size();
    for (std::size_t i = 0; i < kFilesAStep && next_ < size; ++i, ++next_) {
        const Input& input = inputs_.all()[next_];
        so_far_ = both(so_far_, input.is_file() ? look_at_file(next_)
                                                : look_at_pattern(input));
        if (!input.is_file() || so_far_ == OnDisk::changed) {
            i = kFilesAStep;  // a pattern costs as much; a change is enough
        }
    }
    if (next_ < size && so_far_ != OnDisk::changed) {
        return false;
    }
    result = so_far_;
    so_far_ = OnDisk::same;
    next_ = 0;
    return true;
}

}  // namespace robots::loader
