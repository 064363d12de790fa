// A certificate for servers under test.

#ifndef ROBOTS_TESTS_HARNESS_CERTIFICATE_HPP
#define ROBOTS_TESTS_HARNESS_CERTIFICATE_HPP

#include "tests/harness/folder.hpp"

namespace integration {

// Writes cert.pem and key.pem: self-signed, for no host in particular, valid
// for a day. The same for all tests of a process.
void write_certificate(const Folder& folder);

// ssl_certificate directives for them.
extern const std::string_view kCertificate;

}  // namespace integration

#endif
