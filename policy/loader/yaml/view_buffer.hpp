// A stream that limits how far a parser reads ahead.

#ifndef ROBOTS_POLICY_LOADER_YAML_VIEW_BUFFER_HPP
#define ROBOTS_POLICY_LOADER_YAML_VIEW_BUFFER_HPP

#include <algorithm>
#include <cstddef>
#include <streambuf>
#include <string_view>

namespace robots::loader {

// Thrown if the parser reads too far ahead.
struct TooLong {};

// A stream over `text`, without a copy. The YAML parser reads on until it knows
// what a bracket or a quote starts, and its memory for that is up to 240 times
// the text. So the stream compares how much it gave with `reached`, the place
// of the last thing that the parser has understood.
class ViewBuffer : public std::streambuf {
  public:
    // `text` and `reached` outlive it. Reading throws TooLong if the parser is
    // more than `most` octets ahead of `reached`.
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
