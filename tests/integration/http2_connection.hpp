// HTTP/2 frame by frame over TCP, for requests that no client would send.

#ifndef ROBOTS_TESTS_INTEGRATION_HTTP2_CONNECTION_HPP
#define ROBOTS_TESTS_INTEGRATION_HTTP2_CONNECTION_HPP

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http.hpp"

namespace integration {

// A connection with prior knowledge (RFC 9113 3.3), on which one request
// follows the other.
class Http2Connection {
  public:
    using Fields = std::vector<std::pair<std::string, std::string>>;

    explicit Http2Connection(int port);

    // Sends HEADERS of exactly these fields, pseudo-headers included, and ends
    // the stream. Of the response come status (0: the stream was reset) and
    // body. Throws where the server closes the connection.
    Response send(const Fields& fields);

  private:
    struct Frame {
        unsigned char type = 0;
        unsigned char flags = 0;
        std::uint32_t stream = 0;
        std::string payload;
    };

    Frame next_frame();
    void send_frame(unsigned char type, unsigned char flags,
                    std::uint32_t stream, std::string_view payload);

    Connection connection_;
    std::uint32_t stream_ = 1;
};

}  // namespace integration

#endif
