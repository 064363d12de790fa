// Finds the words of a header (header_words.hpp) in one pass.
//
// The octets are classified 64 at a time into bitmaps (octet_classes.hpp). A
// few shifts then give where words start, and which may end as crawlers' names
// do, in "bot", "crawler" or "spider":
//
//     header      G P T B o t / 1 . 2   ( c o
//     word        1 1 1 1 1 1 . 1 1 1 . . 1 1
//     start       1 . . . . . . 1 . . . . 1 .      a word, and none in front
//     t or r      . . 1 . . 1 . . . . . . . .
//     end         . . . . . 1 . . . . . . . .      such a letter, and no word
//                                                  behind it

#ifndef ROBOTS_POLICY_CRAWLERS_HEADER_SCAN_HPP
#define ROBOTS_POLICY_CRAWLERS_HEADER_SCAN_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "policy/crawlers/header_words.hpp"
#include "policy/crawlers/octet_classes.hpp"

namespace robots {

// One bit for each octet of a header, in blocks of 64.
class OctetBitmap {
  public:
    static constexpr std::size_t kBlock = OctetClasses::kBlock;

    // Blocks are set from the first on, and closed after the last.
    void set(std::size_t block, std::uint64_t bits) { bits_[block + 1] = bits; }
    void close(std::size_t blocks) { bits_[0] = bits_[blocks + 1] = 0; }

    std::uint64_t operator[](std::size_t block) const {
        return bits_[block + 1];
    }

    // Bit i says what octet i - 1 of the block is.
    std::uint64_t before(std::size_t block) const {
        return bits_[block + 1] << 1 | bits_[block] >> (kBlock - 1);
    }

    // Bit i says what octet i + 1 of the block is.
    std::uint64_t after(std::size_t block) const {
        return bits_[block + 1] >> 1 | bits_[block + 2] << (kBlock - 1);
    }

    bool has(std::size_t at) const {
        return (bits_[at / kBlock + 1] >> at % kBlock & 1) != 0;
    }

  private:
    // Of no value before they are set; a block of zeros on either side.
    std::array<std::uint64_t, kMaxHeader / kBlock + 2> bits_;
};

// The first kMaxHeader octets of a header.
class HeaderScan {
  public:
    // The most octets of a key.
    static constexpr std::size_t kKey = sizeof(std::uint64_t);

    // `header` outlives the scan.
    explicit HeaderScan(std::string_view header);

    HeaderScan(const HeaderScan&) = delete;
    HeaderScan& operator=(const HeaderScan&) = delete;

    std::string_view header() const { return header_; }

    // Whether the octet at `at` belongs to a word; false behind the last.
    bool is_word(std::size_t at) const {
        return at < header_.size() && words_.has(at);
    }

    // Calls visit(at) for the start of each word, from left to right. Words
    // that start with a dot are left out.
    template <typename Visit>
    void each_word(Visit visit) const {
        each_set(
            [this](std::size_t block) {
                return cores_[block] & ~words_.before(block);
            },
            visit);
    }

    // Calls visit(end) for each word whose last octets are those of "bot",
    // "crawler" or "spider", from left to right.
    template <typename Visit>
    void each_crawler_like_end(Visit visit) const {
        each_set(
            [this](std::size_t block) {
                return ts_or_rs_[block] & ~words_.after(block);
            },
            [this, &visit](std::size_t last) {
                if (is_crawler_like(tail_before(last + 1))) {
                    visit(last + 1);
                }
            });
    }

    // What the word at `at` starts with, folded: its letters, digits, "-" and
    // "_" in front of anything else, at most eight, the first octet lowest.
    std::uint64_t key_at(std::size_t at) const {
        constexpr std::uint64_t kEach = 0x0101'0101'0101'0101;
        const std::uint64_t octets = read(at);
        // Of octets below 128 those that are zero lend their highest bit; what
        // lies behind the first of them may too.
        const std::uint64_t zeros = (octets - kEach) & kEach << 7;
        return octets & (zeros ^ (zeros - 1));
    }

    // How many octets that key has.
    std::size_t key_size_at(std::size_t at) const {
        std::size_t size = 0;
        while (size < kKey && core_octets_[at + size] != '\0') {
            ++size;
        }
        return size;
    }

    // The last three octets in front of header()[end] as a key has them, where
    // all are core.
    std::uint64_t tail_before(std::size_t end) const {
        return end < 3 ? 0 : read(end - 3) & 0xff'ffff;
    }

  private:
    static constexpr std::size_t kBlock = OctetBitmap::kBlock;

    template <typename BitsOf, typename Visit>
    void each_set(BitsOf bits_of, Visit visit) const {
        for (std::size_t block = 0; block < blocks_; ++block) {
            for (std::uint64_t bits = bits_of(block); bits != 0;
                 bits &= bits - 1) {
                visit(block * kBlock +
                      static_cast<unsigned>(__builtin_ctzll(bits)));
            }
        }
    }

    static bool is_crawler_like(std::uint64_t tail) {
        const auto octets = [](char a, char b, char c) {
            return static_cast<std::uint64_t>(a | b << 8 | c << 16);
        };
        return tail == octets('b', 'o', 't') || tail == octets('l', 'e', 'r') ||
               tail == octets('d', 'e', 'r');
    }

    std::uint64_t read(std::size_t at) const {
        std::uint64_t octets = 0;
        std::memcpy(&octets, &core_octets_[at], kKey);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        octets = __builtin_bswap64(octets);
#endif
        return octets;
    }

    std::string_view header_;
    std::size_t blocks_;
    OctetBitmap cores_;
    OctetBitmap words_;
    OctetBitmap ts_or_rs_;
    // The core octets of the header, folded, and zeros in place of all others;
    // more zeros to the end of the last block and a key further.
    std::array<char, kMaxHeader + kKey> core_octets_;
};

}  // namespace robots

#endif
