// One request to a server, with the redirects that it is sent on.

#ifndef ROBOTS_CLI_IDENTITY_TRANSFER_HPP
#define ROBOTS_CLI_IDENTITY_TRANSFER_HPP

#include <curl/curl.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/http/http_handle.hpp"
#include "cli/identity/fetch_settings.hpp"
#include "cli/identity/source_url.hpp"

namespace robotsctl {

class Transfer {
  public:
    // `settings` outlive it. Its time runs from now on.
    Transfer(std::size_t index, const FetchRequest& request,
             const FetchSettings& settings);

    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    // Of the request among all.
    std::size_t index() const { return index_; }
    // For libcurl, if it can start; else the answer has a problem.
    bool can_start() const { return answer_.problem.empty(); }
    CURL* easy() const { return easy_->get(); }

    // What libcurl said at its end. True: it is to be started again, for where
    // it was redirected to. False: it has its answer.
    bool finish(CURLcode result);
    FetchAnswer take() { return std::move(answer_); }

  private:
    using Clock = std::chrono::steady_clock;
    struct Release {
        void operator()(curl_slist* list) const { curl_slist_free_all(list); }
    };

    void prepare(const Validators& kept);
    void guard_addresses();
    void add_header(const std::string& header);
    void add_conditions(const Validators& kept);
    // Sets what differs from one redirect to the next.
    void aim();
    bool follow();
    std::string why_failed(CURLcode result) const;
    void take_validator(std::string_view line);

    static std::size_t take_body(char* octets, std::size_t, std::size_t size,
                                 void* data) noexcept;
    static std::size_t take_header(char* octets, std::size_t, std::size_t size,
                                   void* data) noexcept;
    static curl_socket_t open_socket(void* data, curlsocktype purpose,
                                     curl_sockaddr* address) noexcept;

    std::size_t index_;
    const FetchSettings& settings_;
    SourceUrl origin_;
    std::string url_;
    Clock::time_point end_;
    std::unique_ptr<curl_slist, Release> headers_;
    std::optional<HttpHandle> easy_;  // if it can start
    FetchAnswer answer_;
    std::string private_address_;  // that it would have connected to
    bool is_conditional_ = false;
    bool is_too_large_ = false;
    int redirects_ = 0;
};

}  // namespace robotsctl

#endif
