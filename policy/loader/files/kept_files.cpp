#include "policy/loader/files/kept_files.hpp"

#include <algorithm>
#include <utility>

namespace robots::loader {

namespace {

// Each try may find new conflicts about hosts, because it uses other versions
// of files, which claim other hosts. After kManyTries tries, a changed file
// with a conflict about a host (gives_way()) is not used. Without these limits,
// customers could plan a chain of conflicts, to make nginx load without end or
// to block updates of other files. The last try uses no changed file.
constexpr std::size_t kManyTries = 6;
constexpr std::size_t kMostTries = 10;

}  // namespace

std::shared_ptr<const GoodFile> KeptFiles::last_good(
    const std::string& path) const {
    if (known_.running != nullptr) {
        const auto found = known_.running->find(path);
        if (found != known_.running->end() && found->second != nullptr) {
            return found->second;
        }
    }
    return known_.copied ? known_.copied(path) : nullptr;
}

bool KeptFiles::is_last_good(const std::string& path,
                             const State& state) const {
    const auto good = last_good(path);
    return good != nullptr && state.text != nullptr &&
           good->text == state.text->text;
}

void KeptFiles::give_up(const std::string& path, State& state) {
    state.text = last_good(path);
    state.use = state.text != nullptr ? Use::last_good : Use::nothing;
}

bool KeptFiles::choose(const std::string& path, Source& source, Input& input) {
    State& state = files_[path];
    if (state.use == Use::disk) {
        state.tried = input;
        state.text = nullptr;
        if (source.problem.empty()) {
            // An unchanged text is shared with the running policy.
            const auto* running = known_.running;
            const auto known = running != nullptr ? running->find(path)
                                                  : GoodFiles::const_iterator();
            const bool same = running != nullptr && known != running->end() &&
                              known->second != nullptr &&
                              known->second->text == source.text &&
                              known->second->modified == source.modified;
            state.text = same ? known->second
                              : std::make_shared<const GoodFile>(
                                    GoodFile{source.text, source.modified});
        }
        const bool quarrels = !state.rivals.empty() || state.returned;
        if (tries_ < kManyTries || is_last_good(path, state) ||
            (!quarrels && tries_ + 1 < kMostTries)) {
            return true;
        }
        give_up(path, state);
    }
    input = *state.tried;
    if (state.text == nullptr) {
        return false;
    }
    source.text = state.text->text;
    source.modified = state.text->modified;
    source.problem.clear();
    source.outside = false;
    return true;
}

bool KeptFiles::gives_way(const std::string& first, const std::string& second) {
    State& one = files_.at(first);
    State& two = files_.at(second);
    const bool result = is_last_good(second, two) && !is_last_good(first, one);
    (result ? one : two).rivals.insert(result ? second : first);
    return result;
}

bool KeptFiles::try_again(const Findings& findings) {
    if (!findings.only_kept_files_failed() || ++tries_ == kMostTries) {
        return false;
    }
    const auto failed = findings.kept_errors();
    for (const auto& [path, errors] : failed) {
        State& state = files_.at(path);
        if (state.use != Use::disk) {
            state.use = Use::nothing;
            state.text = nullptr;
            state.misfit = true;
            continue;
        }
        if (is_last_good(path, state)) {
            return false;
        }
        state.errors = errors;
        give_up(path, state);
    }
    // If a file lost a host to another file (a rival), and the rival failed
    // now, the next try uses the losing file from the disk again. If the losing
    // file has other errors, it fails again.
    for (auto& [path, state] : files_) {
        const bool freed = state.use != Use::disk && !state.returned &&
                           std::any_of(state.rivals.begin(), state.rivals.end(),
                                       [&](const auto& rival) {
                                           return failed.count(rival) != 0;
                                       });
        if (freed) {
            state.use = Use::disk;
            state.returned = true;
            state.errors.clear();
        }
    }
    return true;
}

std::size_t KeptFiles::count() const {
    return static_cast<std::size_t>(std::count_if(
        files_.begin(), files_.end(),
        [](const auto& each) { return each.second.use != Use::disk; }));
}

Diagnostics KeptFiles::errors(std::size_t most) const {
    Diagnostics out;
    for (const auto& [path, state] : files_) {
        if (state.use == Use::disk || out.size() >= most) {
            continue;
        }
        out.insert(out.end(), state.errors.begin(), state.errors.end());
        const char* const used =
            state.use == Use::last_good
                ? "so its last good version stays in use"
            : state.misfit
                ? "and a change of another file broke its last good version, "
                  "so "
                  "its sites are left out"
                : "and no good version of it is known, so its sites are left "
                  "out";
        out.push_back({path, 0, 0, Severity::error, "kept-file",
                       "this file has errors, " + std::string(used) +
                           "; correct the file"});
    }
    return out;
}

GoodFiles KeptFiles::used() const {
    GoodFiles out;
    for (const auto& [path, state] : files_) {
        out.emplace(path, state.text);
    }
    return out;
}

}  // namespace robots::loader
