#include "cli/judging/address.hpp"

#include <arpa/inet.h>

#include <algorithm>

namespace robotsctl {

Address::Address(std::string_view text) {
    std::array<char, INET6_ADDRSTRLEN> terminated{};
    if (text.size() >= terminated.size()) {
        return;
    }
    std::copy(text.begin(), text.end(), terminated.begin());
    if (::inet_pton(AF_INET, terminated.data(), octets_.data()) == 1) {
        size_ = 4;
    } else if (::inet_pton(AF_INET6, terminated.data(), octets_.data()) == 1) {
        size_ = 16;
    }
}

}  // namespace robotsctl
