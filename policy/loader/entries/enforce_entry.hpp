// Reads `enforce` of a file, a template, a site or a group.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/site/enforcement.hpp"

namespace robots::loader {

// Returns the keys of `enforce` if it is a map. Otherwise it is one action for
// all violations except those of the sender (is_of_sender()).
std::vector<std::string_view> enforce_keys();

EnforcementOverride read_enforce(const Reader& reader, const Value& value);

// Reads `enforce` of an entry, whose `refusal` may have set statuses already.
template <class Entry>
void read_enforce_of(const Reader& reader, const Value& value, Entry& entry) {
    entry.enforce = read_enforce(reader, value).on_top_of(entry.enforce);
}

// Does the same at the top level of the main file, where `enforce` may have
// `at_least`: the least strict actions that included files may set. These must
// not be stricter than the actions that the files inherit. Also sets the limits
// of `at_most` in `at_least`, so that an included file cannot weaken the
// required actions by a lower limit.
void read_file_enforce(const Reader& reader, const Value& value,
                       EnforcementOverride& enforce,
                       EnforcementOverride& at_least);

// A setting as a key of `enforce` and its value.
struct EnforceKey {
    // "at_most": `key` is in that map. "status": in `refusal: {status}`.
    // "refusal": in `refusal`. "": in `enforce` itself.
    std::string_view map;
    std::string_view key;  // "disallow"
    std::string value;     // "reject"; empty: nobody wrote it
};

// Returns the settings that differ from `base`, sorted by map. If `base` is the
// enforcement of a site, these keys give `settings` to one of its groups.
std::vector<EnforceKey> different_keys(const Enforcement& settings,
                                       const Enforcement& base);

}  // namespace robots::loader
