// Reads the key `enforce` of a file, a template, a site or a group: the actions
// for violations of robots.txt.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/site/enforcement.hpp"

namespace robots::loader {

// Returns the keys that `enforce` can have if it is a map. If `enforce` is one
// word instead, this word is the action for all violations except those for
// which is_of_sender() is true.
std::vector<std::string_view> enforce_keys();

EnforcementOverride read_enforce(const Reader& reader, const Value& value);

// Reads `enforce` into `entry`. Keeps the status and the price that `refusal`
// may have set in entry.enforce before.
template <class Entry>
void read_enforce_of(const Reader& reader, const Value& value, Entry& entry) {
    entry.enforce = read_enforce(reader, value).on_top_of(entry.enforce);
}

// Reads `enforce` at the top level of the main file. Only this `enforce` may
// have the key `at_least`: the least strict actions that included files may
// set. The actions of `at_least` must not be stricter than the actions that
// included files inherit. Also sets `unsupported` and `contact_only` of
// `at_least`: the least strict values that included files may set in `at_most`.
// Without these two, a file could weaken the required actions by a lower
// `at_most`.
void read_file_enforce(const Reader& reader, const Value& value,
                       EnforcementOverride& enforce,
                       EnforcementOverride& at_least);

// One setting, written as a key and its value in YAML.
struct EnforceKey {
    // The map that has `key`: "" for `enforce`, "at_most" for the map `at_most`
    // in `enforce`, "refusal" for `refusal`, and "status" for the map `status`
    // in `refusal`.
    std::string_view map;
    std::string_view key;  // "disallow"
    std::string value;     // "reject"; empty if not written
};

// Returns the keys for all values of `settings` that differ from `base`, sorted
// by `map`. If a group has these keys and its site has the enforcement `base`,
// the enforcement of the group is `settings`.
std::vector<EnforceKey> different_keys(const Enforcement& settings,
                                       const Enforcement& base);

}  // namespace robots::loader
