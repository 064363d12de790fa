#include "cli/fleet/status_request.hpp"

#include <utility>

#include "cli/http/http_handle.hpp"

namespace robotsctl {

namespace {

constexpr long kOk = 200;
constexpr long kForbidden = 403;

class Request {
  public:
    explicit Request(const StatusRequest& asked)
        : easy_(HttpHandle::Schemes::http_and_https, asked.ca_file) {
        easy_.set(CURLOPT_URL, address_of(asked.url).c_str());
        easy_.set(CURLOPT_TIMEOUT_MS, static_cast<long>(asked.timeout.count()));
        easy_.set(CURLOPT_WRITEFUNCTION, &Request::take);
        easy_.set(CURLOPT_WRITEDATA, static_cast<void*>(this));
    }

    StatusAnswer perform() {
        const CURLcode result = curl_easy_perform(easy_.get());
        if (is_too_long_) {
            return {{}, "the answer has more than 2 MiB"};
        }
        if (result != CURLE_OK) {
            return {{}, easy_.text_of(result)};
        }
        const long status = easy_.status();
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

    HttpHandle easy_;
    std::string body_;
    bool is_too_long_ = false;
};

}  // namespace

StatusAnswer ask_status(const StatusRequest& request) {
    return Request(request).perform();
}

}  // namespace robotsctl
