// Crawlers whose operator documents where they come from, and requests that
// come from any address.

#pragma once

#include <string>
#include <string_view>

#include "tests/harness/name_server.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {

constexpr std::string_view kTrueBot = "TrueBot/1.0";

class IdentityTest : public RobotsTest {
  protected:
    // Addresses that names have are below 128.0.0.0: nginx's resolver shifts
    // their first octet into a sign, which sanitizers object to.
    static constexpr const char* kAddress = "100.64.0.7";
    static constexpr const char* kAddress6 = "2001:db8::7";
    static constexpr const char* kName = "bot-7.crawl.example";

    // A site with `enforce` and the lines of one group "*", and TrueBot, which
    // comes from names in crawl.example.
    void policy_of(const std::string& enforce,
                   const std::string& group = "disallow: /private",
                   const std::string& crawler = "rdns: crawl.example") {
        policy("enforce: {" + enforce + R"(}
crawlers:
  - {token: TrueBot, operator: Example, )" +
               crawler + R"(}
sites:
  - host: example.com
    groups: [{user_agent: "*", )" +
               group + "}]\n");
    }

    // A server that takes X-Forwarded-For for the client's address and says
    // whom it took a request for, with its resolver's `parameters`.
    std::string server(const std::string& parameters = "",
                       const std::string& more = "") {
        return kRealIp + std::string("resolver 127.0.0.1:") +
               std::to_string(names.port()) + " " + parameters + ";" + kSays +
               more;
    }

    Response ask(const std::string& address,
                 std::string_view agent = kTrueBot) {
        return nginx.send(Request("http://example.com/page")
                              .agent(agent)
                              .header("X-Forwarded-For: " + address));
    }

    std::string identity(const std::string& address) {
        return ask(address).header("X-Identity");
    }

    std::string raw(const std::string& address,
                    const std::string& target = "/page") {
        return message("GET " + target + " HTTP/1.1", "example.com",
                       {"User-Agent: " + std::string(kTrueBot),
                        "X-Forwarded-For: " + address});
    }

    // A connection on which a request has been sent.
    Connection asking(const std::string& address,
                      const std::string& target = "/page") {
        Connection connection(nginx.port());
        connection.send(raw(address, target));
        return connection;
    }

    // Whether the question has come.
    bool await_asked(const std::string& name, RecordType type) {
        return await([&] { return names.asked(name, type) > 0; }, 5s);
    }

    static constexpr const char* kRealIp =
        "set_real_ip_from 127.0.0.1; set_real_ip_from unix:; "
        "real_ip_header X-Forwarded-For; ";
    static constexpr const char* kSays =
        " add_header X-Identity $robots_identity always; "
        "add_header X-Worker $pid always; location / { empty_gif; } ";

    NameServer names;
};

}  // namespace integration
