#include "cli/sources/fetch.hpp"

#include <curl/curl.h>

#include <new>
#include <string_view>
#include <utility>

#include "cli/http/http_handle.hpp"
#include "cli/output/text.hpp"
#include "cli/sources/sources.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/verdict/charge.hpp"

namespace robotsctl {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kFetchesAtOnce = 8;
constexpr std::size_t kMostFetchedOctets = std::size_t{2} * 1024 * 1024;
constexpr int kMostRedirects = 3;
// The maximum size of a validator. A longer validator is not sent back to its
// server.
constexpr std::size_t kMaxValidator = 256;

constexpr long kHttpOk = 200;
constexpr long kHttpNotModified = 304;

// One request to a server, including the redirects that it follows.
class Transfer {
  public:
    // `settings` must outlive this object. The time limit starts now.
    Transfer(const FetchRequest& request, const FetchSettings& settings)
        : settings_(settings),
          origin_(read_source_url(request.url, settings.allow_private)),
          url_(request.url),
          may_redirect_(request.may_redirect),
          end_(Clock::now() + settings.timeout),
          easy_(HttpHandle::Schemes::https, settings.ca_file, answer_.body,
                kMostFetchedOctets) {
        easy_.set(CURLOPT_FOLLOWLOCATION, 0L);
        easy_.set(CURLOPT_ACCEPT_ENCODING, "");
        easy_.set(CURLOPT_MAXFILESIZE_LARGE,
                  static_cast<curl_off_t>(kMostFetchedOctets));
        easy_.on_header([this](std::string_view line) {
            take_validator(line);
            return true;
        });
        if (!settings_.allow_private) {
            easy_.refuse_private(true);
        }
        add_header("If-None-Match: ", request.kept.etag);
        add_header("If-Modified-Since: ", request.kept.last_modified);
        easy_.set(CURLOPT_HTTPHEADER, headers_.get());
    }
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    FetchAnswer perform() {
        answer_.problem = origin_.problem;
        if (answer_.problem.empty()) {
            do {
                ask();
            } while (answer_.problem.empty() && follows());
        }
        return std::move(answer_);
    }

  private:
    using Clock = std::chrono::steady_clock;

    void add_header(const char* name, const std::string& value) {
        if (value.empty()) {
            return;
        }
        curl_slist* longer =
            curl_slist_append(headers_.get(), (name + value).c_str());
        if (longer == nullptr) {
            throw std::bad_alloc();
        }
        (void)headers_.release();
        headers_.reset(longer);
    }

    void ask() {
        answer_ = {};
        const CURLcode result = easy_.ask(
            url_, std::chrono::ceil<milliseconds>(end_ - Clock::now()));
        const long status = easy_.status();
        if (result != CURLE_OK) {
            answer_.problem = why_failed(result);
        } else if (status == kHttpNotModified && headers_ != nullptr) {
            answer_.not_modified = true;
        } else if (status != kHttpOk &&
                   !robots::is_redirect(static_cast<unsigned>(status))) {
            answer_.problem =
                "the server answered with status " + std::to_string(status);
        }
    }

    // Whether the answer is a redirect that may be followed. Sets
    // answer_.problem if it may not be followed.
    bool follows() {
        if (!robots::is_redirect(static_cast<unsigned>(easy_.status()))) {
            return false;
        }
        url_ = easy_.redirect();
        if (url_.empty()) {
            answer_.problem = "the server redirects to nowhere";
            return false;
        }
        if (!may_redirect_) {
            answer_.problem = "the server redirects to " + robots::cited(url_) +
                              ", which is not followed for keys; if their "
                              "operator names that URL, write it in `keys_url`";
            return false;
        }
        const SourceUrl next = read_source_url(url_, settings_.allow_private);
        if (!next.problem.empty() || next.host != origin_.host ||
            next.port != origin_.port) {
            answer_.problem = "the server redirects to " + robots::cited(url_) +
                              "; only redirects to the same host are followed";
        } else if (++redirects_ > kMostRedirects) {
            answer_.problem = "the server redirects more than " +
                              std::to_string(kMostRedirects) + " times";
        }
        return answer_.problem.empty();
    }

    std::string why_failed(CURLcode result) const {
        if (!easy_.private_address().empty()) {
            return "its host is not public: it has the address " +
                   easy_.private_address() +
                   "; use --allow-private if that is meant";
        }
        if (result == CURLE_FILESIZE_EXCEEDED || easy_.is_too_long()) {
            return "the answer is larger than " +
                   std::to_string(kMostFetchedOctets >> 20) + " MiB";
        }
        if (result == CURLE_OPERATION_TIMEDOUT) {
            return "there was no whole answer within " +
                   seconds_text(settings_.timeout);
        }
        return easy_.text_of(result);
    }

    void take_validator(std::string_view line) {
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) {
            return;
        }
        const std::string_view name = line.substr(0, colon);
        const std::string_view value = robots::trim(line.substr(colon + 1));
        if (value.size() > kMaxValidator) {
            return;
        }
        if (robots::equal_folded(name, "etag")) {
            answer_.validators.etag = value;
        } else if (robots::equal_folded(name, "last-modified")) {
            answer_.validators.last_modified = value;
        }
    }

    const FetchSettings& settings_;
    SourceUrl origin_;
    std::string url_;
    bool may_redirect_;
    Clock::time_point end_;
    HttpList headers_;  // of a conditional request
    FetchAnswer answer_;
    HttpHandle easy_;
    int redirects_ = 0;
};

}  // namespace

void fetch_all(
    const std::vector<FetchRequest>& requests, const FetchSettings& settings,
    const std::function<void(std::size_t index, FetchAnswer answer)>& done,
    const std::function<void()>& idle) {
    run_at_once(
        requests.size(), kFetchesAtOnce,
        [&](std::size_t index) {
            return Transfer(requests[index], settings).perform();
        },
        done, idle);
}

}  // namespace robotsctl
