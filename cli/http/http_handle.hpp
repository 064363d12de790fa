// One of libcurl's easy handles, set up as all requests of robotsctl are.

#pragma once

#include <curl/curl.h>

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

namespace robotsctl {

class HttpHandle {
  public:
    enum class Schemes { https, http_and_https };

    // `ca_file`: certificates to trust instead of the system's, if not empty.
    // The answer's body is appended to `body`, which outlives this, as long as
    // that has no more than `most_octets`. Throws std::runtime_error if libcurl
    // cannot do it.
    HttpHandle(Schemes schemes, const std::string& ca_file, std::string& body,
               std::size_t most_octets)
        : easy_(curl_easy_init()), body_(body), most_octets_(most_octets) {
        if (easy_ == nullptr) {
            throw std::runtime_error("cannot start libcurl");
        }
        const bool plain = schemes == Schemes::http_and_https;
#if LIBCURL_VERSION_NUM >= 0x075500
        set(CURLOPT_PROTOCOLS_STR, plain ? "http,https" : "https");
#else
        set(CURLOPT_PROTOCOLS,
            static_cast<long>(CURLPROTO_HTTPS | (plain ? CURLPROTO_HTTP : 0)));
#endif
        set(CURLOPT_NOSIGNAL, 1L);
        set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
        set(CURLOPT_USERAGENT, "robotsctl/" ROBOTS_VERSION);
        set(CURLOPT_ERRORBUFFER, error_.data());
        set(CURLOPT_WRITEFUNCTION, &HttpHandle::take_body);
        set(CURLOPT_WRITEDATA, static_cast<void*>(this));
        if (!ca_file.empty()) {
            set(CURLOPT_CAINFO, ca_file.c_str());
            set(CURLOPT_CAPATH, static_cast<const char*>(nullptr));
        }
    }
    HttpHandle(const HttpHandle&) = delete;
    HttpHandle& operator=(const HttpHandle&) = delete;

    // As curl_easy_setopt. Throws std::runtime_error.
    template <typename Value>
    void set(CURLoption option, Value value) {
        if (curl_easy_setopt(easy_.get(), option, value) != CURLE_OK) {
            throw std::runtime_error("this libcurl lacks option " +
                                     std::to_string(option));
        }
    }

    CURL* get() const {
        return easy_.get();
    }

    // The status of the last answer; 0 if there was none.
    long status() const {
        long status = 0;
        curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
        return status;
    }

    // Whether an answer ended early, since its body has too many octets.
    bool is_too_long() const {
        return is_too_long_;
    }

    // What libcurl says of its `result`. A handle that is used again forgets
    // what it said before.
    std::string text_of(CURLcode result) const {
        return error_.front() != '\0' ? error_.data()
                                      : curl_easy_strerror(result);
    }
    void forget_error() {
        error_.front() = '\0';
    }

  private:
    struct Release {
        void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
    };

    static std::size_t take_body(char* octets, std::size_t, std::size_t size,
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

    std::unique_ptr<CURL, Release> easy_;
    std::array<char, CURL_ERROR_SIZE> error_{};
    std::string& body_;
    std::size_t most_octets_;
    bool is_too_long_ = false;
};

}  // namespace robotsctl
