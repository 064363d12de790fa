// "Expect: 100-continue": who is refused is not asked for the body, and the
// connection never mistakes a body for a request or the other way round.

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kExpectPolicy = R"(
enforce: reject
default: {groups: [{user_agent: "*", disallow: /private/}]}
)";

class Expecting : public RobotsTest {
  protected:
    void SetUp() override {
        policy(kExpectPolicy);
        serve("client_max_body_size 1m; lingering_timeout 1s;" +
              std::string(kToBackend));
    }

    static std::string post(const std::string& path, std::size_t length,
                            std::vector<std::string> lines = {}) {
        lines.emplace_back("User-Agent: GPTBot/1.2");
        lines.push_back("Content-Length: " + std::to_string(length));
        return message("POST " + path + " HTTP/1.1", "example.com", lines);
    }

    static std::string expecting(const std::string& path, std::size_t length) {
        return post(path, length, {"Expect: 100-continue"});
    }

    static std::string page(const std::string& path) {
        return message("GET " + path + " HTTP/1.1", "example.com",
                       {"User-Agent: GPTBot/1.2"});
    }
};

// robots.txt is answered in another phase than a page.
const std::vector<std::pair<std::string, int>> kAnswers{{"/private/x", 403},
                                                        {"/robots.txt", 405}};

TEST_F(Expecting, ARefusalSendsNo100AndClosesTheConnection) {
    for (const auto& [path, status] : kAnswers) {
        Connection connection(nginx.port());
        const Response answer = connection.send(expecting(path, 5)).read();
        EXPECT_EQ(answer.status, status);
        EXPECT_EQ(answer.header("Connection"), "close");
        connection.send("hello" + page("/x"));
        EXPECT_EQ(connection.rest(), "") << path;
    }
}

TEST_F(Expecting, ARequestSentInsteadOfTheBodyGetsNoResponse) {
    for (const auto& [path, status] : kAnswers) {
        Connection connection(nginx.port());
        connection.send(expecting(path, page("/x").size() + 1));
        EXPECT_EQ(connection.read().status, status);
        connection.send(page("/x"));
        EXPECT_EQ(connection.rest(), "") << path;
    }
}

TEST_F(Expecting, ACompleteBodyKeepsTheConnectionOpen) {
    for (const auto& [path, status] : kAnswers) {
        Connection connection(nginx.port());
        connection.send(expecting(path, 5) + "hello" + page("/x") +
                        expecting(path, 0) + page("/x"));
        for (const int wanted : {status, 200, status, 200}) {
            const Response answer = connection.read();
            EXPECT_EQ(answer.status, wanted);
            EXPECT_NE(answer.header("Connection"), "close");
        }
    }
}

TEST_F(Expecting, AnIncompleteBodyClosesTheConnection) {
    Connection connection(nginx.port());
    connection.send(expecting("/private/x", 5) + "he");
    EXPECT_EQ(connection.read().header("Connection"), "close");
    connection.send("llo" + page("/x"));
    EXPECT_EQ(connection.rest(), "");
}

TEST_F(Expecting, AnAllowedRequestGetsA100) {
    Connection connection(nginx.port());
    EXPECT_EQ(connection.send(expecting("/x", 5)).read().status, 100);
    EXPECT_EQ(connection.send("hello").read().status, 200);
}

TEST_F(Expecting, ABodySentWithoutExpectIsSkipped) {
    for (const auto& [path, status] : kAnswers) {
        Connection connection(nginx.port());
        connection.send(post(path, 5));
        EXPECT_EQ(connection.read().status, status);
        connection.send("hello" + page("/x"));
        EXPECT_EQ(connection.read().status, 200);
    }
}

}  // namespace
}  // namespace integration
