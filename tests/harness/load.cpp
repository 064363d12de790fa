#include "tests/harness/load.hpp"

#include <exception>
#include <string>

#include "tests/harness/http.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {

namespace {

constexpr int kClients = 2;

int ask(int port, const std::string& path, std::string_view agent) {
    return Client()
        .send(Request("http://example.com" + path).to(port).agent(agent))
        .status;
}

}  // namespace

Load::Load(int port) {
    for (int i = 0; i < kClients; ++i) {
        threads_.emplace_back([this, port] { run(port); });
    }
}

void Load::stop() {
    stopping_ = true;
    for (std::thread& thread : threads_) {
        if (thread.joinable()) {
            thread.join();
        }
    }
}

void Load::run(int port) {
    while (!stopping_) {
        try {
            const bool good = ask(port, "/robots.txt", kChrome) == 200 &&
                              ask(port, "/page", kChrome) == 200 &&
                              ask(port, "/private", kGptBot) == 403;
            ++(good ? answered_ : failed_);
        } catch (const std::exception&) {
            ++failed_;
        }
    }
}

}  // namespace integration
