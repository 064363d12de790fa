// A DNS server on a UDP port of 127.0.0.1 that has the records that a test
// adds, and counts the questions. It answers as a recursive resolver does: with
// the whole chain of a CNAME, with NXDOMAIN for an unknown name, and without
// records for a type that a known name does not have.

#pragma once

#include <netinet/in.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace integration {

// The types of records and questions.
enum class RecordType : std::uint16_t { a = 1, cname = 5, ptr = 12, aaaa = 28 };

// The response codes (RFC 1035 4.1.1).
enum class Rcode : std::uint8_t {
    no_error = 0,
    format_error = 1,
    server_failure = 2,
    no_such_name = 3,
    refused = 5,
};

// Returns "1.66.249.66.in-addr.arpa" for "66.249.66.1", and a name in ip6.arpa
// for an IPv6 address.
std::string reverse_name(const std::string& address);

class NameServer {
  public:
    NameServer();
    ~NameServer();
    NameServer(const NameServer&) = delete;
    NameServer& operator=(const NameServer&) = delete;

    int port() const { return port_; }

    using Seconds = std::chrono::seconds;

    // Adds an IPv4 or IPv6 address of a name.
    void address(const std::string& name, const std::string& text,
                 Seconds ttl = Seconds{300});
    void alias(const std::string& name, const std::string& target);
    // Adds the reverse name of an address.
    void reverse(const std::string& text, const std::string& name,
                 Seconds ttl = Seconds{300});
    // Adds both: the reverse name of an address, and the name's address.
    void confirmed(const std::string& text, const std::string& name,
                   Seconds ttl = Seconds{300});

    // Questions of this type about this name are: with fail(), answered with
    // this code and without records; with ignore(), not answered; with hold(),
    // answered when release_all() is called.
    void fail(const std::string& name, RecordType type, Rcode code);
    void ignore(const std::string& name, RecordType type);
    void hold(const std::string& name, RecordType type);
    void release_all();

    // Calls lie(message) on each answer from now on before it is sent. nullptr
    // ends this.
    void lie(std::function<void(std::string& message)> lie);

    // Questions about unknown names are not answered from now on.
    void ignore_the_rest();

    // The number of questions so far.
    std::size_t asked(const std::string& name, RecordType type) const;
    std::size_t asked() const;
    // The number of different names in these questions.
    std::size_t names_asked() const;

  private:
    using Key = std::pair<std::string, RecordType>;
    struct Record {
        RecordType type;
        std::string data;  // encoded as in a message
        Seconds ttl;
    };
    struct Question {
        Key key;
        std::string message;  // the header and the question
        sockaddr_in sender;
    };

    void run();
    void receive();
    void take(Question question);
    void answer(const Question& question);
    std::vector<Record> records_for(const Key& key) const;
    void add(const std::string& name, RecordType type, std::string data,
             Seconds ttl);

    int fd_ = -1;
    int port_ = 0;
    mutable std::mutex mutex_;
    std::map<std::string, std::vector<Record>> records_;
    std::map<Key, Rcode> failing_;
    std::set<Key> ignored_;
    std::set<Key> held_;
    bool ignores_the_rest_ = false;
    std::function<void(std::string&)> lie_;
    std::vector<Question> pending_;
    std::map<Key, std::size_t> asked_;
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace integration
