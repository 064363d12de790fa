// A copy of all files that a policy was loaded from, in one file: with it, the
// same policy can be loaded again while the files themselves are broken.
//
// The copy is written beside its place, file by file, flushed to the disk, and
// then renamed, so that there is a whole one at any time. It is for its owner
// alone (0600), in a folder that nobody else may write: a person who could
// replace it would say what is enforced. A checksum shows damage.

#pragma once

#include <cstddef>
#include <ctime>
#include <map>
#include <string>
#include <string_view>

#include "policy/loader/files/inputs.hpp"
#include "policy/loader/files/source.hpp"

namespace robots::loader {

// Where a copy is, and what it is a copy of.
struct CopyPlace {
    std::string folder;
    // The owner of a copy, the path of an nginx.conf. Each owner has one file.
    std::string owner;
    // What was loaded: a copy of anything else is not used.
    std::string subject;
};

// No copy is larger.
constexpr std::size_t kMaxCopy = std::size_t{512} * 1024 * 1024;

// Reads `inputs` again and writes them. The folder is made if only it is
// missing. Returns why the copy could not be written, or "": then the one that
// was there before is as it was. So it is if a file is no longer what it was
// when it was loaded.
std::string write_policy_copy(const CopyPlace& place, const Inputs& inputs);

class PolicyCopy {
  public:
    explicit PolicyCopy(const CopyPlace& place);

    // A policy that is in no file: its text, as if `path` had it.
    PolicyCopy(std::string_view path, std::string_view text);

    // Not empty: why it cannot be used.
    const std::string& problem() const { return problem_; }
    // When it was written, and by which version of this software.
    std::time_t written() const { return written_; }
    std::string_view version() const { return version_; }

    // A file, and what a pattern matched, as they were.
    Source read(const std::string& path) const;
    Matches match(const std::string& pattern) const;

  private:
    bool parse(const CopyPlace& place);

    std::string octets_;
    std::string problem_;
    std::time_t written_ = 0;
    std::string_view version_;  // this and all below: views of octets_
    std::map<std::string_view, std::string_view> files_;  // from each on
    std::map<std::string_view, Matches> patterns_;
};

}  // namespace robots::loader
