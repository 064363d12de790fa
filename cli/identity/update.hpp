// Fetches what operators publish, checks it, and keeps what is good.

#ifndef ROBOTS_CLI_IDENTITY_UPDATE_HPP
#define ROBOTS_CLI_IDENTITY_UPDATE_HPP

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "cli/identity/acceptance.hpp"
#include "cli/identity/fetch_settings.hpp"
#include "cli/identity/identity_folder.hpp"
#include "cli/identity/records.hpp"
#include "cli/identity/sources.hpp"
#include "policy/base/time.hpp"

namespace robotsctl {

// A copy whose source says that it is right keeps its time of modification for
// so long. Then it is set, which is a change: a running nginx must load the
// policy again to know of it (kFreshRanges).
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
    bool has_copy = false;
    robots::Utc written{0};  // of the copy, if it stayed
    std::string problem;     // not empty: why it failed

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

#endif
