// Fetches the address lists and keys that operators publish, checks them, and
// keeps copies of the valid lists and keys.

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

// The result of checking a new text of a source: how its parts (prefixes or
// keys) differ from the parts of the old text.
struct JudgedCopy {
    std::size_t parts = 0;
    std::size_t added = 0;
    std::size_t removed = 0;
    std::string problem;  // not empty: why the text is refused
};

// The kept copy of a source. `judged` describes this copy, without a comparison
// with an older copy.
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

// Reads the copy of `source` and its state at `now`. Sends no request.
Copy read_copy(const IdentitySource& source, const IdentityFolder& folder,
               robots::Utc now);

// Returns "fresh", "stale", "missing" or "unusable".
std::string_view to_string(Copy::State state);

// If a source confirms a copy whose modification time is older than this, the
// time is set to now. This counts as a change, because a running nginx must
// load the policy again to use the new time (kFreshRanges).
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
        confirmed,  // the copy is valid, and its time was set to now
        unchanged,  // the copy is valid, and was not written
        failed,     // the copy, if it exists, stays as it is
    };

    Result result = Result::failed;
    JudgedCopy judged;  // describes the kept copy after the update
    // When the previous usable copy was written; nullopt if no usable copy
    // existed.
    std::optional<robots::Utc> written;
    std::string problem;  // not empty: why the update failed

    bool is_fresh() const { return result != Result::failed; }
    // Whether the file in the folder was changed.
    bool is_written() const {
        return is_fresh() && result != Result::unchanged;
    }
};

// Returns "added", "changed" and so on.
std::string_view to_string(Updated::Result result);

// Updates the files in `folder`, which must be locked, and `records`. With
// `dry_run`, changes only `records` and reports what it would do. Calls
// tell(source, updated) when a source is done. Calls idle(number of sources
// done) at least ten times a second.
void update_all(
    const std::vector<IdentitySource>& sources, const IdentityFolder& folder,
    Records& records, const UpdateSettings& settings,
    const std::function<void(const IdentitySource&, const Updated&)>& tell,
    const std::function<void(std::size_t done)>& idle);

}  // namespace robotsctl
