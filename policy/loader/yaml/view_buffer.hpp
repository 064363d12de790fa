// A text as a stream that gives out no more than a parser may keep.

#ifndef ROBOTS_POLICY_LOADER_YAML_VIEW_BUFFER_HPP
#define ROBOTS_POLICY_LOADER_YAML_VIEW_BUFFER_HPP

#include <algorithm>
#include <cstddef>
#include <streambuf>
#include <string_view>

namespace robots::loader {

// What reading throws.
struct TooLong {};

// A stream over octets that stay where they are, given out piece by piece. The
// parser reads on until it knows what a bracket or a quote starts, and keeps
// all of that in up to 240 times its memory: `reached` says where the last
// thing stands that it knew.
class ViewBuffer : public std::streambuf {
  public:
    // Both outlive it. Where the parser has come `most` octets beyond what it
    // reached, reading throws TooLong.
    ViewBuffer(std::string_view text, const std::size_t& reached,
               std::size_t most)
        : text_(text), reached_(reached), most_(most) {}

  protected:
    int_type underflow() override {
        if (given_ == text_.size()) {
            return traits_type::eof();
        }
        if (given_ > reached_ + most_) {
            throw TooLong{};
        }
        char* begin = const_cast<char*>(text_.data());  // never written to
        const std::size_t end = std::min(given_ + kPiece, text_.size());
        setg(begin + given_, begin + given_, begin + end);
        given_ = end;
        return traits_type::to_int_type(*gptr());
    }

  private:
    static constexpr std::size_t kPiece = std::size_t{64} * 1024;

    std::string_view text_;
    const std::size_t& reached_;
    std::size_t most_;
    std::size_t given_ = 0;
};

}  // namespace robots::loader

#endif
