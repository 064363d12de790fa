// Included files with `on_error: keep` ("kept files"). If a load fails only
// because of errors in kept files, the load is tried again with the last good
// version of each failed file. If no good version of a file is known, or if
// this version fails, too, the next try leaves the file out.

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "policy/loader/files/inputs.hpp"
#include "policy/loader/files/source.hpp"
#include "policy/loader/yaml/findings.hpp"

namespace robots::loader {

struct CompiledFiles;

// What a load knows of earlier loads. `running` has the versions of kept files
// that the running policy uses.
struct KnownGood {
    const GoodFiles* running = nullptr;
    // Results of the previous load, to take over for files that are unchanged.
    std::shared_ptr<const CompiledFiles> compiled;
    // Returns the last good version of a kept file that `running` lacks, or
    // nullptr if no good version is known.
    std::function<std::shared_ptr<const GoodFile>(const std::string& path)>
        copied;
};

class KeptFiles {
  public:
    explicit KeptFiles(KnownGood known) : known_(std::move(known)) {}

    // Chooses the version of the file `path` for this try. `source` must be the
    // file on the disk, and is replaced by the chosen version. Returns false if
    // this try leaves the file out. `input` must be the record of `source`. If
    // the file on the disk failed in an earlier try, sets `input` to its record
    // in that try. So if somebody saves the file between the two tries, the
    // policy counts as changed on disk.
    bool choose(const std::string& path, Source& source, Input& input);

    // Decides between two kept files that claim the same host; `first` was read
    // first. Returns true if `first` loses the host. This is the case if only
    // `first` has changed since its last good version, because then `second`
    // had the host before.
    bool gives_way(const std::string& first, const std::string& second);

    // Call it after a failed load. Chooses the versions for the next try, and
    // returns true. Returns false if no further try is useful: after 10 tries,
    // if files that are not kept have errors, or if a kept file failed that has
    // not changed since its last good version.
    bool try_again(const Findings& findings);

    // count() returns the number of kept files for which the policy does not
    // use the version on the disk. errors() returns the errors of these files.
    // After the errors of each file, a diagnostic says what is used instead.
    // errors() leaves out further files if it has `most` diagnostics.
    std::size_t count() const;
    Diagnostics errors(std::size_t most) const;

    // Returns the version that the last try used of each kept file.
    GoodFiles used() const;

  private:
    enum class Use : std::uint8_t { disk, last_good, nothing };
    struct State {
        Use use = Use::disk;
        std::shared_ptr<const GoodFile> text;  // version of this try
        std::optional<Input> tried;            // record of the disk version
        Diagnostics errors;
        std::set<std::string> rivals;  // files that won a host from it
        bool returned = false;         // `disk` again, because a rival failed
        bool misfit = false;           // its last good version failed, too
    };

    std::shared_ptr<const GoodFile> last_good(const std::string& path) const;
    bool is_last_good(const std::string& path, const State& state) const;
    void give_up(const std::string& path, State& state);

    KnownGood known_;
    std::map<std::string, State> files_;  // keyed by path
    std::size_t tries_ = 0;
};

}  // namespace robots::loader
