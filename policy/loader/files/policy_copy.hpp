// A copy, in one file, of all files from which a policy was loaded. From the
// copy, the same policy can be loaded again while the original files have
// errors.
//
// The copy is written to a new file, flushed to the disk, and then renamed. So
// a complete copy exists at any time. Only its owner may read it (0600), and
// only its owner may write to its folder, because a person who can replace the
// copy decides what is enforced. The copy has a checksum to detect damage.

#pragma once

#include <cstddef>
#include <ctime>
#include <map>
#include <string>
#include <string_view>

#include "policy/loader/files/inputs.hpp"
#include "policy/loader/files/source.hpp"

namespace robots::loader {

// The folder of a copy, and the policy that is copied.
struct CopyPlace {
    std::string folder;
    // The path of the nginx.conf that uses the policy. The folder has one copy
    // for each nginx.conf.
    std::string owner;
    // The path, the roots and the variables of the policy. A copy that was
    // written with another `subject` is not used.
    std::string subject;
};

// The maximum size of a copy in octets.
constexpr std::size_t kMaxCopy = std::size_t{512} * 1024 * 1024;

// Reads the files of `inputs` again and writes them to a copy. Makes the folder
// if its parent folder exists. Returns "" on success. Otherwise returns why the
// copy was not written, for example because a file has changed since the load,
// and keeps an earlier copy unchanged.
std::string write_policy_copy(const CopyPlace& place, const Inputs& inputs);

class PolicyCopy {
  public:
    explicit PolicyCopy(const CopyPlace& place);

    // Makes a copy in memory that has only one file, with the path `path` and
    // the octets `text`.
    PolicyCopy(std::string_view path, std::string_view text);

    // Returns why the copy cannot be used, or "" if it can.
    const std::string& problem() const { return problem_; }
    // Return when the copy was written, and by which version of this software.
    std::time_t written() const { return written_; }
    std::string_view version() const { return version_; }

    // Return the file at `path`, and the matches of `pattern`, as they were
    // when the copy was written.
    Source read(const std::string& path) const;
    Matches match(const std::string& pattern) const;

  private:
    bool parse(const CopyPlace& place);

    std::string octets_;
    std::string problem_;
    std::time_t written_ = 0;
    std::string_view version_;  // this and the maps: views of octets_
    std::map<std::string_view, std::string_view> files_;  // octets by path
    std::map<std::string_view, Matches> patterns_;
};

}  // namespace robots::loader
