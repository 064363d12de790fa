// All inputs of a load, to find out whether loading again would change
// anything.

#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/loader/files/roots.hpp"
#include "policy/loader/files/source.hpp"

namespace robots::loader {

// The paths that a POSIX pattern matches, sorted.
struct Matches {
    bool failed = false;
    std::vector<std::string> paths;
};
Matches match_paths(const std::string& pattern);

// One thing that a policy was made of.
struct Input {
    enum class Kind : std::uint8_t {
        pattern,     // and what it matched
        own_file,    // the one that the admin named, wherever it is
        file,        // below the roots
        dated_file,  // the same, and it matters when it was written
    };

    Kind kind;
    std::string name;
    std::uint64_t digest = 0;
    FileStamp stamp;  // of a file, before it was read

    bool is_file() const { return kind != Kind::pattern; }
};

// An included file with `on_error: keep`, in the version that a policy has.
struct GoodFile {
    std::string text;
    std::time_t modified = 0;
};
// By path; nullptr: its sites are left out.
using GoodFiles = std::map<std::string, std::shared_ptr<const GoodFile>>;

// A hash of what a file says.
std::uint64_t digest_of(std::string_view octets);

// Opens a file of that kind.
OpenedFile open_input(Input::Kind kind, const std::string& path,
                      const Roots& roots);

// Whether these octets, or these paths, are those that it had.
bool has_octets(const Input& input, const Source& source);
bool has_matches(const Input& input, const Matches& matches);

// Whether an input still has the contents that it had. Reads it.
bool is_unchanged(const Input& input, const Roots& roots);

// The files and the patterns that a loader followed, in its order.
class Inputs {
  public:
    // All files except the admin's own are below these folders.
    void set_roots(std::vector<std::string> roots) {
        roots_ = std::move(roots);
    }
    const std::vector<std::string>& roots() const { return roots_; }

    // A file that could not be read has no octets.
    void add_file(Input::Kind kind, const std::string& path,
                  const Source& source);
    void add_pattern(const std::string& pattern, const Matches& matches);

    const std::vector<Input>& all() const { return all_; }
    Input& last() { return all_.back(); }

    // What was used of the files that may be broken.
    void set_good_files(GoodFiles files) { good_files_ = std::move(files); }
    const GoodFiles& good_files() const { return good_files_; }

    // Whether all files and what the patterns match are as they were. Reads the
    // files, and stops at the first that differs.
    bool unchanged() const;

  private:
    std::vector<std::string> roots_;
    std::vector<Input> all_;
    GoodFiles good_files_;
};

// Whether the files of a running policy are still what it was loaded from.
// `unknown`: this process may not look at them.
enum class OnDisk : std::uint8_t { unknown, same, changed };

// Asks that again and again, for a process that must not block. Looks at
// stamps. Only a small file whose stamp has changed is read, since
// writing the same octets again changes nothing; a large one counts as changed.
class DiskCheck {
  public:
    explicit DiskCheck(const Inputs& inputs);

    // Looks at a few more files or at one pattern. True: all have been looked
    // at, `result` is what they are, and the next step starts again.
    bool step(OnDisk& result);

  private:
    OnDisk look_at_pattern(const Input& pattern) const;
    OnDisk look_at_file(std::size_t file);

    const Inputs& inputs_;
    Roots roots_;
    std::vector<FileStamp> stamps_;  // by file, with which its octets are known
    std::size_t next_ = 0;           // patterns, then files
    OnDisk so_far_ = OnDisk::same;
};

}  // namespace robots::loader
