// `hosts_file`: the hosts of a site, one a line.

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_HOSTS_FILE_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_HOSTS_FILE_HPP

#include "policy/loader/entries/site_entries.hpp"
#include "policy/loader/yaml/policy_files.hpp"

namespace robots::loader {

// Adds the hosts in the site's files to those that it names itself. A line is a
// host or "*.suffix". With ":port" it claims only that port. "#" starts a
// comment. Errors have their place in the file.
void read_hosts_files(SiteEntry& site, PolicyFiles& files, Findings& findings);

}  // namespace robots::loader

#endif
