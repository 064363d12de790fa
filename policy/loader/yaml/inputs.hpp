// All that a policy was made of, to tell whether it would come out the same.

#ifndef ROBOTS_POLICY_LOADER_YAML_INPUTS_HPP
#define ROBOTS_POLICY_LOADER_YAML_INPUTS_HPP

#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace robots::loader {

// The paths that a POSIX pattern matches, sorted.
struct Matches {
    bool failed = false;
    std::vector<std::string> paths;
};
Matches match_paths(const std::string& pattern);

// The files and the patterns that a loader followed, in its order.
class Inputs {
  public:
    // The folders below which all files are but the admin's own.
    void set_roots(std::vector<std::string> roots) {
        roots_ = std::move(roots);
    }
    // The file that the admin named, wherever it is.
    void add_own_file(const std::string& path, std::string_view octets);
    // A file that could not be read has no octets.
    void add_file(const std::string& path, std::string_view octets);
    // The same of a file of which it matters, too, when it was written.
    void add_dated_file(const std::string& path, std::string_view octets,
                        std::time_t modified);
    void add_pattern(const std::string& pattern, const Matches& matches);

    // Whether all files and what the patterns match are as they were. Reads the
    // files, and stops at the first that differs.
    bool unchanged() const;

    // What is to be watched to see a change: paths of files, whether they
    // exist or not, and patterns.
    std::vector<std::string> files() const;
    std::vector<std::string> patterns() const;

  private:
    struct Input {
        std::string name;
        std::uint64_t digest = 0;
    };

    std::vector<std::string> roots_;
    std::vector<Input> own_files_;
    std::vector<Input> files_;
    std::vector<Input> dated_files_;
    std::vector<Input> patterns_;
};

}  // namespace robots::loader

#endif
