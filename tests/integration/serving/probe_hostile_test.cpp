// robotsctl probe, asking servers that never end, or send what no server does.

#include "tests/harness/cut_off_server.hpp"
#include "tests/integration/serving/probe_fixture.hpp"

namespace integration {
namespace {

using ProbeHostile = ProbeTest;

TEST_F(ProbeHostile, WhatTheySendIsBounded) {
    policy(kProbed);
    const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";
    const struct {
        std::string octets;
        std::string more;
        std::chrono::milliseconds pause;
        int status;
        const char* text;
    } cases[] = {
        {"HTTP/1.1 200 OK\r\n", "X-More: " + std::string(1000, 'x') + "\r\n",
         0ms, 2, "headers have more than 64 KiB"},
        {"", "HTTP/1.1 103 Early Hints\r\n\r\n", 0ms, 2,
         "headers have more than 64 KiB"},
        {head + "\r\n", std::string(65536, '#'), 0ms, 1, "too-long: "},
        {head + "\r\n", "#", 100ms, 2, "no whole answer within 1 s"},
        {"HTTP/1.1 ", "2", 100ms, 2, "no whole answer within 1 s"},
        {"\x01\x02 garbage\r\n\r\n", "", 0ms, 2, "robotsctl: http://"},
        {head + "Content-Length: 900\r\n\r\nUser", "", 0ms, 1,
         "cut-short: the connection ended first"},
        {"HTTP/1.1 301 Moved\r\nLocation: http://a.example/" +
             std::string(60000, 'a') + "\x1b[2J\r\nContent-Length: 0\r\n\r\n",
         "", 0ms, 1, "redirect: it redirects to "},
        {head + "\r\n\x1b]0;owned\x07 \xff\xfe \xe2\x80\xae.\n", "", 0ms, 1,
         "    +?]0;owned? ?? ?.\n"},
    };
    for (const auto& each : cases) {
        SCOPED_TRACE(each.text);
        const CutOffServer server(each.octets, {}, each.more, each.pause);
        const Stopwatch watch;
        const Outcome said = ask("http://shop.example", server.port(),
                                 {"--timeout", "1s", "--crawler", "GPTBot"});
        EXPECT_LT(watch.elapsed(), scaled(20s));
        EXPECT_EQ(said.status, each.status) << said.output;
        EXPECT_TRUE(contains(said.output, each.text)) << said.output;
        EXPECT_LT(said.output.size(), 8000U);
        EXPECT_EQ(said.output.find_first_of("\x1b\x07\xff"), std::string::npos);
    }
}

}  // namespace
}  // namespace integration
