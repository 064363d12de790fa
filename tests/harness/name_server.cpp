#include "tests/harness/name_server.hpp"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

namespace integration {
namespace {

constexpr std::size_t kHeader = 12;

std::string octets_of(const std::string& address) {
    std::array<char, 16> octets{};
    if (inet_pton(AF_INET, address.c_str(), octets.data()) == 1) {
        return {octets.data(), 4};
    }
    if (inet_pton(AF_INET6, address.c_str(), octets.data()) == 1) {
        return {octets.data(), 16};
    }
    throw std::invalid_argument(address);
}

std::string number(std::uint64_t value, std::size_t size) {
    std::string octets;
    for (std::size_t i = size; i-- > 0;) {
        octets += static_cast<char>(value >> (8 * i) & 0xff);
    }
    return octets;
}

// "a.b" as "\1a\1b\0".
std::string wire_name(std::string_view name) {
    std::string wire;
    while (!name.empty()) {
        const std::size_t size = std::min(name.find('.'), name.size());
        wire += static_cast<char>(size);
        wire += name.substr(0, size);
        name.remove_prefix(std::min(size + 1, name.size()));
    }
    return wire + '\0';
}

std::string dotted_name(std::string_view wire) {
    std::string name;
    for (std::size_t at = 0; at < wire.size() && wire[at] != '\0';) {
        const auto size = static_cast<std::size_t>(wire[at]);
        name += name.empty() ? "" : ".";
        name += wire.substr(at + 1, size);
        at += 1 + size;
    }
    return name;
}

}  // namespace

std::string reverse_name(const std::string& address) {
    const std::string octets = octets_of(address);
    std::string name;
    for (std::size_t i = octets.size(); i-- > 0;) {
        const unsigned octet = static_cast<unsigned char>(octets[i]);
        if (octets.size() == 4) {
            name += std::to_string(octet) + ".";
        } else {
            constexpr char kDigits[] = "0123456789abcdef";
            name += {kDigits[octet & 15], '.', kDigits[octet >> 4], '.'};
        }
    }
    return name + (octets.size() == 4 ? "in-addr.arpa" : "ip6.arpa");
}

NameServer::NameServer() : fd_(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof own;
    if (bind(fd_, reinterpret_cast<sockaddr*>(&own), size) != 0 ||
        getsockname(fd_, reinterpret_cast<sockaddr*>(&own), &size) != 0) {
        close(fd_);
        throw std::runtime_error("no port for a name server");
    }
    port_ = ntohs(own.sin_port);
    thread_ = std::thread([this] { run(); });
}

NameServer::~NameServer() {
    stopping_ = true;
    thread_.join();
    close(fd_);
}

void NameServer::add(const std::string& name, RecordType type, std::string data,
                     Seconds ttl) {
    const std::lock_guard<std::mutex> lock(mutex_);
    records_[name].push_back({type, std::move(data), ttl});
}

void NameServer::address(const std::string& name, const std::string& text,
                         Seconds ttl) {
    const std::string octets = octets_of(text);
    add(name, octets.size() == 4 ? RecordType::a : RecordType::aaaa, octets,
        ttl);
}

void NameServer::alias(const std::string& name, const std::string& target) {
    add(name, RecordType::cname, wire_name(target), Seconds{300});
}

void NameServer::reverse(const std::string& text, const std::string& name,
                         Seconds ttl) {
    add(reverse_name(text), RecordType::ptr, wire_name(name), ttl);
}

void NameServer::confirmed(const std::string& text, const std::string& name,
                           Seconds ttl) {
    reverse(text, name, ttl);
    address(name, text, ttl);
}

void NameServer::fail(const std::string& name, RecordType type, Rcode code) {
    const std::lock_guard<std::mutex> lock(mutex_);
    failing_[{name, type}] = code;
}

void NameServer::ignore(const std::string& name, RecordType type) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ignored_.insert({name, type});
}

void NameServer::hold(const std::string& name, RecordType type) {
    const std::lock_guard<std::mutex> lock(mutex_);
    held_.insert({name, type});
}

void NameServer::release_all() {
    const std::lock_guard<std::mutex> lock(mutex_);
    held_.clear();
    for (const Question& question : pending_) {
        answer(question);
    }
    pending_.clear();
}

