#include "policy/loader/files/inputs.hpp"

#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>

namespace robots::loader {

std::uint64_t digest_of(std::string_view octets) {
    return XXH3_64bits(octets.data(), octets.size());
}

namespace {

std::uint64_t digest(const Matches& matches) {
    std::string all = matches.failed ? "failed" : "";
    for (const std::string& path : matches.paths) {
        all.append(path).push_back('\0');
    }
    return digest_of(all);
}

// `octets` must be the digest of the octets of the file.
std::uint64_t digest(Input::Kind kind, std::uint64_t octets,
                     std::time_t modified) {
    return kind == Input::Kind::dated_file
               ? XXH3_64bits_withSeed(&modified, sizeof modified, octets)
               : octets;
}

std::uint64_t digest(Input::Kind kind, const Source& source) {
    const std::string_view read = source.text;
    return digest(kind, digest_of(source.problem.empty() ? read : ""),
                  source.modified);
}

// If this returns 0, glob(3) continues as if the folder were empty. A folder
// that a wildcard matches may belong to a customer. If the customer forbids
// access to it, the load must not fail.
int is_failure(const char* /*folder*/, int error) {
    return error != ENOENT && error != ENOTDIR && error != ELOOP &&
                   error != EACCES
               ? 1
               : 0;
}

// Whether this process may list the folder before the first wildcard.
bool may_list(const std::string& pattern) {
    const std::size_t wildcard = pattern.find_first_of("*?[");
    const std::string folder = folder_of(pattern.substr(0, wildcard));
    return ::access(folder.empty() ? "." : folder.c_str(), R_OK | X_OK) == 0 ||
           errno != EACCES;
}

}  // namespace

Matches match_paths(const std::string& pattern) {
    Matches out;
    glob_t found{};
    const int result = ::glob(pattern.c_str(), 0, is_failure, &found);
    out.failed = !may_list(pattern) || (result != 0 && result != GLOB_NOMATCH);
    out.paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    ::globfree(&found);
    return out;
}

OpenedFile open_input(Input::Kind kind, const std::string& path,
                      const Roots& roots) {
    return kind == Input::Kind::own_file ? open_file(path) : roots.open(path);
}

bool has_octets(const Input& input, const Source& source) {
    return digest(input.kind, source) == input.digest;
}

bool has_matches(const Input& input, const Matches& matches) {
    return digest(matches) == input.digest;
}

// Hashes the octets in parts, so that they are never all in memory.
bool is_unchanged(const Input& input, const Roots& roots) {
    if (!input.is_file()) {
        return has_matches(input, match_paths(input.name));
    }
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    const Source source =
        read_parts(open_input(input.kind, input.name, roots), input.limit,
                   [&state](std::string_view part, std::size_t) {
                       XXH3_64bits_update(&state, part.data(), part.size());
                   });
    const std::uint64_t octets =
        source.problem.empty() ? XXH3_64bits_digest(&state) : digest_of("");
    return digest(input.kind, octets, source.modified) == input.digest;
}

void Inputs::add_file(Input::Kind kind, const std::string& path,
                      const Source& source, std::size_t limit) {
    all_.push_back({kind, path, digest(kind, source), source.stamp, limit});
}

void Inputs::add_pattern(const std::string& pattern, const Matches& matches) {
    all_.push_back({Input::Kind::pattern, pattern, digest(matches), {}, 0});
}

bool Inputs::unchanged() const {
    const Roots roots(roots_);
    return std::all_of(all_.begin(), all_.end(), [&roots](const Input& input) {
        return is_unchanged(input, roots);
    });
}

void Inputs::stamp_again() {
    for (Input& input : all_) {
        struct stat status {};
        if (input.is_file() && ::stat(input.name.c_str(), &status) == 0) {
            input.stamp = stamp_of(status);
        }
    }
}

// ---- DiskCheck --------------------------------------------------------------

namespace {

constexpr std::size_t kFilesAStep = 32;

// The maximum size of a file that step() reads. Reading this many octets takes
// less than 1 ms.
constexpr off_t kSmall = off_t{256} * 1024;

// Combines two results. If one result is `changed`, returns `changed`, even if
// the other result is `unknown`.
OnDisk both(OnDisk a, OnDisk b) {
    if (a == OnDisk::changed || b == OnDisk::changed) {
        return OnDisk::changed;
    }
    return a == OnDisk::same ? b : a;
}

bool may_read(const std::string& path) {
    return ::access(path.c_str(), R_OK) == 0 || errno != EACCES;
}

}  // namespace

DiskCheck::DiskCheck(const Inputs& inputs)
    : inputs_(inputs), roots_(inputs.roots()) {
    stamps_.reserve(inputs.all().size());
    for (const Input& input : inputs.all()) {
        stamps_.push_back(input.stamp);
    }
}

OnDisk DiskCheck::look_at_pattern(const Input& pattern) {
    const Matches matches = match_paths(pattern.name);
    if (matches.failed) {
        return OnDisk::unknown;
    }
    return has_matches(pattern, matches) ? OnDisk::same : OnDisk::changed;
}

OnDisk DiskCheck::look_at_file(std::size_t file) {
    const Input& input = inputs_.all()[file];
    struct stat status {};
    if (::stat(input.name.c_str(), &status) != 0) {
        const bool was_missing = stamps_[file] == FileStamp{};
        if (errno == ENOENT && was_missing) {
            return OnDisk::same;
        }
        return errno == EACCES ? OnDisk::unknown : OnDisk::changed;
    }
    const FileStamp now = stamp_of(status);
    if (now == stamps_[file]) {
        return OnDisk::same;
    }
    // A change of permissions also changes the stamp. So maybe the contents are
    // unchanged, and only the permission to read the file was removed.
    if (!may_read(input.name)) {
        return now.size == stamps_[file].size &&
                       now.modified == stamps_[file].modified
                   ? OnDisk::unknown
                   : OnDisk::changed;
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
            i = kFilesAStep;  // ends this step
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
