// `identity` of a policy: the folder in which `robotsctl identity update` keeps
// what operators publish about their crawlers.

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_IDENTITY_ENTRY_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_IDENTITY_ENTRY_HPP

#include <optional>
#include <string>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/loader/yaml/policy_files.hpp"
#include "policy/loader/yaml/reader.hpp"

namespace robots::loader {

struct IdentityEntry {
    std::optional<Text> directory;
    std::string folder;  // its path; set when it has been read
};

IdentityEntry read_identity(const Reader& reader, const Value& value);

// Adds to each crawler the lists of its `ranges_url` and the keys of its
// `signature_agent` that are in the folder. A crawler none of whose lists is
// there stays as it is; if only some are, the others are unusable lists, since
// together they must have all of its addresses. Nothing about the folder or its
// files is an error: a warning says what cannot be used. Returns the folder, or
// "" if the policy names none.
std::string read_identity_folder(const IdentityEntry& identity,
                                 std::vector<Crawler>& crawlers,
                                 PolicyFiles& files, Findings& findings);

}  // namespace robots::loader

#endif
