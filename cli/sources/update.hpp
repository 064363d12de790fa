// Fetches what operators publish, checks it, and keeps what is good.

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

// How the parts (prefixes or keys) of a text differ from those of another.
struct JudgedCopy {
    std::size_t parts = 0;
    std::size_t added = 0;
    std::size_t removed = 0;
    std::string problem;  // not empty: why it is refused, as a clause
};

// The copy of a source, judged by itself: it was accepted once.
struct Copy {
    // Stale ones verify, but make nobody an impostor (kFreshRanges).
    enum class State { fresh, stale, missing, unusable };

    KeptFile file;
    JudgedCopy judged;
    State state = State::missing;

    bool is_usable() const {
        return state == State::fresh || state == State::stale;
    }
};

// As it is `now`, without asking the source.
Copy read_copy(const IdentitySource& source, const IdentityFolder& folder,
               robots::Utc now);

// "fresh", "stale", "missing", "unusable"
std::string_view to_string(Copy::State state);

// If its source says that a copy is right, the copy keeps its time of
// modification for this long. Then that is set to now, which is a change: a
// running nginx must load the policy again to know of it (kFreshRanges).
constexpr std::chrono::hours kConfirmAfter{7 * 24};

struct UpdateSettings {
    FetchSettings fetch;
    bool dry_run = false;
    bool accept_smaller = false;
    robots::Utc now{0};
};

// What became of one source.
struct Updated {
    enum class Result {
        added,      // there was no usable copy
        changed,    // another one replaces it
        confirmed,  // the copy is right, and its time was set
        unchanged,  // the copy is right
        failed,     // the copy, if there is one, stays as it is
    };

    Result result = Result::failed;
    JudgedCopy judged;  // of the copy that is kept now
    // When the usable copy from before was written, if there is one.
    std::optional<robots::Utc> written;
    std::string problem;  // not empty: why it failed

    bool is_fresh() const { return result != Result::failed; }
    // Whether a file in the folder is another one now.
    bool is_written() const {
        return is_fresh() && result != Result::unchanged;
    }
};

// "added", "changed", ...
std::string_view to_string(Updated::Result result);

// Updates `folder`, which is locked, and its records; with dry_run it only says
// what would be done. Calls tell(source, updated) for each source as soon as it
// is done, and idle(done) at least ten times a second.
void update_all(
    const std::vector<IdentitySource>& sources, const IdentityFolder& folder,
    Records& records, const UpdateSettings& settings,
    const std::function<void(const IdentitySource&, const Updated&)>& tell,
    const std::function<void(std::size_t done)>& idle);

}  // namespace robotsctl
