#include "tests/harness/valkey.hpp"

#include <hiredis/hiredis.h>

#include <csignal>
#include <memory>
#include <stdexcept>

#include "tests/harness/await.hpp"
#include "tests/harness/nginx.hpp"
#include "tests/harness/processes.hpp"

namespace integration {

namespace {

using Context = std::unique_ptr<redisContext, decltype(&redisFree)>;

Context connect(const std::string& host, int port) {
    const timeval patience{2, 0};
    return {redisConnectWithTimeout(host.c_str(), port, patience), redisFree};
}

std::string text_of(const redisReply& reply) {
    switch (reply.type) {
        case REDIS_REPLY_INTEGER:
            return std::to_string(reply.integer);
        case REDIS_REPLY_NIL:
            return "(nil)";
        case REDIS_REPLY_ARRAY: {
            std::string lines;
            for (std::size_t i = 0; i < reply.elements; ++i) {
                lines += text_of(*reply.element[i]) + "\n";
            }
            return lines;
        }
        default:
            return {reply.str, reply.len};
    }
}

}  // namespace

Valkey::Valkey(std::string host, int port, std::vector<std::string> options)
    : host_(std::move(host)), options_(std::move(options)), port_(port) {
    start();
}

Valkey::~Valkey() {
    kill();
}

void Valkey::start() {
    std::vector<std::string> command{
        environment("ROBOTS_VALKEY", "/usr/bin/redis-server"),
        "--port",
        std::to_string(port_),
        "--bind",
        host_,
        "--save",
        "",
        "--appendonly",
        "no",
        "--unixsocket",
        socket(),
        "--dir",
        folder_.path()};
    command.insert(command.end(), options_.begin(), options_.end());
    pid_ = spawn(command, folder_.path("log"));
    if (!await([this] { return answers(); })) {
        throw std::runtime_error("the Valkey server does not answer: " +
                                 read_file(folder_.path("log")));
    }
}

bool Valkey::answers() const {
    const Context context = connect(host_, port_);
    return context != nullptr && context->err == 0;
}

void Valkey::kill() {
    if (pid_ != 0) {
        ::kill(pid_, SIGCONT);
        ::kill(pid_, SIGKILL);
        await_end(pid_, 10s);
        pid_ = 0;
    }
}

void Valkey::freeze() const {
    ::kill(pid_, SIGSTOP);
}

void Valkey::thaw() const {
    ::kill(pid_, SIGCONT);
}

std::string Valkey::ask(const std::vector<std::string>& command) const {
    const Context context = connect(host_, port_);
    std::vector<const char*> words;
    std::vector<std::size_t> sizes;
    for (const std::string& word : command) {
        words.push_back(word.data());
        sizes.push_back(word.size());
    }
    auto* reply = static_cast<redisReply*>(
        redisCommandArgv(context.get(), static_cast<int>(words.size()),
                         words.data(), sizes.data()));
    if (reply == nullptr) {
        throw std::runtime_error("the Valkey server does not answer");
    }
    const std::string text = text_of(*reply);
    freeReplyObject(reply);
    return text;
}

std::vector<std::string> Valkey::keys(const std::string& pattern) const {
    return lines_of(ask({"KEYS", pattern}));
}

}  // namespace integration
