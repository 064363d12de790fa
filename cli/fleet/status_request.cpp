#include "cli/fleet/status_request.hpp"

#include <curl/curl.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace robotsctl {

namespace {

constexpr long kOk = 200;
constexpr long kForbidden = 403;
constexpr const char* kProtocols = "http,https";

struct Release {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};

class Request {
  public:
    explicit Request(const StatusRequest& asked) : easy_(curl_easy_init()) {
        if (easy_ == nullptr) {
            throw std::runtime_error("cannot start libcurl");
        }
#if LIBCURL_VERSION_NUM >= 0x075500
        set(CURLOPT_PROTOCOLS_STR, kProtocols);
#else
        set(CURLOPT_PROTOCOLS,
            static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
        set(CURLOPT_URL, address_of(asked.url).c_str());
        set(CURLOPT_NOSIGNAL, 1L);
        set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
        set(CURLOPT_TIMEOUT_MS, static_cast<long>(asked.timeout.count()));
        set(CURLOPT_USERAGENT, "robotsctl/" ROBOTS_VERSION);
        set(CURLOPT_ERRORBUFFER, error_.data());
        set(CURLOPT_WRITEFUNCTION, &Request::take);
        set(CURLOPT_WRITEDATA, static_cast<void*>(this));
        if (!asked.ca_file.empty()) {
            set(CURLOPT_CAINFO, asked.ca_file.c_str());
            set(CURLOPT_CAPATH, static_cast<const char*>(nullptr));
        }
    }

    StatusAnswer perform() {
        const CURLcode result = curl_easy_perform(easy_.get());
        if (is_too_long_) {
            return {{}, "the answer has more than 16 MiB"};
        }
        if (result != CURLE_OK) {
            return {{},
                    error_[0] != '\0' ? std::string(error_.data())
                                      : curl_easy_strerror(result)};
        }
        long status = 0;
        curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
        if (status == kForbidden) {
            return {{},
                    "the server answered with status 403; run this on the "
                    "node itself, or write `robots_status any;` in nginx.conf, "
                    "with `allow` and `deny` beside it"};
        }
        return status == kOk ? StatusAnswer{std::move(body_), {}}
                             : StatusAnswer{{},
                                            "the server answered with status " +
                                                std::to_string(status)};
    }

  private:
    template <typename Value>
    void set(CURLoption option, Value value) {
        if (curl_easy_setopt(easy_.get(), option, value) != CURLE_OK) {
            throw std::runtime_error("this libcurl lacks option " +
                                     std::to_string(option));
        }
    }

    static std::string address_of(const std::string& url) {
        const std::string place = url.substr(0, url.find('#'));
        return place.substr(0, place.find('?')) + "?format=json";
    }

    static std::size_t take(char* octets, std::size_t, std::size_t size,
                            void* data) noexcept {
        auto& self = *static_cast<Request*>(data);
        if (size > StatusRequest::kMostOctets - self.body_.size()) {
            self.is_too_long_ = true;
            return 0;
        }
        try {
            self.body_.append(octets, size);
        } catch (...) {
            return 0;
        }
        return size;
    }

    std::unique_ptr<CURL, Release> easy_;
    std::array<char, CURL_ERROR_SIZE> error_{};
    std::string body_;
    bool is_too_long_ = false;
};

}  // namespace

StatusAnswer ask_status(const StatusRequest& request) {
    return Request(request).perform();
}

}  // namespace robotsctl
