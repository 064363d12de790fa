#include "tests/harness/http.hpp"

#include <curl/curl.h>
#include <strings.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace integration {
namespace {

bool same_name(std::string_view a, std::string_view b) {
    return a.size() == b.size() &&
           strncasecmp(a.data(), b.data(), a.size()) == 0;
}

void parse_line(std::string_view line, Response& response) {
    if (line.substr(0, 5) == "HTTP/") {
        response = {};
        const std::size_t blank = line.find(' ');
        response.version = line.substr(5, blank - 5);
        response.status = std::atoi(std::string(line.substr(blank)).c_str());
        return;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
        return;
    }
    std::string_view value = line.substr(colon + 1);
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    response.headers.emplace_back(line.substr(0, colon), value);
}

std::string_view without_line_end(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) {
        line.remove_suffix(1);
    }
    return line;
}

std::size_t on_header(char* bytes, std::size_t, std::size_t size, void* into) {
    parse_line(without_line_end({bytes, size}), *static_cast<Response*>(into));
    return size;
}

std::size_t on_body(char* bytes, std::size_t, std::size_t size, void* into) {
    static_cast<Response*>(into)->body.append(bytes, size);
    return size;
}

// Takes the chunks from the front of `bytes`; false where the last is not
// there.
bool take_chunks(std::string& bytes, std::string& body) {
    std::size_t at = 0;
    for (;;) {
        const std::size_t line_end = bytes.find("\r\n", at);
        if (line_end == std::string::npos) {
            return false;
        }
        const std::size_t size = std::strtoul(bytes.c_str() + at, nullptr, 16);
        const std::size_t end = line_end + 2 + size + 2;
        if (bytes.size() < end) {
            return false;
        }
        body.append(bytes, line_end + 2, size);
        at = end;
        if (size == 0) {
            bytes.erase(0, at);
            return true;
        }
    }
}

bool take_body(std::string& bytes, bool ended, Response& response) {
    if (response.header("Transfer-Encoding") == "chunked") {
        return take_chunks(bytes, response.body);
    }
    if (!response.has("Content-Length")) {
        response.body = ended ? std::exchange(bytes, {}) : std::string();
        return ended;
    }
    const std::size_t size =
        std::strtoul(response.header("Content-Length").c_str(), nullptr, 10);
    if (bytes.size() < size) {
        return false;
    }
    response.body = bytes.substr(0, size);
    bytes.erase(0, size);
    return true;
}

}  // namespace

std::string Response::header(std::string_view name) const {
    for (const auto& [key, value] : headers) {
        if (same_name(key, name)) {
            return value;
        }
    }
    return {};
}

bool Response::has(std::string_view name) const {
    return std::any_of(headers.begin(), headers.end(), [&](const auto& header) {
        return same_name(header.first, name);
    });
}

bool take_response(std::string& bytes, bool ended, bool bodiless,
                   Response& response) {
    const std::size_t head_end = bytes.find("\r\n\r\n");
    if (head_end == std::string::npos) {
        return false;
    }
    std::size_t at = 0;
    while (at <= head_end) {
        const std::size_t line_end = bytes.find("\r\n", at);
        parse_line(std::string_view(bytes).substr(at, line_end - at), response);
        at = line_end + 2;
    }
    std::string rest = bytes.substr(head_end + 4);
    const bool empty = bodiless || response.status == 304 ||
                       response.status == 204 || response.status < 200;
    if (!empty && !take_body(rest, ended, response)) {
        return false;
    }
    bytes = rest;
    return true;
}

Request& Request::agent(std::string_view value) {
    // libcurl's way of sending a header without a value.
    headers.push_back(value.empty() ? "User-Agent;"
                                    : "User-Agent: " + std::string(value));
    return *this;
}

Request& Request::header(std::string line) {
    headers.push_back(std::move(line));
    return *this;
}

Request& Request::to(int tcp_port) {
    port = tcp_port;
    return *this;
}

Request& Request::as(std::string verb) {
    method = std::move(verb);
    return *this;
}

Request& Request::posting(std::string bytes) {
    content = std::move(bytes);
    has_content = true;
    return as("POST");
}

Request& Request::over(Version wanted) {
    version = wanted;
    return *this;
}

struct Client::Handle {
    CURL* curl = curl_easy_init();
    ~Handle() { curl_easy_cleanup(curl); }
};

Client::Client() : handle_(std::make_unique<Handle>()) {}
Client::~Client() = default;
Client::Client(Client&&) noexcept = default;

namespace {

using Lines = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

Lines lines_for_curl(const std::vector<std::string>& lines) {
    curl_slist* list = nullptr;
    for (const std::string& line : lines) {
        list = curl_slist_append(list, line.c_str());
    }
    return {list, curl_slist_free_all};
}

void set_method(CURL* curl, const Request& request) {
    if (request.has_content) {
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE,
                         static_cast<long>(request.content.size()));
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request.content.c_str());
    }
    if (request.method == "HEAD") {
        curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
    } else {
        curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request.method.c_str());
    }
}

void set_protocol(CURL* curl, const Request& request) {
    const bool tls = request.url.rfind("https:", 0) == 0;
    const bool h2 = request.version == Version::http2;
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION,
                     !h2   ? CURL_HTTP_VERSION_1_1
                     : tls ? CURL_HTTP_VERSION_2TLS
                           : CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE);
    // Certificates under test are self-signed.
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
}

}  // namespace

Response Client::send(const Request& request) {
    CURL* const curl = handle_->curl;
    Response response;
    std::vector<std::string> wanted = request.headers;
    wanted.emplace_back("Expect:");  // no header of libcurl's own
    const Lines headers = lines_for_curl(wanted);
    const Lines connect_to =
        lines_for_curl({"::127.0.0.1:" + std::to_string(request.port)});

    curl_easy_reset(curl);  // keeps the connections
    curl_easy_setopt(curl, CURLOPT_URL, request.url.c_str());
    curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(curl, CURLOPT_CONNECT_TO, connect_to.get());
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.get());
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS,
                     static_cast<long>(scaled(30s).count()));
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &response);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &response);
    set_protocol(curl, request);
    set_method(curl, request);

    const Stopwatch watch;
    const CURLcode code = curl_easy_perform(curl);
    response.took = watch.elapsed();
    long connects = 0;
    curl_easy_getinfo(curl, CURLINFO_NUM_CONNECTS, &connects);
    response.reused = connects == 0;
    if (code != CURLE_OK) {
        throw std::runtime_error(request.url + ": " + curl_easy_strerror(code));
    }
    return response;
}

}  // namespace integration
