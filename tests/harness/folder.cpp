#include "tests/harness/folder.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace integration {
namespace fs = std::filesystem;

Folder::Folder()
    : path_(environment("TMPDIR", "/tmp") + "/robots-test.XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) {
        throw std::runtime_error("mkdtemp " + path_ + " failed");
    }
    // Workers of an nginx that was started by root are somebody else.
    chmod(path_.c_str(), 0755);
}

Folder::~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

std::string Folder::path(std::string_view relative) const {
    return path_ + "/" + std::string(relative);
}

void Folder::write(std::string_view relative, std::string_view bytes) const {
    const fs::path file = path(relative);
    fs::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!out.flush()) {
        throw std::runtime_error("writing " + file.string() + " failed");
    }
}

std::string read_file(const std::string& path) {
    const std::ifstream in(path, std::ios::binary);
    std::ostringstream bytes;
    // Ends, rather than throws, where a file of /proc goes with its process.
    bytes << in.rdbuf();
    return bytes.str();
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    std::istringstream in{std::string(text)};
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

std::string environment(const char* name, std::string_view fallback) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string(fallback) : std::string(value);
}

}  // namespace integration
