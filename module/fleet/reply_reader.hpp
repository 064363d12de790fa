// The replies of a Valkey or Redis, as they come in pieces: hiredis reads the
// protocol, within bounds. No reply may take more memory than any that this
// module asks for.

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

    // Appends what came. False: memory is short.
    bool feed(std::string_view octets);

    // The next reply; nullptr: it has not come whole yet, or is_broken().
    Reply next();

    // Whether the octets were not the protocol, or more than allowed. Then the
    // connection is of no use.
    bool is_broken() const { return broken_; }

  private:
    std::unique_ptr<redisReader, Free> reader_;
    std::size_t awaited_ = 0;  // octets since the last whole reply
    bool broken_ = false;
};

// The text of a string, a status or an error; empty for all else.
std::string_view text_of(const redisReply& reply);

// A list of whole numbers; nullopt: it is another reply. Throws std::bad_alloc.
std::optional<std::vector<std::int64_t>> numbers_of(const redisReply& reply);

// The texts of a list; nullopt: it is another reply. Throws std::bad_alloc.
std::optional<std::vector<std::string>> texts_of(const redisReply& reply);

}  // namespace robots::nginx
