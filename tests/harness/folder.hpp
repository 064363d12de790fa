// A temporary folder, and small files.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace integration {

// A folder under TMPDIR (default /tmp) that goes, with all in it, when this
// object goes.
class Folder {
  public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const std::string& path() const { return path_; }
    std::string path(std::string_view relative) const;

    // Writes a file, making the folders above it.
    void write(std::string_view relative, std::string_view bytes) const;

  private:
    std::string path_;
};

// A file's bytes; empty where there is none.
std::string read_file(const std::string& path);

std::vector<std::string> lines_of(std::string_view text);

// The environment's value, or `fallback` where it is not set.
std::string environment(const char* name, std::string_view fallback);

}  // namespace integration
