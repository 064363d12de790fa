// An easy handle of libcurl with the settings that all requests of robotsctl
// share, and a function that runs several requests at a time.

#pragma once

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace robotsctl {

struct FreeHttpList {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using HttpList = std::unique_ptr<curl_slist, FreeHttpList>;

class HttpHandle {
  public:
    enum class Schemes { https, http_and_https };

    // `ca_file` has the certificates to trust instead of those of the system;
    // if `ca_file` is empty, those of the system are trusted. Appends the
    // bodies of answers to `body`, which must outlive this object, up to a size
    // of `most_octets`. Throws std::runtime_error if libcurl lacks an option.
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

    // Calls curl_easy_setopt. Throws std::runtime_error.
    template <typename Value>
    void set(CURLoption option, Value value) {
        if (curl_easy_setopt(easy_.get(), option, value) != CURLE_OK) {
            throw std::runtime_error("this libcurl lacks option " +
                                     std::to_string(option));
        }
    }

    // Makes ask() refuse to connect to addresses that are not public. This
    // includes addresses that DNS returns for a host. If an environment
    // variable sets a proxy for URLs of this scheme, no address is refused,
    // because the admin chose the proxy.
    void refuse_private(bool is_https);

    // The address, as text, to which refuse_private() refused a connection;
    // empty if none was refused.
    const std::string& private_address() const {
        return private_address_;
    }

    // Makes ask() call take(line) for the status line and each header line,
    // without the line end, of an answer and of interim answers (1xx). If
    // take() returns false, the transfer ends.
    void on_header(std::function<bool(std::string_view line)> take);

    // Requests `url`, and waits at most `within` for the whole answer. Forgets
    // the previous answer, but does not clear `body`.
    CURLcode ask(const std::string& url, std::chrono::milliseconds within) {
        set(CURLOPT_URL, url.c_str());
        set(CURLOPT_TIMEOUT_MS, std::max<long>(within.count(), 1));
        error_.front() = '\0';
        is_too_long_ = false;
        private_address_.clear();
        return curl_easy_perform(easy_.get());
    }

    // The status of the last answer; 0 if no answer came.
    long status() const {
        long status = 0;
        curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
        return status;
    }

    // The absolute URL that the last answer redirects to; empty if it does not
    // redirect.
    std::string redirect() const {
        char* to = nullptr;
        curl_easy_getinfo(easy_.get(), CURLINFO_REDIRECT_URL, &to);
        return to == nullptr ? "" : to;
    }

    // Whether the last answer was cut off because its body is too long.
    bool is_too_long() const {
        return is_too_long_;
    }

    // Describes `result` in libcurl's words.
    std::string text_of(CURLcode result) const {
        return error_.front() != '\0' ? error_.data()
                                      : curl_easy_strerror(result);
    }

  private:
    struct Release {
        void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
    };

    static std::size_t take_body(char* octets, std::size_t, std::size_t size,
                                 void* data) noexcept;
    static std::size_t take_header(char* octets, std::size_t, std::size_t size,
                                   void* data) noexcept;
    static curl_socket_t open_socket(void* data, curlsocktype,
                                     curl_sockaddr* address) noexcept;

    std::unique_ptr<CURL, Release> easy_;
    std::array<char, CURL_ERROR_SIZE> error_{};
    std::string& body_;
    std::size_t most_octets_;
    bool is_too_long_ = false;
    std::string private_address_;
    std::function<bool(std::string_view)> on_header_;
};

// Initialises libcurl's global state, and frees it in the destructor. Must
// exist while several threads use libcurl.
class HttpLibrary {
  public:
    HttpLibrary() {
        if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
            throw std::runtime_error("cannot start libcurl");
        }
    }
    ~HttpLibrary() { curl_global_cleanup(); }
    HttpLibrary(const HttpLibrary&) = delete;
    HttpLibrary& operator=(const HttpLibrary&) = delete;
};

// Calls work(index) for each index below `count`, each call in its own thread,
// with at most `at_once` calls at a time. Lower indexes start first. When a
// call has ended, the caller's thread calls done(index, result of work). While
// calls run, the caller's thread calls idle() at least ten times a second.
template <typename Work, typename Done, typename Idle>
void run_at_once(std::size_t count, std::size_t at_once, const Work& work,
                 const Done& done, const Idle& idle) {
    using Result = decltype(work(std::size_t{0}));
    constexpr std::chrono::milliseconds kBetweenLooks{10};
    const HttpLibrary library;
    std::list<std::pair<std::size_t, std::future<Result>>> running;
    for (std::size_t next = 0; next < count || !running.empty();) {
        if (next < count && running.size() < at_once) {
            running.emplace_back(next,
                                 std::async(std::launch::async, work, next));
            ++next;
            continue;
        }
        for (auto it = running.begin(); it != running.end();) {
            if (it->second.wait_for(kBetweenLooks) ==
                std::future_status::ready) {
                done(it->first, it->second.get());
                it = running.erase(it);
            } else {
                ++it;
            }
        }
        idle();
    }
}

}  // namespace robotsctl
