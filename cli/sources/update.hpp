// Fetches the lists and keys that operators publish, checks them, and keeps
// copies of the valid ones.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/sources/copies.hpp"
#include "cli/sources/fetch.hpp"
#include "cli/sources/sources.hpp"
#include "policy/base/time.hpp"

namespace robotsctl {

// How the parts (prefixes or keys) of a new text differ from those of the old
// one.
struct JudgedCopy {
    std::size_t parts = 0;
    std::size_t added = 0;
    std::size_t removed = 0;
    std::string problem;  // not empty: why the text is refused
};

// The kept copy of a source. `judged` does not compare it with an older one.
struct Copy {
    // A stale copy verifies crawlers, but cannot show that a client is an
    // impostor (kFreshRanges).
    enum class State { fresh, stale, missing, unusable };

    KeptFile file;
    JudgedCopy judged;
    State state = State::missing;

    bool is_usable() const {
        return state == State::fresh || state == State::stale;
    }
};

// Reads a copy and its state at `now`, without asking the source.
Copy read_copy(const IdentitySource& source, const IdentityFolder& folder,
               robots::Utc now);

// "fresh", "stale", "missing", "unusable"
std::string_view to_string(Copy::State state);

// A copy that its source confirms keeps its modification time for this long.
// After that the time is set to now, which counts as a change: a running nginx
// must load the policy again to use the new time (kFreshRanges).
constexpr std::chrono::hours kConfirmAfter{7 * 24};

struct UpdateSettings {
    FetchSettings fetch;
    bool dry_run = false;
    bool accept_smaller = false;
    robots::Utc now{0};
};

// The result of updating one source.
struct Updated {
    enum class Result {
        added,      // there was no usable copy
        changed,    // a new copy replaces the old one
        confirmed,  // the copy is valid, and its time was set
        unchanged,  // the copy is valid
        failed,     // the copy, if there is one, stays as it is
    };

    Result result = Result::failed;
    JudgedCopy judged;  // describes the copy that is kept now
    // When the previous usable copy was written, if there is one.
    std::optional<robots::Utc> written;
    std::string problem;  // not empty: why the update failed

    bool is_fresh() const { return result != Result::failed; }
    // Whether the file in the folder was changed.
    bool is_written() const {
        return is_fresh() && result != Result::unchanged;
    }
};

// "added", "changed", ...
std::string_view to_string(Updated::Result result);

// Updates the files in `folder`, which must be locked, and `records`; with
// dry_run it changes only `records` and reports what it would do. Calls
// tell(source, updated) when a source is done, and idle(number of sources done)
// at least ten times a second.
void update_all(
    const std::vector<IdentitySource>& sources, const IdentityFolder& folder,
    Records& records, const UpdateSettings& settings,
    const std::function<void(const IdentitySource&, const Updated&)>& tell,
    const std::function<void(std::size_t done)>& idle);

}  // namespace robotsctl
