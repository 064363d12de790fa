// `content_usage` of a group.

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_CONTENT_USAGE_ENTRY_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_CONTENT_USAGE_ENTRY_HPP

#include <string>
#include <vector>

#include "policy/loader/yaml/reader.hpp"

namespace robots::loader {

// `content_usage`: preferences, for the paths that a pattern matches or, where
// it is empty, for all.
struct ContentUsage {
    std::string path;
    std::string preferences;  // "train-ai=n, search=y"
};

// A text of preferences for all paths, or a map of patterns to such texts
// (draft-ietf-aipref-attach; the keys are draft-ietf-aipref-vocab's):
//
//     train-ai=n, search=y
//     {/: train-ai=n, /open/: train-ai=y}
std::vector<ContentUsage> read_content_usage(const Reader& reader,
                                             const Value& value);

}  // namespace robots::loader

#endif
