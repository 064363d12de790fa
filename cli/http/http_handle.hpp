// One of libcurl's easy handles, set up as all requests of robotsctl are.

#pragma once

#include <curl/curl.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <string>

namespace robotsctl {

class HttpHandle {
  public:
    enum class Schemes { https, http_and_https };

    // `ca_file`: certificates to trust instead of the system's, if not empty.
    // Throws std::runtime_error if libcurl cannot do it.
    HttpHandle(Schemes schemes, const std::string& ca_file);
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

    CURL* get() const { return easy_.get(); }

    // The status of the last answer; 0 if there was none.
    long status() const;

    // What libcurl says of its `result`. A handle that is used again forgets
    // what it said before.
    std::string text_of(CURLcode result) const;
    void forget_error() { error_.front() = '\0'; }

  private:
    struct Release {
        void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
    };

    std::unique_ptr<CURL, Release> easy_;
    std::array<char, CURL_ERROR_SIZE> error_{};
};

}  // namespace robotsctl
