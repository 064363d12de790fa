#include "cli/identity/fetch.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <utility>

#include "cli/identity/transfer.hpp"

namespace robotsctl {

namespace {

constexpr std::chrono::milliseconds kIdle{100};

struct Release {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

// libcurl's own state of a process.
class Library {
  public:
    Library() {
        if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
            throw std::runtime_error("cannot start libcurl");
        }
    }
    ~Library() { curl_global_cleanup(); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
};

class Fetcher {
  public:
    Fetcher(const std::vector<FetchRequest>& requests,
            const FetchSettings& settings,
            const std::function<void(std::size_t, FetchAnswer)>& done)
        : requests_(requests),
          settings_(settings),
          done_(done),
          multi_(curl_multi_init()) {
        if (multi_ == nullptr) {
            throw std::runtime_error("cannot start libcurl");
        }
    }

    ~Fetcher() {
        for (const auto& transfer : running_) {
            curl_multi_remove_handle(multi_.get(), transfer->easy());
        }
    }

    Fetcher(const Fetcher&) = delete;
    Fetcher& operator=(const Fetcher&) = delete;

    void run(const std::function<void()>& idle) {
        start_more();
        while (!running_.empty()) {
            int still = 0;
            check(curl_multi_perform(multi_.get(), &still));
            take_ended();
            start_more();
            if (!running_.empty()) {
                check(curl_multi_poll(multi_.get(), nullptr, 0,
                                      static_cast<int>(kIdle.count()),
                                      nullptr));
            }
            idle();
        }
    }

  private:
    static void check(CURLMcode result) {
        if (result != CURLM_OK) {
            throw std::runtime_error(curl_multi_strerror(result));
        }
    }

    void start_more() {
        while (next_ < requests_.size() &&
               running_.size() < settings_.at_once) {
            auto transfer =
                std::make_unique<Transfer>(next_, requests_[next_], settings_);
            ++next_;
            if (transfer->can_start()) {
                check(curl_multi_add_handle(multi_.get(), transfer->easy()));
                running_.push_back(std::move(transfer));
            } else {
                done_(transfer->index(), transfer->take());
            }
        }
    }

    void take_ended() {
        int waiting = 0;
        while (const CURLMsg* message =
                   curl_multi_info_read(multi_.get(), &waiting)) {
            if (message->msg == CURLMSG_DONE) {
                end(message->easy_handle, message->data.result);
            }
        }
    }

    void end(CURL* easy, CURLcode result) {
        const auto at = std::find_if(
            running_.begin(), running_.end(),
            [easy](const auto& each) { return each->easy() == easy; });
        check(curl_multi_remove_handle(multi_.get(), easy));
        if ((*at)->finish(result)) {
            check(curl_multi_add_handle(multi_.get(), easy));
            return;
        }
        done_((*at)->index(), (*at)->take());
        running_.erase(at);
    }

    const std::vector<FetchRequest>& requests_;
    const FetchSettings& settings_;
    const std::function<void(std::size_t, FetchAnswer)>& done_;
    std::unique_ptr<CURLM, Release> multi_;
    std::vector<std::unique_ptr<Transfer>> running_;
    std::size_t next_ = 0;
};

}  // namespace

void fetch_all(
    const std::vector<FetchRequest>& requests, const FetchSettings& settings,
    const std::function<void(std::size_t index, FetchAnswer answer)>& done,
    const std::function<void()>& idle) {
    const Library library;
    Fetcher fetcher(requests, settings, done);
    fetcher.run(idle);
}

}  // namespace robotsctl
