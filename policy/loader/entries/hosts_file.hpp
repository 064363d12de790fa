// `hosts_file`: the hosts of a site, one a line.

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_HOSTS_FILE_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_HOSTS_FILE_HPP

#include "policy/loader/entries/site_entries.hpp"
#include "policy/loader/yaml/policy_files.hpp"

namespace robots::loader {

// Adds the hosts of the site's files to those that it names itself. A line is a
// host, "*.suffix" or one of them with ":port", which then claims that port
// alone; what follows a "#" is a comment. Tells what is wrong where it stands
// in the file.
void read_hosts_files(SiteEntry& site, PolicyFiles& files, Findings& findings);

}  // namespace robots::loader

#endif
