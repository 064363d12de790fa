// Whole requests as hostile clients send them: the input of the fuzzer.

#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace request_fuzz {

// One request; every octet is sent as it is here, but "@now@" and "@soon@" in
// values of fields, which are seconds of the clock.
struct Asked {
    std::string method = "GET";
    std::string target = "/";
    std::string version = "HTTP/1.1";
    std::vector<std::pair<std::string, std::string>> fields;  // Host, too
    std::string body;
    bool chunked = false;
    bool path_first = true;  // over HTTP/2: in front of ":authority"
};

// The requests of one connection.
struct Case {
    bool http2 = false;
    bool pipelined = false;  // all are sent before an answer is read
    std::vector<Asked> requests;
};

// The same for the same seed.
Case generate(std::uint64_t seed);

// As files have it: a line for each part, octets that are not printable as
// "%XX". text() of what case_from() reads is the same again.
std::string text(const Case& one);
Case case_from(const std::string& text);

}  // namespace request_fuzz
