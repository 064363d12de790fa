// Records all inputs of a load: the files that it read, and the path patterns
// that it expanded. If no input has changed, another load would give the same
// policy.

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

// The sorted paths that a glob(3) pattern matches.
struct Matches {
    bool failed = false;  // a folder could not be listed
    std::vector<std::string> paths;
};
Matches match_paths(const std::string& pattern);

// A file or a path pattern from which a policy was made.
struct Input {
    enum class Kind : std::uint8_t {
        pattern,     // the matched paths are the input
        own_file,    // named by the admin; in any folder
        file,        // below the roots
        dated_file,  // like `file`, and its modification time counts
    };

    Kind kind;
    std::string name;
    std::uint64_t digest = 0;
    FileStamp stamp;                 // of the file, before the read
    std::size_t limit = kMaxSource;  // maximum octets of the file

    bool is_file() const { return kind != Kind::pattern; }
};

// The version that a policy uses of an included file with `on_error: keep`. If
// the file on the disk has errors, this is its last version without errors.
struct GoodFile {
    std::string text;
    std::time_t modified = 0;
};
// The versions that a policy uses of all files with `on_error: keep`, keyed by
// path. If a value is nullptr, the policy leaves out the sites of that file.
using GoodFiles = std::map<std::string, std::shared_ptr<const GoodFile>>;

// Returns a hash of the octets of a file.
std::uint64_t digest_of(std::string_view octets);

// Opens a file. A file of the kind own_file may be in any folder; other files
// must be below `roots`.
OpenedFile open_input(Input::Kind kind, const std::string& path,
                      const Roots& roots);

// Return whether the octets of `source` or the paths of `matches` are the same
// as those that `input` records. For a dated_file, the modification time must
// also be the same.
bool has_octets(const Input& input, const Source& source);
bool has_matches(const Input& input, const Matches& matches);

// Reads the file again, or matches the pattern again. Returns whether the
// result is the one that `input` records.
bool is_unchanged(const Input& input, const Roots& roots);

// All files that a load read and all patterns that it matched, in the order of
// these operations.
class Inputs {
  public:
    // Sets the folders below which all files must be, except own_file inputs.
    void set_roots(std::vector<std::string> roots) {
        roots_ = std::move(roots);
    }
    const std::vector<std::string>& roots() const { return roots_; }

    // A file that could not be read is recorded like an empty file.
    void add_file(Input::Kind kind, const std::string& path,
                  const Source& source, std::size_t limit = kMaxSource);
    void add_pattern(const std::string& pattern, const Matches& matches);

    const std::vector<Input>& all() const { return all_; }
    Input& last() { return all_.back(); }

    // Records the versions that the policy uses of files with `on_error: keep`.
    void set_good_files(GoodFiles files) { good_files_ = std::move(files); }
    const GoodFiles& good_files() const { return good_files_; }

    // Returns whether the octets of all files, and the paths that the patterns
    // match, are unchanged. Reads the files, and stops at the first difference.
    bool unchanged() const;
    // Records the stamps that the files have now. Call it before unchanged(),
    // so that a change of a file during unchanged() is noticed later.
    void stamp_again();

  private:
    std::vector<std::string> roots_;
    std::vector<Input> all_;
    GoodFiles good_files_;
};

// Whether the files of a running policy have changed since the load. `unknown`
// means that this process has no permission to read them.
enum class OnDisk : std::uint8_t { unknown, same, changed };

// Checks periodically whether the files of a running policy have changed, in
// small steps, for a process that must not block. Compares the stamps of the
// files. If the stamp of a small file has changed, compares its octets, which
// may be unchanged. If the stamp of a large file has changed, the file counts
// as changed. If the stamp has changed and this process has no permission to
// read the file, compares the size and the modification time. If they are
// equal, the result is `unknown`. If not, the result is `changed`.
class DiskCheck {
  public:
    explicit DiskCheck(const Inputs& inputs);

    // Checks the next few files, or one pattern. After the last input, or at
    // the first change, sets `result` and returns true, and the next call
    // starts again with the first input. In all other cases, returns false.
    bool step(OnDisk& result);

  private:
    static OnDisk look_at_pattern(const Input& pattern);
    OnDisk look_at_file(std::size_t file);

    const Inputs& inputs_;
    Roots roots_;
    std::vector<FileStamp> stamps_;  // of unchanged files, by input
    std::size_t next_ = 0;           // index of the next input
    OnDisk so_far_ = OnDisk::same;
};

}  // namespace robots::loader
