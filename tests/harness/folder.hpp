// A temporary folder, and functions for small files.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace integration {

// A folder under TMPDIR (default /tmp). The destructor removes it with
// everything in it.
class Folder {
  public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const std::string& path() const { return path_; }
    std::string path(std::string_view relative) const;

    // Writes a file, and creates the folders above it.
    void write(std::string_view relative, std::string_view bytes) const;

  private:
    std::string path_;
};

// Returns a file's bytes; empty if the file does not exist.
std::string read_file(const std::string& path);

std::vector<std::string> lines_of(std::string_view text);

// Returns the value of an environment variable, or `fallback` if it is not set.
std::string environment(const char* name, std::string_view fallback);

}  // namespace integration
