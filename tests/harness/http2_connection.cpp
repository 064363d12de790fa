#include "tests/harness/http2_connection.hpp"

#include <cstdlib>
#include <stdexcept>

namespace integration {
namespace {

// RFC 9113 6
constexpr unsigned char kData = 0;
constexpr unsigned char kHeaders = 1;
constexpr unsigned char kResetStream = 3;
constexpr unsigned char kSettings = 4;
constexpr unsigned char kGoAway = 7;
constexpr unsigned char kEndStream = 1;
constexpr unsigned char kAck = 1;
constexpr unsigned char kEndHeaders = 4;

constexpr std::size_t kFrameHead = 9;

std::string big_endian(std::size_t value, int octets) {
    std::string text;
    for (int shift = 8 * (octets - 1); shift >= 0; shift -= 8) {
        text += static_cast<char>(value >> shift & 0xff);
    }
    return text;
}

std::uint32_t number(std::string_view octets) {
    std::uint32_t value = 0;
    for (const char octet : octets) {
        value = value << 8 | static_cast<unsigned char>(octet);
    }
    return value;
}

// RFC 7541 5.2, without Huffman coding.
std::string text_of(std::string_view value) {
    constexpr std::size_t kPrefix = 127;
    std::string text;
    if (value.size() < kPrefix) {
        text += static_cast<char>(value.size());
    } else {
        text += static_cast<char>(kPrefix);
        std::size_t rest = value.size() - kPrefix;
        for (; rest >= 128; rest >>= 7) {
            text += static_cast<char>((rest & 127) | 128);
        }
        text += static_cast<char>(rest);
    }
    return text.append(value);
}

// RFC 7541 6.2.2: literal fields without indexing.
std::string block_of(const Http2Connection::Fields& fields) {
    std::string block;
    for (const auto& [name, value] : fields) {
        block += '\0';
        block += text_of(name) + text_of(value);
    }
    return block;
}

// The status stands first. nginx takes it from the static table (RFC 7541,
// appendix A) or spells it in three digits after the name's index.
int status_of(std::string_view block) {
    constexpr int kIndexed[] = {200, 204, 206, 304, 400, 404, 500};
    constexpr unsigned char kFirst = 0x88;
    constexpr unsigned char kTableSize = 0x20;
    while ((static_cast<unsigned char>(block[0]) & 0xe0) == kTableSize) {
        block.remove_prefix(1);
    }
    const auto first = static_cast<unsigned char>(block[0]);
    if (first >= kFirst && first < kFirst + std::size(kIndexed)) {
        return kIndexed[first - kFirst];
    }
    return std::atoi(std::string(block.substr(2, 3)).c_str());
}

}  // namespace

Http2Connection::Http2Connection(int port) : connection_(port) {
    connection_.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    send_frame(kSettings, 0, 0, "");
}

std::uint32_t Http2Connection::open(const Fields& fields) {
    const std::uint32_t stream = std::exchange(next_, next_ + 2);
    send_frame(kHeaders, kEndStream | kEndHeaders, stream, block_of(fields));
    streams_[stream].response.version = "2";
    return stream;
}

Response Http2Connection::read(std::uint32_t stream) {
    while (!has_ended(stream)) {
        take(next_frame());
    }
    return streams_.at(stream).response;
}

bool Http2Connection::has_ended(std::uint32_t stream) const {
    return streams_.at(stream).ended;
}

void Http2Connection::take(const Frame& frame) {
    if (frame.type == kGoAway) {
        throw std::runtime_error("HTTP/2 connection closed");
    }
    if (frame.type == kSettings && (frame.flags & kAck) == 0) {
        send_frame(kSettings, kAck, 0, "");
    }
    const auto found = streams_.find(frame.stream);
    if (found == streams_.end()) {
        return;
    }
    auto& [response, ended] = found->second;
    if (frame.type == kHeaders) {
        response.status = status_of(frame.payload);
    } else if (frame.type == kData) {
        response.body += frame.payload;
    }
    const bool may_end = frame.type == kHeaders || frame.type == kData;
    ended = ended || frame.type == kResetStream ||
            (may_end && (frame.flags & kEndStream) != 0);
}

void Http2Connection::send_frame(unsigned char type, unsigned char flags,
                                 std::uint32_t stream,
                                 std::string_view payload) {
    std::string frame = big_endian(payload.size(), 3);
    frame += static_cast<char>(type);
    frame += static_cast<char>(flags);
    frame += big_endian(stream, 4);
    connection_.send(frame.append(payload));
}

Http2Connection::Frame Http2Connection::next_frame() {
    const std::string head = connection_.octets(kFrameHead);
    Frame frame;
    frame.type = static_cast<unsigned char>(head[3]);
    frame.flags = static_cast<unsigned char>(head[4]);
    frame.stream = number(std::string_view(head).substr(5)) & 0x7fffffff;
    frame.payload = connection_.octets(number(head.substr(0, 3)));
    return frame;
}

}  // namespace integration
