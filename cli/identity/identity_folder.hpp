// The folder in which copies of published lists and keys are kept. A file in it
// is always a whole one, whenever this process, or the machine, stops.

#ifndef ROBOTS_CLI_IDENTITY_IDENTITY_FOLDER_HPP
#define ROBOTS_CLI_IDENTITY_IDENTITY_FOLDER_HPP

#include <string>
#include <string_view>

#include "policy/base/time.hpp"
#include "policy/loader/yaml/descriptor.hpp"

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

    // For reading. Not empty: why it cannot be opened.
    std::string open();

    // For writing, as nobody else does meanwhile: makes the folder if it is
    // missing, and removes what an update that was killed has left. Not empty:
    // why not.
    std::string open_locked();

    // The path of a file.
    std::string path_of(const std::string& name) const {
        return path_ + '/' + name;
    }

    KeptFile read(const std::string& name) const;

    // Replaces a file in one step: its octets are on disk before its name leads
    // to them. Not empty: why not; then the old file stays.
    std::string write(const std::string& name, std::string_view text) const;

    // Makes a file as old as this moment. Not empty: why not.
    std::string touch(const std::string& name) const;

  private:
    void remove_leftovers() const;

    std::string path_;
    robots::loader::Descriptor folder_;
    robots::loader::Descriptor lock_;
};

}  // namespace robotsctl

#endif
