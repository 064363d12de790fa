// Reads the logs of a running nginx, and sends requests to it.

#include <algorithm>
#include <array>

#include "tests/harness/contains.hpp"
#include "tests/harness/nginx.hpp"

namespace integration {
namespace {

constexpr std::array<std::string_view, 8> kAlarms{
    "[alert]",   "[crit]",           "[emerg]",       "signal 6",
    "signal 11", "AddressSanitizer", "LeakSanitizer", "runtime error:"};

// What each line of valgrind starts with; it says nothing but findings.
constexpr std::string_view kOfValgrind = "==";

}  // namespace

std::string Nginx::error_log() const {
    return read_file(folder_.path("error.log"));
}

std::string Nginx::access_log() const {
    return read_file(folder_.path("access.log"));
}

bool Nginx::await_error_log(std::string_view text, Milliseconds timeout) {
    return await([&] { return contains(error_log(), text); }, timeout);
}

std::vector<std::string> Nginx::await_access_log(std::size_t count) {
    await([&] { return lines_of(access_log()).size() >= count; }, 5s);
    return lines_of(access_log());
}

std::vector<std::string> Nginx::violations() const {
    std::vector<std::string> found;
    for (const std::string& line : lines_of(error_log())) {
        if (contains(line, "robots: crawler=")) {
            found.push_back(line);
        }
    }
    return found;
}

std::vector<std::string> Nginx::alarms() const {
    const auto announced = [&](std::string_view line) {
        return std::any_of(
            expected_.begin(), expected_.end(),
            [&](const std::string& text) { return contains(line, text); });
    };
    std::vector<std::string> found;
    for (const std::string& line :
         lines_of(error_log() + read_file(folder_.path("output")))) {
        const bool alarming = line.rfind(kOfValgrind, 0) == 0 ||
                              std::any_of(kAlarms.begin(), kAlarms.end(),
                                          [&](std::string_view alarm) {
                                              return contains(line, alarm);
                                          });
        if (alarming && !announced(line)) {
            found.push_back(line);
        }
    }
    return found;
}

void Nginx::expect_alarm(std::string text) {
    expected_.push_back(std::move(text));
}

Response Nginx::send(Request request) {
    if (request.port == 0) {
        request.port = port();
    }
    return Client().send(request);
}

Response Nginx::get(const std::string& url) {
    return send(Request(url));
}

Response Nginx::get(const std::string& url, std::string_view user_agent) {
    return send(Request(url).agent(user_agent));
}

}  // namespace integration
