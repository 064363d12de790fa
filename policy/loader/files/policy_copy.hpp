// A copy of all files that a policy was loaded from, in one file: with it, the
// same policy can be loaded again while the files themselves are broken.
//
// The copy is written to a new file, flushed to the disk, and then renamed, so
// that there is a complete copy at any time. Only its owner may read it (0600),
// and only the owner may write its folder: a person who could replace the copy
// would decide what is enforced. A checksum shows damage.

#pragma once

#include <cstddef>
#include <ctime>
#include <map>
#include <string>
#include <string_view>

#include "policy/loader/files/inputs.hpp"
#include "policy/loader/files/source.hpp"

namespace robots::loader {

// Where a copy is, and which policy it is a copy of.
struct CopyPlace {
    std::string folder;
    // The path of the nginx.conf that the copy is for. The folder has one copy
    // for each of these paths.
    std::string owner;
    // The policy's path, roots and variables; a copy with others is not used.
    std::string subject;
};

// The maximum size of a copy in octets.
constexpr std::size_t kMaxCopy = std::size_t{512} * 1024 * 1024;

// Reads `inputs` again and writes them to a copy. Makes the folder if its
// parent exists. Returns "", or why the copy was not written: for example,
// because a file has changed after it was loaded. Then an earlier copy stays as
// it is.
std::string write_policy_copy(const CopyPlace& place, const Inputs& inputs);

class PolicyCopy {
  public:
    explicit PolicyCopy(const CopyPlace& place);

    // Makes a copy in memory: of one file with the name `path` and the octets
    // `text`.
    PolicyCopy(std::string_view path, std::string_view text);

    // Not empty: why the copy cannot be used.
    const std::string& problem() const { return problem_; }
    // When the copy was written, and by which version of this software.
    std::time_t written() const { return written_; }
    std::string_view version() const { return version_; }

    // read() returns a file, and match() the matches of a pattern, as they were
    // when the copy was written.
    Source read(const std::string& path) const;
    Matches match(const std::string& pattern) const;

  private:
    bool parse(const CopyPlace& place);

    std::string octets_;
    std::string problem_;
    std::time_t written_ = 0;
    std::string_view version_;  // this and all below: views of octets_
    std::map<std::string_view, std::string_view> files_;  // octets after a name
    std::map<std::string_view, Matches> patterns_;
};

}  // namespace robots::loader
