// Checks which hosts the sites and tests of an included file may name. This is
// restricted if the file's `include` has `hosts` (the list of hosts that the
// main file gives to the file) or `on_error: keep`.

#pragma once

#include <string>

#include "policy/loader/entries/policy_tests.hpp"
#include "policy/loader/entries/site_entries.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

class HostRights {
  public:
    // All arguments must outlive this object. The sites of files without
    // `hosts` in their `include` must be added to `policy` before the sites of
    // other files.
    HostRights(const PolicyFiles& files, const Policy& policy,
               Findings& findings)
        : files_(files), policy_(policy), findings_(findings) {}

    // Removes from `site` each host that its file must not have, and reports an
    // error for the host. If the host stayed in `site`, the file that may have
    // it could not claim it. If the file of another site is at fault
    // (PolicyFiles::at_fault), the error is about that other site, and the host
    // stays in `site`. A file with `hosts` in its `include` may have the hosts
    // in this list, and host names that no other file is given or claims. It
    // needs an item in this list for each wildcard, and for each name that
    // matches a wildcard of a file without `hosts`.
    //
    // If a file has `on_error: keep`, no other file may have the same host, not
    // even on another port or scheme. Exception: a host that the main file
    // gives to this file may also be a host of a file without `on_error: keep`.
    void check(SiteHosts& site) const;

    // Returns whether `test` may run, and reports an error or a warning if not.
    // In a file with `hosts` in its `include`, a test of another file's site is
    // an error, because the message of a failed test shows rules of that site.
    // In a file with `on_error: keep`, it is a warning: a change of the other
    // file could make the test fail, but the other file may also have taken the
    // host from this file. The policy must already have all its sites.
    bool allows(const TestEntry& test) const;

  private:
    // Whether the `include` of this file has `hosts`.
    bool is_bound(std::uint32_t file) const;
    // Whether this file has `on_error: keep`.
    bool keeps(std::uint32_t file) const;
    // Returns why the file must not have the host, or "". If the reason is a
    // site that has the host or a wildcard that matches the host, sets `rival`
    // to this site.
    std::string problem_of(const std::string& host, std::uint32_t file,
                           const Site*& rival) const;
    // Checks the rules for `on_error: keep` instead of those for `hosts`; the
    // result and `rival` are as for problem_of().
    std::string problem_of_sharing(const std::string& host, std::uint32_t file,
                                   const Site*& rival) const;
    // Returns whether the file of `rival` is at fault. If it is, reports an
    // error at the place of `rival`.
    bool blames(const Site& rival, const HostEntry& host,
                std::uint32_t file) const;
    // Searches the wildcards that match `host` and are longer than the wildcard
    // `below`, the longest first. Returns the first site that claims one of
    // them and is in a file without `hosts`, or nullptr.
    const Site* free_wildcard_over(std::string_view host,
                                   std::string_view below) const;
    // Returns the site that claims `host` itself if it is in a file without
    // `hosts`; otherwise the result of free_wildcard_over().
    const Site* free_site_of(const std::string& host,
                             std::string_view below) const;

    const PolicyFiles& files_;
    const Policy& policy_;
    Findings& findings_;
};

}  // namespace robots::loader
