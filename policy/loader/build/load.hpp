// Loads a policy from YAML files, or from one robots.txt.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/loader/files/inputs.hpp"
#include "policy/loader/files/kept_files.hpp"
#include "policy/loader/files/policy_copy.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/loader/yaml/key_homes.hpp"
#include "policy/loader/yaml/variables.hpp"
#include "policy/site/policy.hpp"

namespace robots {

namespace loader {
struct CompiledFiles;
}

// All files that a policy includes or names must be below these folders. An
// empty list means the folder of the policy itself.
using PolicyRoots = std::vector<std::string>;

struct Loaded {
    std::shared_ptr<const Policy> policy;  // nullptr after an error
    Diagnostics diagnostics;               // errors, warnings and advice
    // The number of included files with `on_error: keep` that have errors.
    // `diagnostics` has these errors, too, although `policy` is not nullptr.
    std::size_t kept_files = 0;
    // All files and patterns that the load read. While these inputs are
    // unchanged, another load would give the same policy. load_robots_txt()
    // records no inputs.
    loader::Inputs inputs;
    // The rules of `policy` that decided the paths in the `tests` of the
    // policy: one rule for each path, except for paths that no rule decided.
    std::vector<const Rule*> tested_rules;
    // Results that the next load can reuse, if the caller passes them in
    // KnownGood::compiled.
    std::shared_ptr<const loader::CompiledFiles> compiled;
    // The folder with copies of the address lists and keys that operators
    // publish, with a "/" at the end. Empty if the policy names no folder.
    std::string identity_folder;
};

// Reads and compiles the policy in `file` and all files that it includes.
// Reports all problems together, up to the maximum numbers in `listing`. Throws
// only std::bad_alloc. `share` is the folder that `<share>/` means in an
// include. If `copy` is not nullptr, reads all files from it and no file from
// the disk. Keys that are newer than the minor version `language` of the policy
// language are errors. `known` has what the caller knows of earlier loads: good
// versions of files with `on_error: keep`, and compiled results to reuse.
Loaded load_policy(const std::string& file, const Variables& variables,
                   const PolicyRoots& roots = {},
                   const std::string& share = loader::share_folder(),
                   const loader::Listing& listing = {},
                   const loader::PolicyCopy* copy = nullptr,
                   int language = loader::kLanguageMinor,
                   const loader::KnownGood& known = {});

// Reads the robots.txt `file`, and makes a policy that serves it unchanged for
// every host. If the file is larger than 500 KiB, only its first 500 KiB are
// used, because crawlers read no further, and a warning says so. If the file
// cannot be read, `policy` is nullptr.
Loaded load_robots_txt(const std::string& file);

// Does the same as load_robots_txt() for `text`, which the caller has read from
// the file `name`.
Loaded load_robots_txt_text(std::string text, const std::string& name);

}  // namespace robots
