// Sends HTTP/2 frame by frame over TCP, for requests that no normal client
// sends.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/harness/http.hpp"

namespace integration {

// A connection with prior knowledge (RFC 9113 3.3).
class Http2Connection {
  public:
    using Fields = std::vector<std::pair<std::string, std::string>>;

    explicit Http2Connection(int port);

    // Sends HEADERS with exactly these fields, pseudo-headers included, and
    // ends the stream. Returns the number of the stream.
    std::uint32_t open(const Fields& fields);

    // Returns the response on a stream: its status (0 if the stream was reset)
    // and body. Throws if the server closes the connection.
    Response read(std::uint32_t stream);

    // Whether the response on a stream is complete in the octets read so far.
    bool has_ended(std::uint32_t stream) const;

    // Sends a request and returns its response.
    Response send(const Fields& fields) { return read(open(fields)); }

  private:
    struct Frame {
        unsigned char type = 0;
        unsigned char flags = 0;
        std::uint32_t stream = 0;
        std::string payload;
    };

    struct Stream {
        Response response;
        bool ended = false;
    };

    Frame next_frame();
    void take(const Frame& frame);
    void send_frame(unsigned char type, unsigned char flags,
                    std::uint32_t stream, std::string_view payload);

    Connection connection_;
    std::uint32_t next_ = 1;
    std::map<std::uint32_t, Stream> streams_;
};

}  // namespace integration
