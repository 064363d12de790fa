// The folder in which copies of published lists and keys are kept. A file in it
// is always a whole one, whenever this process, or the machine, stops.

#pragma once

#include <map>
#include <string>
#include <string_view>

#include "cli/sources/fetch.hpp"
#include "policy/base/descriptor.hpp"
#include "policy/base/time.hpp"

namespace robotsctl {

// A file of the folder.
struct KeptFile {
    bool exists = false;
    std::string text;
    robots::Utc written{0};
    std::string problem;  // not empty: it exists, but can't be read
};

class IdentityFolder {
  public:
    // `path` may end in "/".
    explicit IdentityFolder(std::string path);

    // Opens it for reading. Not empty: why it cannot be opened.
    std::string open();

    // Opens it for writing, and locks it: makes the folder if it is missing,
    // and removes what an update left that was killed. Not empty: why not.
    std::string open_locked();

    // The path of a file.
    std::string path_of(const std::string& name) const {
        return path_ + '/' + name;
    }

    KeptFile read(const std::string& name) const;

    // Replaces a file in one step: its octets are on disk before its name leads
    // to them. Not empty: why not; then the old file stays.
    std::string write(const std::string& name, std::string_view text) const;

    // Sets a file's time of modification to now. Not empty: why not.
    std::string touch(const std::string& name) const;

  private:
    void remove_leftovers() const;

    std::string path_;
    robots::Descriptor folder_;
    robots::Descriptor lock_;
};

// What is known about the files of the folder besides what they say: when their
// sources were last asked, and how to ask whether they have changed.
struct Record {
    Validators validators;
    std::string digest;      // of the file that they belong to
    robots::Utc checked{0};  // when its source last said that it is right
    std::string failure;     // why the last try since then failed
};

std::string digest_of(std::string_view text);

// By the names of files.
using Records = std::map<std::string, Record>;

// Where they are missing or broken there are none, and all is fetched anew.
Records read_records(const IdentityFolder& folder);

// Not empty: why they cannot be written.
std::string write_records(const Records& records, const IdentityFolder& folder);

}  // namespace robotsctl
