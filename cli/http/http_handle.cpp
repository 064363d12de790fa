#include "cli/http/http_handle.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cstdlib>

#include "policy/base/text.hpp"
#include "policy/crawlers/address_ranges.hpp"

namespace robotsctl {

namespace {

// Whether an environment variable sets a proxy for URLs of the scheme (https or
// http).
bool has_proxy(bool is_https) {
    constexpr std::array<const char*, 5> kNames{
        "all_proxy", "ALL_PROXY", "https_proxy", "HTTPS_PROXY", "http_proxy"};
    const auto* const first = kNames.begin();
    const auto is_set = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return std::any_of(first, first + 2, is_set) ||
           (is_https ? std::any_of(first + 2, first + 4, is_set)
                     : is_set(kNames.back()));
}

}  // namespace

void HttpHandle::refuse_private(bool is_https) {
    if (!has_proxy(is_https)) {
        set(CURLOPT_OPENSOCKETFUNCTION, &HttpHandle::open_socket);
        set(CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
    }
}

void HttpHandle::on_header(std::function<bool(std::string_view line)> take) {
    on_header_ = std::move(take);
    set(CURLOPT_HEADERFUNCTION, &HttpHandle::take_header);
    set(CURLOPT_HEADERDATA, static_cast<void*>(this));
}

std::size_t HttpHandle::take_body(char* octets, std::size_t, std::size_t size,
                                  void* data) noexcept {
    auto& self = *static_cast<HttpHandle*>(data);
    if (size > self.most_octets_ - self.body_.size()) {
        self.is_too_long_ = true;
        return 0;
    }
    try {
        self.body_.append(octets, size);
    } catch (const std::bad_alloc&) {
        return 0;
    }
    return size;
}

std::size_t HttpHandle::take_header(char* octets, std::size_t, std::size_t size,
                                    void* data) noexcept {
    try {
        return static_cast<HttpHandle*>(data)->on_header_(
                   robots::trim({octets, size}, "\r\n"))
                   ? size
                   : 0;
    } catch (const std::bad_alloc&) {
        return 0;
    }
}

curl_socket_t HttpHandle::open_socket(void* data, curlsocktype,
                                      curl_sockaddr* address) noexcept {
    auto& self = *static_cast<HttpHandle*>(data);
    try {
        const std::string_view octets = robots::octets_of(&address->addr);
        if (!robots::why_not_public(octets).empty()) {
            self.private_address_ = octets.empty()
                                        ? "of another kind"
                                        : robots::address_text(octets);
            return CURL_SOCKET_BAD;
        }
    } catch (const std::bad_alloc&) {
        return CURL_SOCKET_BAD;
    }
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC,
                    address->protocol);
}

}  // namespace robotsctl
