#include "cli/identity/kept_state.hpp"

#include <array>

#include "cli/output/json.hpp"
#include "policy/crawlers/identity.hpp"

namespace robotsctl {

namespace {

using State = KeptState::State;

constexpr std::array<std::string_view, 4> kStateNames{"fresh", "stale",
                                                      "missing", "unusable"};

Json or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

}  // namespace

KeptState state_of(const IdentitySource& source, const IdentityFolder& folder,
                   const Records& records, robots::Utc now) {
    KeptState out;
    if (const Record* record = records.find(source.file)) {
        out.checked = record->checked;
        out.failure = record->failure;
    }
    const KeptFile kept = folder.read(source.file);
    if (!kept.exists) {
        return out;
    }
    out.judged = judge_kept(source.kind, kept.text);
    if (!kept.problem.empty()) {
        out.judged.problem = kept.problem;
    }
    out.age = now - kept.written;
    if (!out.judged.problem.empty()) {
        out.state = State::unusable;
    } else {
        out.state =
            out.age > robots::kFreshRanges ? State::stale : State::fresh;
    }
    return out;
}

std::string_view to_string(KeptState::State state) {
    return kStateNames[static_cast<std::size_t>(state)];
}

std::string text_of(const KeptState& state) {
    std::string out(to_string(state.state));
    const std::string& why =
        state.state == State::unusable ? state.judged.problem : state.failure;
    return why.empty() ? out : out + ": " + why;
}

void print_json(const IdentitySource& source, const KeptState& state) {
    const bool has_file = state.state != State::missing;
    print({{"url", source.url},
           {"kind", to_string(source.kind)},
           {"crawlers", source.tokens},
           {"file", source.file},
           {"state", to_string(state.state)},
           {"entries", state.judged.parts},
           {"age_seconds", has_file ? Json(state.age.count()) : Json(nullptr)},
           {"checked", state.checked.count() != 0 ? Json(state.checked.count())
                                                  : Json(nullptr)},
           {"problem", or_null(state.judged.problem)},
           {"last_failure", or_null(state.failure)}});
}

}  // namespace robotsctl
