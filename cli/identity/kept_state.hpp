// The state of the copy of one source, without asking the source.

#ifndef ROBOTS_CLI_IDENTITY_KEPT_STATE_HPP
#define ROBOTS_CLI_IDENTITY_KEPT_STATE_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/identity/acceptance.hpp"
#include "cli/identity/identity_folder.hpp"
#include "cli/identity/records.hpp"
#include "cli/identity/sources.hpp"
#include "policy/base/time.hpp"

namespace robotsctl {

struct KeptState {
    // Stale ones verify, but make nobody an impostor (kFreshRanges).
    enum class State { fresh, stale, missing, unusable };

    State state = State::missing;
    JudgedCopy judged;
    robots::Utc age{0};      // since the file was written
    robots::Utc checked{0};  // when its source last said that it is right
    std::string failure;     // why the last try since then failed

    std::int64_t days_old() const { return age / std::chrono::hours(24); }
};

KeptState state_of(const IdentitySource& source, const IdentityFolder& folder,
                   const Records& records, robots::Utc now);

// "fresh", "stale", "missing", "unusable"
std::string_view to_string(KeptState::State state);

// The same with the reason.
std::string text_of(const KeptState& state);

void print_json(const IdentitySource& source, const KeptState& state);

}  // namespace robotsctl

#endif
