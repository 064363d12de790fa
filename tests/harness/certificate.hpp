// A certificate for servers under test.

#pragma once

#include <chrono>
#include <string>

#include "tests/harness/folder.hpp"

namespace integration {

// Writes cert.pem and key.pem: self-signed, for no host in particular, valid
// for a day. The same for all tests of a process.
void write_certificate(const Folder& folder);

// Writes cert.pem and key.pem of a server that is `name` ("127.0.0.1", or a
// host), and ca.pem, the authority that signed them. All servers of a process
// have the same authority. The certificate ends in that time.
void write_signed_certificate(
    const Folder& folder, const std::string& name,
    std::chrono::seconds life = std::chrono::hours(24));

// ssl_certificate directives for them.
extern const std::string_view kCertificate;

}  // namespace integration