void NameServer::lie(std::function<void(std::string& message)> lie) {
    const std::lock_guard<std::mutex> lock(mutex_);
    lie_ = std::move(lie);
}

void NameServer::ignore_the_rest() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ignores_the_rest_ = true;
}

std::size_t NameServer::asked(const std::string& name, RecordType type) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = asked_.find({name, type});
    return found != asked_.end() ? found->second : 0;
}

std::size_t NameServer::asked() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::size_t sum = 0;
    for (const auto& [key, count] : asked_) {
        sum += count;
    }
    return sum;
}

std::size_t NameServer::names_asked() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::set<std::string> names;
    for (const auto& [key, count] : asked_) {
        names.insert(key.first);
    }
    return names.size();
}

void NameServer::run() {
    constexpr int kTick = 20;
    while (!stopping_) {
        pollfd waiting{fd_, POLLIN, 0};
        if (poll(&waiting, 1, kTick) > 0) {
            receive();
        }
    }
}

void NameServer::receive() {
    std::array<char, 512> octets{};
    Question question{};
    socklen_t size = sizeof question.sender;
    const ssize_t got =
        recvfrom(fd_, octets.data(), octets.size(), 0,
                 reinterpret_cast<sockaddr*>(&question.sender), &size);
    const std::string_view message(octets.data(),
                                   got > 0 ? static_cast<std::size_t>(got) : 0);
    const std::size_t name_end = message.find('\0', kHeader);
    if (name_end == std::string_view::npos || name_end + 5 > message.size()) {
        return;
    }
    const auto type = static_cast<unsigned char>(message[name_end + 2]);
    question.key = {dotted_name(message.substr(kHeader)), RecordType{type}};
    question.message = message.substr(0, name_end + 5);
    take(std::move(question));
}

void NameServer::take(Question question) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const Key& key = question.key;
    ++asked_[key];
    const bool known =
        records_.count(key.first) != 0 || failing_.count(key) != 0;
    if (ignored_.count(key) != 0 || (ignores_the_rest_ && !known)) {
        return;
    }
    if (held_.count(key) != 0) {
        pending_.push_back(std::move(question));
        return;
    }
    answer(question);
}

// The caller has locked the mutex.
void NameServer::answer(const Question& question) {
    const auto failing = failing_.find(question.key);
    Rcode code = failing != failing_.end() ? failing->second : Rcode::no_error;
    if (code == Rcode::no_error && records_.count(question.key.first) == 0) {
        code = Rcode::no_such_name;
    }
    const std::vector<Record> records = code == Rcode::no_error
                                            ? records_for(question.key)
                                            : std::vector<Record>();
    std::string message = question.message;
    // A response of a server that recurses, to one question.
    message.replace(2, kHeader - 2,
                    number(0x8180 | static_cast<std::uint64_t>(code), 2) +
                        number(1, 2) + number(records.size(), 2) +
                        number(0, 4));
    // Each record is about the question's name, by a pointer to it: nginx does
    // not look at whose it is.
    for (const Record& record : records) {
        message += number(0xc000 | kHeader, 2) +
                   number(static_cast<std::uint64_t>(record.type), 2) +
                   number(1, 2) +
                   number(static_cast<std::uint64_t>(record.ttl.count()), 4) +
                   number(record.data.size(), 2) + record.data;
    }
    if (lie_) {
        lie_(message);
    }
    sendto(fd_, message.data(), message.size(), 0,
           reinterpret_cast<const sockaddr*>(&question.sender),
           sizeof question.sender);
}

// Those of the type, and the CNAMEs on the way there.
std::vector<NameServer::Record> NameServer::records_for(const Key& key) const {
    std::vector<Record> chain;
    std::string name = key.first;
    for (int depth = 0; depth < 8; ++depth) {
        const auto found = records_.find(name);
        if (found == records_.end()) {
            break;
        }
        std::string target;
        for (const Record& record : found->second) {
            if (record.type == key.second || record.type == RecordType::cname) {
                chain.push_back(record);
            }
            if (record.type == RecordType::cname) {
                target = dotted_name(record.data);
            }
        }
        if (target.empty()) {
            break;
        }
        name = target;
    }
    return chain;
}

}  // namespace integration
