// Sends requests to a server on 127.0.0.1, with libcurl or byte by byte over
// TCP.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/harness/await.hpp"

namespace integration {

struct Response {
    int status = 0;
    std::string version;  // "1.0", "1.1", "2"
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    Milliseconds took{0};
    bool reused = false;  // came over a connection that was open already

    // Returns the first header with this name, ignoring case; empty if absent.
    std::string header(std::string_view name) const;
    bool has(std::string_view name) const;
};

// Reads a status line, headers and body from the front of `bytes` and removes
// them. Returns false if the message is not complete yet. `ended`: no more
// bytes will come. `bodiless`: the message is an answer to HEAD.
bool take_response(std::string& bytes, bool ended, bool bodiless,
                   Response& response);

enum class Version { http1, http2 };

// One request. The URL's host and port go into Host and SNI; the connection
// goes to `port` of 127.0.0.1. No User-Agent is sent unless agent() is called.
struct Request {
    explicit Request(std::string asked) : url(std::move(asked)) {}

    Request& agent(std::string_view value);
    Request& header(std::string line);
    Request& to(int tcp_port);
    Request& as(std::string verb);
    Request& posting(std::string content);
    Request& over(Version wanted);

    std::string url;
    int port = 0;
    std::string method = "GET";
    std::vector<std::string> headers;
    std::string content;
    bool has_content = false;
    Version version = Version::http1;
};

// Keeps connections open between requests, as browsers and crawlers do.
class Client {
  public:
    Client();
    ~Client();
    Client(Client&&) noexcept;

    // Throws std::runtime_error if no response comes within 30 s.
    Response send(const Request& request);

  private:
    struct Handle;
    std::unique_ptr<Handle> handle_;
};

// Returns a request: `request_line` ("GET /a HTTP/1.1"), Host, `headers` and
// the empty line.
std::string message(std::string_view request_line, std::string_view host,
                    const std::vector<std::string>& headers = {});

// A TCP connection on which a test sends exact bytes.
class Connection {
  public:
    explicit Connection(int port);
    ~Connection();
    Connection(Connection&& other) noexcept;
    Connection& operator=(Connection&&) = delete;

    Connection& send(std::string_view bytes);

    // Returns the next response. Throws if none comes within scaled(timeout).
    Response read(Milliseconds timeout = 15s);
    Response read_bodiless();

    // Returns the next `count` octets. Throws if they do not come in time.
    std::string octets(std::size_t count, Milliseconds timeout = 15s);

    // Returns all octets until the server closes the connection. Throws if it
    // does not close in time.
    std::string rest(Milliseconds timeout = 15s);

    // Whether octets or the end of the connection have come or come within
    // scaled(timeout).
    bool readable(Milliseconds timeout);

    void close();

  private:
    Response read(bool bodiless, Milliseconds timeout);
    void receive(const Stopwatch& watch, Milliseconds timeout);

    int fd_ = -1;
    bool ended_ = false;
    std::string unread_;
};

}  // namespace integration
