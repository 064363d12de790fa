// Included files with `on_error: keep`. If a load fails only because of some of
// these files, it is tried again with the last good version of each failed
// file, or without the file if no good version is known, or if that fails, too.

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

// What a load knows of earlier loads. `running`: the versions of files that the
// running policy uses.
struct KnownGood {
    const GoodFiles* running = nullptr;
    // Results of the previous load, for files that may be unchanged.
    std::shared_ptr<const CompiledFiles> compiled;
    // Returns the last good version of a file that `running` lacks; nullptr if
    // it is not known.
    std::function<std::shared_ptr<const GoodFile>(const std::string& path)>
        copied;
};

class KeptFiles {
  public:
    explicit KeptFiles(KnownGood known) : known_(std::move(known)) {}

    // `source` is the file as it is on the disk; it is replaced by the version
    // that this try uses. Returns false if this try leaves the file out.
    // `input` is the record of `source`; for a file that failed, `input` is set
    // to the record of the failed version, so that the policy counts as changed
    // on disk if somebody saves the file between two tries.
    bool choose(const std::string& path, Source& source, Input& input);

    // For two of these files that claim the same host, returns whether the file
    // that was read first loses the host. It loses the host if only the first
    // file has changed since its last good version, because then the second
    // file had the host before.
    bool gives_way(const std::string& first, const std::string& second);

    // Called after a failed load; chooses the versions for the next try.
    // Returns false after 10 tries, or if other files have errors, or a file
    // failed that has not changed since it was good.
    bool try_again(const Findings& findings);

    // count() returns how many files are not used as they are on the disk.
    // errors() returns their errors; after those of each file, a line says what
    // is used instead. It leaves out further files after `most` diagnostics.
    std::size_t count() const;
    Diagnostics errors(std::size_t most) const;

    // Returns the version of each file that the last try used.
    GoodFiles used() const;

  private:
    enum class Use : std::uint8_t { disk, last_good, nothing };
    struct State {
        Use use = Use::disk;
        std::shared_ptr<const GoodFile> text;  // the used version
        std::optional<Input> tried;            // its last version on the disk
        Diagnostics errors;
        std::set<std::string> rivals;  // files that claim one of its hosts
        bool returned = false;         // `use` is `disk` again: a rival failed
        bool misfit = false;           // its last good version failed, too
    };

    std::shared_ptr<const GoodFile> last_good(const std::string& path) const;
    bool is_last_good(const std::string& path, const State& state) const;
    void give_up(const std::string& path, State& state);

    KnownGood known_;
    std::map<std::string, State> files_;  // by path
    std::size_t tries_ = 0;
};

}  // namespace robots::loader
