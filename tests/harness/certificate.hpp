// Writes certificates for servers under test.

#pragma once

#include <chrono>
#include <string>

#include "tests/harness/folder.hpp"

namespace integration {

// Writes cert.pem and key.pem: self-signed, for no particular host, valid for a
// day, and the same for all tests of a process.
void write_certificate(const Folder& folder);

// Writes cert.pem and key.pem of a server called `name` ("127.0.0.1", or a
// host), and ca.pem of the authority that signed them, which is the same for
// all servers of a process. The certificate expires after `life`.
void write_signed_certificate(
    const Folder& folder, const std::string& name,
    std::chrono::seconds life = std::chrono::hours(24));

// The ssl_certificate directives for cert.pem and key.pem.
extern const std::string_view kCertificate;

}  // namespace integration
