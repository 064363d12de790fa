#include "policy/fleet/server_url.hpp"

#include <gtest/gtest.h>

namespace robots {
namespace {

TEST(ServerUrl, ReadsEveryPart) {
    const auto read = read_server_url("valkey://robots@cache.example:7000/3");
    ASSERT_TRUE(read.url);
    EXPECT_EQ(read.url->user, "robots");
    EXPECT_EQ(read.url->host, "cache.example");
    EXPECT_EQ(read.url->port, 7000);
    EXPECT_EQ(read.url->database, 3U);
    EXPECT_EQ(read.url->shown(), "valkey://cache.example:7000/3");
}

TEST(ServerUrl, HasDefaults) {
    const auto read = read_server_url("redis://10.0.0.5");
    ASSERT_TRUE(read.url);
    EXPECT_EQ(read.url->port, 6379);
    EXPECT_EQ(read.url->database, 0U);
    EXPECT_EQ(read.url->shown(), "valkey://10.0.0.5:6379");
    EXPECT_EQ(read_server_url("valkey://a/").url->database, 0U);
}

TEST(ServerUrl, ReadsAddressesOfIpv6) {
    const auto read = read_server_url("valkey://[2001:db8::1]:7000");
    ASSERT_TRUE(read.url);
    EXPECT_EQ(read.url->host, "2001:db8::1");
    EXPECT_EQ(read.url->port, 7000);
    EXPECT_EQ(read.url->shown(), "valkey://[2001:db8::1]:7000");
}

TEST(ServerUrl, ReadsSockets) {
    const auto read = read_server_url("unix:/run/valkey.sock");
    ASSERT_TRUE(read.url);
    EXPECT_EQ(read.url->transport, ServerUrl::Transport::unix_socket);
    EXPECT_EQ(read.url->shown(), "unix:/run/valkey.sock");
}

TEST(ServerUrl, KnowsTls) {
    for (const char* text : {"valkeys://a", "rediss://a"}) {
        EXPECT_EQ(read_server_url(text).url->transport,
                  ServerUrl::Transport::tls);
    }
}

TEST(ServerUrl, NeverShowsTheUser) {
    const auto read = read_server_url("valkey://robots@a");
    EXPECT_EQ(read.url->shown().find("robots"), std::string::npos);
}

TEST(ServerUrl, SaysWhatIsWrong) {
    const struct {
        std::string text;
        const char* error;
    } rows[] = {
        {"", "expected valkey://HOST"},
        {"http://a", "expected valkey://HOST"},
        {"valkey://", "host name"},
        {"valkey://a b", "host name"},
        {"valkey://[::1", "host name"},
        {"valkey://[x]", "host name"},
        {"valkey://a:", "a port"},
        {"valkey://a:0", "a port"},
        {"valkey://a:65536", "a port"},
        {"valkey://a:6379x", "a port"},
        {"valkey://a/x", "number of a database"},
        {"valkey://a/99999999999", "number of a database"},
        {"valkey://@a", "the user before"},
        {"valkey://u:secret@a", "password_file=PATH"},
        {"unix:", "absolute path"},
        {"unix:run/a", "absolute path"},
        {"unix:/" + std::string(107, 'a'), "absolute path"},
        {"valkey://" + std::string(1100, 'a'), "1024 octets"},
    };
    for (const auto& row : rows) {
        const auto read = read_server_url(row.text);
        EXPECT_FALSE(read.url) << row.text;
        EXPECT_NE(read.error.find(row.error), std::string::npos)
            << row.text << ": " << read.error;
        EXPECT_EQ(read.error.find("secret"), std::string::npos);
    }
}

TEST(MovedTo, IsWhereAClusterHasAKey) {
    const struct {
        std::string error;
        std::string host;
        int port;
    } rows[] = {
        {"MOVED 7345 10.0.0.6:6379", "10.0.0.6", 6379},
        {"MOVED 0 fd00::6:7000", "fd00::6", 7000},
        {"MOVED 16383 cache.example:1", "cache.example", 1},
        {"MOVED 1 :65535", "", 65535},
    };
    for (const auto& row : rows) {
        const auto to = moved_to(row.error);
        ASSERT_TRUE(to) << row.error;
        EXPECT_EQ(to->host, row.host);
        EXPECT_EQ(to->port, row.port);
    }
    for (const char* other :
         {"", "MOVED", "MOVED ", "MOVED 1", "MOVED 10.0.0.6:6379",
          "MOVED 1 10.0.0.6", "MOVED 1 10.0.0.6:", "MOVED 1 10.0.0.6:0",
          "MOVED 1 10.0.0.6:65536", "MOVED 1 10.0.0.6:6379x",
          "MOVED 1 10.0.0.6:6379 1", "ASK 1 10.0.0.6:6379"}) {
        EXPECT_FALSE(moved_to(other)) << other;
    }
}

}  // namespace
}  // namespace robots
