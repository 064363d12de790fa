#include "cli/identity/transfer.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>

#include "cli/output/text.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/crawlers/special_addresses.hpp"

namespace robotsctl {

namespace {

using std::chrono::milliseconds;

constexpr int kMostRedirects = 3;
// Longer validators are not sent back.
constexpr std::size_t kMaxValidator = 256;

constexpr long kOk = 200;
constexpr long kNotModified = 304;

bool is_redirect(long status) {
    constexpr std::array<long, 5> kRedirects{301, 302, 303, 307, 308};
    return std::find(kRedirects.begin(), kRedirects.end(), status) !=
           kRedirects.end();
}

bool has_proxy() {
    constexpr std::array<const char*, 4> kNames{"https_proxy", "HTTPS_PROXY",
                                                "all_proxy", "ALL_PROXY"};
    return std::any_of(kNames.begin(), kNames.end(), [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    });
}

// The octets of an IP address; empty if it is of another family.
std::string octets_of(const sockaddr& address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    const void* at = nullptr;
    if (address.sa_family == AF_INET) {
        at = &reinterpret_cast<const sockaddr_in&>(address).sin_addr;
    } else if (address.sa_family == AF_INET6) {
        at = &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
    }
    if (at == nullptr || ::inet_ntop(address.sa_family, at, text.data(),
                                     text.size()) == nullptr) {
        return {};
    }
    return robots::address_from(text.data());
}

}  // namespace

Transfer::Transfer(std::size_t index, const FetchRequest& request,
                   const FetchSettings& settings)
    : index_(index),
      settings_(settings),
      origin_(read_source_url(request.url, settings.allow_private)),
      url_(request.url),
      end_(Clock::now() + settings.timeout) {
    answer_.problem = origin_.problem;
    if (answer_.problem.empty()) {
        prepare(request.kept);
    }
}

void Transfer::prepare(const Validators& kept) {
    HttpHandle& easy =
        easy_.emplace(HttpHandle::Schemes::https, settings_.ca_file);
    easy.set(CURLOPT_FOLLOWLOCATION, 0L);
    easy.set(CURLOPT_ACCEPT_ENCODING, "");
    easy.set(CURLOPT_MAXFILESIZE_LARGE,
             static_cast<curl_off_t>(settings_.most_octets));
    easy.set(CURLOPT_WRITEFUNCTION, &Transfer::take_body);
    easy.set(CURLOPT_WRITEDATA, static_cast<void*>(this));
    easy.set(CURLOPT_HEADERFUNCTION, &Transfer::take_header);
    easy.set(CURLOPT_HEADERDATA, static_cast<void*>(this));
    guard_addresses();
    add_conditions(kept);
    aim();
}

// A public name may lead to a private address. A proxy, which often has one, is
// the admin's.
void Transfer::guard_addresses() {
    if (!settings_.allow_private && !has_proxy()) {
        easy_->set(CURLOPT_OPENSOCKETFUNCTION, &Transfer::open_socket);
        easy_->set(CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
    }
}

void Transfer::add_header(const std::string& header) {
    curl_slist* longer = curl_slist_append(headers_.get(), header.c_str());
    if (longer == nullptr) {
        throw std::bad_alloc();
    }
    (void)headers_.release();
    headers_.reset(longer);
}

void Transfer::add_conditions(const Validators& kept) {
    if (!kept.etag.empty()) {
        add_header("If-None-Match: " + kept.etag);
    }
    if (!kept.last_modified.empty()) {
        add_header("If-Modified-Since: " + kept.last_modified);
    }
    is_conditional_ = headers_ != nullptr;
    if (is_conditional_) {
        easy_->set(CURLOPT_HTTPHEADER, headers_.get());
    }
}

void Transfer::aim() {
    const auto left = std::chrono::ceil<milliseconds>(end_ - Clock::now());
    easy_->set(CURLOPT_TIMEOUT_MS,
               static_cast<long>(std::max(left, milliseconds{1}).count()));
    easy_->set(CURLOPT_URL, url_.c_str());
    answer_ = {};
    easy_->forget_error();
}

bool Transfer::finish(CURLcode result) {
    const long status = easy_->status();
    if (result != CURLE_OK) {
        answer_.problem = why_failed(result);
    } else if (status == kNotModified && is_conditional_) {
        answer_.not_modified = true;
    } else if (is_redirect(status)) {
        return follow();
    } else if (status != kOk) {
        answer_.problem =
            "the server answered with status " + std::to_string(status);
    }
    return false;
}

bool Transfer::follow() {
    char* to = nullptr;
    curl_easy_getinfo(easy_->get(), CURLINFO_REDIRECT_URL, &to);
    if (to == nullptr) {
        answer_.problem = "the server redirects to nowhere";
        return false;
    }
    url_ = to;
    const SourceUrl next = read_source_url(url_, settings_.allow_private);
    if (!next.problem.empty() || next.host != origin_.host ||
        next.port != origin_.port) {
        answer_.problem = "the server redirects to " + robots::quoted(url_) +
                          "; only redirects to the same host are followed";
        return false;
    }
    if (++redirects_ > kMostRedirects) {
        answer_.problem = "the server redirects more than " +
                          std::to_string(kMostRedirects) + " times";
        return false;
    }
    aim();
    return true;
}

std::string Transfer::why_failed(CURLcode result) const {
    if (!private_address_.empty()) {
        return "its host is not public: it has the address " +
               private_address_ + "; use --allow-private if that is meant";
    }
    if (result == CURLE_FILESIZE_EXCEEDED || is_too_large_) {
        return "the answer is larger than " +
               std::to_string(settings_.most_octets >> 20) + " MiB";
    }
    if (result == CURLE_OPERATION_TIMEDOUT) {
        return "there was no whole answer within " +
               seconds_text(settings_.timeout);
    }
    return easy_->text_of(result);
}

std::size_t Transfer::take_body(char* octets, std::size_t, std::size_t size,
                                void* data) noexcept {
    auto& self = *static_cast<Transfer*>(data);
    std::string& body = self.answer_.body;
    if (size > self.settings_.most_octets - body.size()) {
        self.is_too_large_ = true;
        return 0;
    }
    try {
        body.append(octets, size);
    } catch (const std::bad_alloc&) {
        return 0;
    }
    return size;
}

std::size_t Transfer::take_header(char* octets, std::size_t, std::size_t size,
                                  void* data) noexcept {
    try {
        static_cast<Transfer*>(data)->take_validator({octets, size});
    } catch (const std::bad_alloc&) {
        return 0;
    }
    return size;
}

void Transfer::take_validator(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
        return;
    }
    const std::string_view name = line.substr(0, colon);
    const std::string_view value =
        robots::trim(line.substr(colon + 1), " \t\r\n");
    if (value.size() > kMaxValidator) {
        return;
    }
    if (robots::equal_folded(name, "etag")) {
        answer_.validators.etag = value;
    } else if (robots::equal_folded(name, "last-modified")) {
        answer_.validators.last_modified = value;
    }
}

curl_socket_t Transfer::open_socket(void* data, curlsocktype,
                                    curl_sockaddr* address) noexcept {
    auto& self = *static_cast<Transfer*>(data);
    try {
        const std::string octets = octets_of(address->addr);
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
