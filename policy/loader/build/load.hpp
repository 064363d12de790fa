// A policy from the YAML that people write.

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

// All files that a policy includes or names must be below these folders. None
// means the folder of the policy itself.
using PolicyRoots = std::vector<std::string>;

struct Loaded {
    std::shared_ptr<const Policy> policy;  // nullptr after an error
    Diagnostics diagnostics;               // errors and warnings, as found
    // How many files with `on_error: keep` have errors. These are among the
    // diagnostics, although there is a policy.
    std::size_t kept_files = 0;
    // While these are unchanged, loading again would give the same.
    loader::Inputs inputs;
    // The rules that decided about what the policy's own `tests` ask, once for
    // each path; of `policy`.
    std::vector<const Rule*> tested_rules;
    // What the next load need not do again (KnownGood::compiled).
    std::shared_ptr<const loader::CompiledFiles> compiled;
    // Where copies of published lists and keys are kept, with a "/" behind;
    // empty: nowhere.
    std::string identity_folder;
};

// Reads and compiles the policy in `file` and all it includes. All problems are
// reported together, as many as `listing` says; nothing is thrown but
// std::bad_alloc. `share` is what `<share>/` stands for in an include. With
// `copy` nothing is read from the disk. `language` is the minor of the language
// that is read: with an older one, newer keys are errors. `known`: the
// last good versions of files with `on_error: keep`, and what was compiled.
Loaded load_policy(const std::string& file, const Variables& variables,
                   const PolicyRoots& roots = {},
                   const std::string& share = loader::share_folder(),
                   const loader::Listing& listing = {},
                   const loader::PolicyCopy* copy = nullptr,
                   int language = loader::kLanguageMinor,
                   const loader::KnownGood& known = {});

// A policy that serves one robots.txt, as it is, for every host. Of more than
// 500 KiB the first 500 count, as for crawlers, and a warning says so. It fails
// if the file cannot be read.
Loaded load_robots_txt(const std::string& file);

// The same for a text that was read already. `name` is that of its file.
Loaded load_robots_txt_text(std::string text, const std::string& name);

}  // namespace robots
