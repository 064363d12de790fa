// `enforce` of a file, a template, a site or a group.

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_ENFORCE_ENTRY_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_ENFORCE_ENTRY_HPP

#include "policy/loader/yaml/reader.hpp"
#include "policy/site/enforcement.hpp"

namespace robots::loader {

// The short form, one action for all four kinds of violation, or the long form.
EnforcementOverride read_enforce(const Reader& reader, const Value& value);

}  // namespace robots::loader

#endif
