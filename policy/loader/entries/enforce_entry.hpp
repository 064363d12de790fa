// `enforce` of a file, a template, a site or a group.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/site/enforcement.hpp"

namespace robots::loader {

// The short form, one action for all four kinds of violation, or the long form.
std::vector<std::string_view> enforce_keys();

EnforcementOverride read_enforce(const Reader& reader, const Value& value);

// `enforce` of an entry, whose `refusal` may have set statuses already.
template <class Entry>
void read_enforce_of(const Reader& reader, const Value& value, Entry& entry) {
    entry.enforce = read_enforce(reader, value).on_top_of(entry.enforce);
}

// The same at the top level of the main file, where it may also say
// what included files must do `at_least`: that needs to be no stricter than
// what they inherit from here. Of `at_most`, `at_least` becomes what would keep
// its actions from being undone.
void read_file_enforce(const Reader& reader, const Value& value,
                       EnforcementOverride& enforce,
                       EnforcementOverride& at_least);

// A setting as a key of `enforce` and its value.
struct EnforceKey {
    // "at_most": a key of that map. "status": one of `refusal: {status}`.
    std::string_view map;
    std::string_view key;  // "disallow"
    std::string value;     // "reject"; empty: nobody wrote it
};

// The settings that differ from those in `base`, those of one map together.
// With a site's settings, these keys give those of the group.
std::vector<EnforceKey> different_keys(const Enforcement& settings,
                                       const Enforcement& base);

}  // namespace robots::loader
