// Manages the folder of kept copies of published lists and keys. Each file in
// the folder is always complete, even if this process or the machine stops at
// any time.

#pragma once

#include <map>
#include <string>
#include <string_view>

#include "cli/sources/fetch.hpp"
#include "policy/base/descriptor.hpp"
#include "policy/base/time.hpp"

namespace robotsctl {

// A file of the folder, as it was read.
struct KeptFile {
    bool exists = false;
    std::string text;
    robots::Utc written{0};
    std::string problem;  // not empty if the file cannot be read
};

class IdentityFolder {
  public:
    // `path` may end in "/".
    explicit IdentityFolder(std::string path);

    // Opens the folder for reading. Returns the error, or "" on success.
    std::string open();

    // Opens the folder for writing, and locks it. Creates a missing folder, and
    // removes temporary files of an update that was killed. Returns the error,
    // or "" on success.
    std::string open_locked();

    // The path of a file.
    std::string path_of(const std::string& name) const {
        return path_ + '/' + name;
    }

    KeptFile read(const std::string& name) const;

    // Replaces a file atomically: writes a temporary file to disk, and renames
    // it. Returns the error, or "" on success. After an error, the old file is
    // unchanged.
    std::string write(const std::string& name, std::string_view text) const;

    // Sets a file's modification time to now. Returns the error, or "" on
    // success.
    std::string touch(const std::string& name) const;

  private:
    void remove_leftovers() const;

    std::string path_;
    robots::Descriptor folder_;
    robots::Descriptor lock_;
};

// What is known about a file in addition to its content: when its source last
// confirmed it, and how to ask the source whether it has changed.
struct Record {
    Validators validators;
    std::string digest;      // of the text that `validators` belong to
    robots::Utc checked{0};  // when the source last confirmed the file
    std::string failure;     // why the last attempt since then failed
};

std::string digest_of(std::string_view text);

// By name of the file.
using Records = std::map<std::string, Record>;

// Returns no records if the file with the records is missing or broken. Then
// all sources are fetched again, with unconditional requests.
Records read_records(const IdentityFolder& folder);

// Returns the error, or "" on success.
std::string write_records(const Records& records, const IdentityFolder& folder);

}  // namespace robotsctl
