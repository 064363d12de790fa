// Reads `enforce` of a file, a template, a site or a group.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/site/enforcement.hpp"

namespace robots::loader {

// Returns the keys that `enforce` can have as a map. If `enforce` is one word,
// it is the action for all violations except those of the sender
// (is_of_sender()).
std::vector<std::string_view> enforce_keys();

EnforcementOverride read_enforce(const Reader& reader, const Value& value);

// Reads `enforce` of an entry; keeps what its `refusal` has set there already.
template <class Entry>
void read_enforce_of(const Reader& reader, const Value& value, Entry& entry) {
    entry.enforce = read_enforce(reader, value).on_top_of(entry.enforce);
}

// Reads `enforce` at the top level of the main file. Only there it may have
// `at_least`: the least strict actions that included files may set. These must
// not be stricter than the actions that the files inherit. Also sets
// `unsupported` and `contact_only` of `at_least`, so that an included file
// cannot weaken the required actions by a lower `at_most`.
void read_file_enforce(const Reader& reader, const Value& value,
                       EnforcementOverride& enforce,
                       EnforcementOverride& at_least);

// A setting as a key of `enforce` and its value.
struct EnforceKey {
    // The map that has `key`: "at_most" (of `enforce`), "status" (of
    // `refusal`), "refusal", or "" for `enforce` itself.
    std::string_view map;
    std::string_view key;  // "disallow"
    std::string value;     // "reject"; empty: nobody wrote it
};

// Returns the settings that differ from `base`, sorted by map. A group with
// these keys, in a site with the enforcement `base`, has the enforcement
// `settings`.
std::vector<EnforceKey> different_keys(const Enforcement& settings,
                                       const Enforcement& base);

}  // namespace robots::loader
