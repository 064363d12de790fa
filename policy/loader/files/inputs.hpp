// Records all inputs of a load, to find out whether loading again would change
// the policy.

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
    bool failed = false;  // a folder could not be listed
    std::vector<std::string> paths;
};
Matches match_paths(const std::string& pattern);

// A file or a pattern that a policy was made from.
struct Input {
    enum class Kind : std::uint8_t {
        pattern,     // with the paths that it matched
        own_file,    // named by the admin, in any folder
        file,        // in a folder below the roots
        dated_file,  // like `file`; its modification time counts, too
    };

    Kind kind;
    std::string name;
    std::uint64_t digest = 0;
    FileStamp stamp;                 // of a file, before it was read
    std::size_t limit = kMaxSource;  // octets of a file; larger: it has none

    bool is_file() const { return kind != Kind::pattern; }
};

// The version of an included file with `on_error: keep` that a policy uses.
struct GoodFile {
    std::string text;
    std::time_t modified = 0;
};
// By path; nullptr: the policy leaves out the sites of the file.
using GoodFiles = std::map<std::string, std::shared_ptr<const GoodFile>>;

// Returns a hash of a file's octets.
std::uint64_t digest_of(std::string_view octets);

// Opens an own_file in any folder, and a file of another kind below `roots`.
OpenedFile open_input(Input::Kind kind, const std::string& path,
                      const Roots& roots);

// Whether the octets (of a dated_file, also the modification time) or the
// matched paths are those that were recorded.
bool has_octets(const Input& input, const Source& source);
bool has_matches(const Input& input, const Matches& matches);

// Reads the file, or matches the pattern, again; returns whether the result is
// the same as before.
bool is_unchanged(const Input& input, const Roots& roots);

// The files that a loader read and the patterns that it matched, in that order.
class Inputs {
  public:
    // All files except the admin's own are below these folders.
    void set_roots(std::vector<std::string> roots) {
        roots_ = std::move(roots);
    }
    const std::vector<std::string>& roots() const { return roots_; }

    // A file that could not be read is recorded without octets.
    void add_file(Input::Kind kind, const std::string& path,
                  const Source& source, std::size_t limit = kMaxSource);
    void add_pattern(const std::string& pattern, const Matches& matches);

    const std::vector<Input>& all() const { return all_; }
    Input& last() { return all_.back(); }

    // Records the used versions of files with `on_error: keep`.
    void set_good_files(GoodFiles files) { good_files_ = std::move(files); }
    const GoodFiles& good_files() const { return good_files_; }

    // Whether all files, and the paths that the patterns match, are unchanged.
    // Reads the files, and stops at the first difference.
    bool unchanged() const;
    // Records the stamps that the files have now. Call it before unchanged().
    void stamp_again();

  private:
    std::vector<std::string> roots_;
    std::vector<Input> all_;
    GoodFiles good_files_;
};

// Whether the files of a running policy have changed since the load. `unknown`:
// this process has no permission to look at them.
enum class OnDisk : std::uint8_t { unknown, same, changed };

// Checks the files of a running policy again and again, for a process that must
// not block. Compares stamps. Reads a small file whose stamp has changed, since
// its octets may be as before. A large file with another stamp counts as
// changed. So does a file that this process may not read, if its size or its
// modification time is another; otherwise it is unknown.
class DiskCheck {
  public:
    explicit DiskCheck(const Inputs& inputs);

    // Looks at a few more files or at one pattern. A round ends after all
    // inputs, or at the first change: then step() sets `result` and returns
    // true, and the next step starts a new round.
    bool step(OnDisk& result);

  private:
    static OnDisk look_at_pattern(const Input& pattern);
    OnDisk look_at_file(std::size_t file);

    const Inputs& inputs_;
    Roots roots_;
    std::vector<FileStamp> stamps_;  // by input: the last that was unchanged
    std::size_t next_ = 0;           // index of the next input
    OnDisk so_far_ = OnDisk::same;
};

}  // namespace robots::loader
