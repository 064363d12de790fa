// Parses the replies of a Valkey or Redis server. A reply may arrive in pieces.
// The library hiredis parses the protocol. This class adds limits, so that a
// reply cannot take more memory than the largest reply that this module
// requests.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct redisReader;
struct redisReply;

namespace robots::nginx {

class ReplyReader {
  public:
    static constexpr std::size_t kMaxOctets = std::size_t{1} << 20;
    static constexpr std::size_t kMaxElements = 16384;  // of one list

    struct Free {
        void operator()(redisReply* reply) const;
        void operator()(redisReader* reader) const;
    };
    using Reply = std::unique_ptr<redisReply, Free>;

    // Throws std::bad_alloc.
    ReplyReader();

    // Appends received octets. Returns false if memory is short.
    bool feed(std::string_view octets);

    // Returns the next reply; nullptr if this reply is not complete yet, or if
    // is_broken() is true.
    Reply next();

    // Whether the received octets broke the protocol or exceeded the limits.
    // Then the connection must be closed.
    bool is_broken() const { return broken_; }

  private:
    std::unique_ptr<redisReader, Free> reader_;
    std::size_t awaited_ = 0;  // octets since the last complete reply
    bool broken_ = false;
};

// Returns the text of a reply that is a string, a status or an error. Returns
// an empty text for other replies.
std::string_view text_of(const redisReply& reply);

// Returns the numbers in a reply that is a list of integers; nullopt for other
// replies. Throws std::bad_alloc.
std::optional<std::vector<std::int64_t>> numbers_of(const redisReply& reply);

// Returns the texts in a reply that is a list; nullopt for other replies.
// Throws std::bad_alloc.
std::optional<std::vector<std::string>> texts_of(const redisReply& reply);

}  // namespace robots::nginx
