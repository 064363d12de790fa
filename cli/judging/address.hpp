// The address of a client, parsed.

#ifndef ROBOTS_CLI_JUDGING_ADDRESS_HPP
#define ROBOTS_CLI_JUDGING_ADDRESS_HPP

#include <array>
#include <string_view>

namespace robotsctl {

class Address {
  public:
    // `text`: an IPv4 or IPv6 address.
    explicit Address(std::string_view text);

    // 4 or 16 octets in network order; none if the text is not an address.
    std::string_view octets() const { return {octets_.data(), size_}; }

  private:
    std::array<char, 16> octets_{};
    std::size_t size_ = 0;
};

}  // namespace robotsctl

#endif
