// Keeps a folder with the robots.txt of each site of a policy, so that changes
// can be reviewed.

#pragma once

#include <string>

#include "policy/site/policy.hpp"

namespace robotsctl {

// If nginx does not answer with the site's robots.txt from the policy, returns
// what nginx does instead. Otherwise returns an empty text.
std::string instead_of(const robots::Site& site);

// Returns the name of a site's file. Sites with different names have different
// files, even if the file system ignores case. The name of a file does not
// depend on other sites:
//
//     shop.example           shop.example.txt
//     *.shop.example:8443    @any.shop.example@8443.txt
//     http://shop.example    @http@shop.example.txt
//     [2001:db8::1]          @2001-db8--1.txt
//     the default            @default.txt
std::string golden_name(const robots::Policy& policy, const robots::Site& site);

// Returns the content of a site's file: the robots.txt for the site's first
// host, after a comment if nginx does not serve it.
std::string golden_text(const robots::Policy& policy, const robots::Site& site);

// Writes the files that are missing or differ, and prints their names.
// Complains about files that belong to no site, but does not remove them.
// Throws Unusable.
void write_golden(const robots::Policy& policy, const std::string& folder);

// Prints what write_golden() would change in the folder. Returns true if it
// would change nothing. Throws Unusable.
bool check_golden(const robots::Policy& policy, const std::string& folder);

}  // namespace robotsctl
