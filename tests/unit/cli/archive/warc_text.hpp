// Builds WARC files for tests.

#pragma once

#include <zlib.h>

#include <string>
#include <vector>

namespace robotsctl {

inline std::string warc_record(const std::string& type, const std::string& uri,
                               const std::string& block,
                               const std::string& fields = "") {
    return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: " + uri +
           "\r\nWARC-Date: 2026-11-21T08:30:00Z\r\n" + fields +
           "Content-Type: application/http; msgtype=response\r\n"
           "Content-Length: " +
           std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
}

// Returns a response with `body`, and status 200 unless `head` has another.
inline std::string warc_response(
    const std::string& host, const std::string& body,
    const std::string& head = "HTTP/1.1 200 OK\r\nServer: x\r\n") {
    return warc_record("response", "https://" + host + "/robots.txt",
                       head + "\r\n" + body);
}

// Compresses `text` as one gzip member.
inline std::string gzipped(const std::string& text) {
    z_stream stream{};
    ::deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 16 + MAX_WBITS, 8,
                   Z_DEFAULT_STRATEGY);
    std::string out(::deflateBound(&stream, text.size()) + 32, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    ::deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    ::deflateEnd(&stream);
    return out;
}

}  // namespace robotsctl
