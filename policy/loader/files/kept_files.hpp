// Included files with `on_error: keep`. If a load fails only because of some of
// them, it is tried again: with the last version of each that loaded, or, where
// none is known, without it.

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

// What the policy that is in use has, and where the last good version of a file
// is.
struct KnownGood {
    const GoodFiles* running = nullptr;
    // Of files that may be as they were.
    std::shared_ptr<const CompiledFiles> compiled;
    // Of a file that this one does not have; nullptr: none is known.
    std::function<std::shared_ptr<const GoodFile>(const std::string& path)>
        copied;
};

class KeptFiles {
  public:
    explicit KeptFiles(KnownGood known) : known_(std::move(known)) {}

    // Replaces `source`, which is what the disk has of the file, by what this
    // try uses of it. False: nothing. `input` is what `source` was noted as; of
    // a file that failed, it becomes the version that did: if somebody saves
    // the file between two tries, the policy counts as changed on disk.
    bool choose(const std::string& path, Source& source, Input& input);

    // Of two such files that want one host, whether the one that was read first
    // has to give way: the other one had the host before, since only the first
    // has changed since it was last good.
    bool gives_way(const std::string& first, const std::string& second);

    // After a load that failed. Whether it is worth another one, which uses
    // other versions. A file that failed in its last good version is not the
    // cause itself, so it is worth none.
    bool try_again(const Findings& findings);

    // How many files are not as on the disk, and what is wrong with them: at
    // most `most` errors, and a line for each file.
    std::size_t count() const;
    Diagnostics errors(std::size_t most) const;

    // What the last try used of each file.
    GoodFiles used() const;

  private:
    enum class Use : std::uint8_t { disk, last_good, nothing };
    struct State {
        Use use = Use::disk;
        std::shared_ptr<const GoodFile> text;  // that is used
        std::optional<Input> tried;            // when last taken from the disk
        Diagnostics errors;
        std::set<std::string> rivals;  // that wanted one of its hosts
        bool returned = false;         // to the disk, when a rival gave way
    };

    std::shared_ptr<const GoodFile> last_good(const std::string& path) const;
    bool is_last_good(const std::string& path, const State& state) const;
    void give_up(const std::string& path, State& state);

    KnownGood known_;
    std::map<std::string, State> files_;  // by path
    std::size_t tries_ = 0;
};

}  // namespace robots::loader
