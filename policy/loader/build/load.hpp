// A policy from the YAML that people write.

#ifndef ROBOTS_POLICY_LOADER_BUILD_LOAD_HPP
#define ROBOTS_POLICY_LOADER_BUILD_LOAD_HPP

#include <memory>
#include <string>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/loader/yaml/inputs.hpp"
#include "policy/loader/yaml/share_folder.hpp"
#include "policy/loader/yaml/variables.hpp"
#include "policy/site/policy.hpp"

namespace robots {

// Folders below which all files must be that a policy includes or names; none
// stands for the folder of the policy itself.
using PolicyRoots = std::vector<std::string>;

struct Loaded {
    std::shared_ptr<const Policy> policy;  // nullptr where there is an error
    Diagnostics diagnostics;               // errors and warnings, as found
    // With the same arguments and these unchanged, it would be the same again.
    loader::Inputs inputs;
};

// Reads and compiles the policy in `file` and all it includes. All problems are
// reported together; nothing is thrown but std::bad_alloc. `share` is what
// `<share>/` stands for in an include.
Loaded load_policy(const std::string& file, const Variables& variables,
                   const PolicyRoots& roots = {},
                   const std::string& share = loader::share_folder());

// A policy of one verbatim robots.txt that answers for every host; there is
// nothing in it to be wrong but that the file can't be read.
Loaded load_robots_txt(const std::string& file);

}  // namespace robots

#endif
