// A folder with the robots.txt of each site of a policy, for reviews of a
// change.

#pragma once

#include <string>

#include "policy/site/policy.hpp"

namespace robotsctl {

// What is said if nginx does not answer with the policy's robots.txt for the
// site; empty: it does.
std::string instead_of(const robots::Site& site);

// The name of a site's file. Sites of different names have different files,
// also where upper and lower case are the same, and other sites do not change
// it:
//
//     shop.example           shop.example.txt
//     *.shop.example:8443    @any.shop.example@8443.txt
//     http://shop.example    @http@shop.example.txt
//     [2001:db8::1]          @2001-db8--1.txt
//     the default            @default.txt
std::string golden_name(const robots::Policy& policy, const robots::Site& site);

// A site's file: what it serves for the first of its hosts, behind a comment if
// it is not served.
std::string golden_text(const robots::Policy& policy, const robots::Site& site);

// Writes the files that differ, and prints their names. Complains of files for
// no site, and removes none. Throws Unusable.
void write_golden(const robots::Policy& policy, const std::string& folder);

// Prints what would change in the folder: true for nothing. Throws Unusable.
bool check_golden(const robots::Policy& policy, const std::string& folder);

}  // namespace robotsctl
