// A resolver that lies, or somebody who answers in its place. nginx reads what
// it says; nobody is verified, or an impostor, who would not be without it, and
// no question is asked for ever.

#include "tests/integration/identity/identity_fixture.hpp"

namespace integration {
namespace {

// In a message (RFC 1035 4.1.1).
constexpr std::size_t kFlags = 2;
constexpr std::size_t kAnswers = 6;
constexpr std::size_t kQuestion = 12;

class LyingResolver : public IdentityTest {
  protected:
    void start() {
        policy_of("impostor: reject");
        serve(server("", "resolver_timeout 500ms; "));
    }

    // Of a crawler whose name is right, but for the lie.
    std::string identity_with(std::function<void(std::string&)> lie) {
        const std::string address = "100.64.1." + std::to_string(++addresses_);
        names.confirmed(address,
                        "a" + std::to_string(addresses_) + ".crawl.example");
        names.lie(std::move(lie));
        const std::string found = identity(address);
        names.lie(nullptr);
        return found;
    }

    // The resolver is believed again.
    void expect_to_serve() {
        EXPECT_TRUE(await(
            [&] { return identity_with([](std::string&) {}) == "verified"; }));
    }

    // Questions about names that are aliases of each other.
    std::size_t rounds_asked() const {
        return names.asked("b.crawl.example", RecordType::a) +
               names.asked("x.in-addr.arpa", RecordType::ptr);
    }

  private:
    int addresses_ = 0;
};

TEST_F(LyingResolver, AnAnswerWithAnotherIdIsNone) {
    start();
    EXPECT_EQ(identity_with([](std::string& message) { message[1] ^= 1; }),
              "unverifiable");
    expect_to_serve();
}

TEST_F(LyingResolver, AnAnswerToAnotherQuestionIsNone) {
    start();
    EXPECT_EQ(identity_with(
                  [](std::string& message) { message[kQuestion + 1] ^= 1; }),
              "unverifiable");
    expect_to_serve();
}

TEST_F(LyingResolver, AHugeAnswerIsNone) {
    start();
    // More records than the message says it has, fewer, and many real ones.
    EXPECT_EQ(identity_with([](std::string& message) {
                  message.replace(kAnswers, 2, "\xff\xff");
              }),
              "unverifiable");
    EXPECT_EQ(identity_with([](std::string& message) {
                  const std::string record =
                      message.substr(message.find("\xc0\x0c", kQuestion));
                  for (int i = 0; i < 900; ++i) {
                      message += record;
                  }
                  message.replace(kAnswers, 2, "\x03\x85");
              }),
              "unverifiable");
    // "Too long for UDP", and nobody answers TCP.
    EXPECT_EQ(identity_with([](std::string& message) { message[kFlags] |= 2; }),
              "unverifiable");
    expect_to_serve();
}

TEST_F(LyingResolver, ANameThatPointsAtItselfIsNone) {
    start();
    EXPECT_EQ(identity_with([](std::string& message) {
                  const std::size_t record =
                      message.find("\xc0\x0c", kQuestion);
                  constexpr std::size_t kData = 12;  // of a record
                  const auto at = static_cast<char>(record + kData);
                  message.resize(record + kData - 2);
                  message += {'\0', '\2', '\xc0', at};
              }),
              "unverifiable");
    expect_to_serve();
}

TEST_F(LyingResolver, AliasesThatGoRoundEnd) {
    start();
    names.reverse(kAddress, "a.crawl.example");
    names.alias("a.crawl.example", "b.crawl.example");
    names.alias("b.crawl.example", "a.crawl.example");
    EXPECT_NE(identity(kAddress), "verified");
    const std::string reverse = reverse_name("100.64.0.8");
    names.alias(reverse, "x.in-addr.arpa");
    names.alias("x.in-addr.arpa", reverse);
    EXPECT_NE(identity("100.64.0.8"), "verified");
    EXPECT_LT(names.asked(), 200U);
    const std::size_t rounds = rounds_asked();
    expect_to_serve();
    EXPECT_EQ(rounds_asked(), rounds) << "nobody asks on";
}

TEST_F(LyingResolver, ANameDoesNotBeginALineOfTheLog) {
    nginx.log_level = "info";
    start();
    names.confirmed(kAddress, "x\n2026 [warn] forged\x1b[2J.crawl.example");
    identity(kAddress);
    EXPECT_TRUE(nginx.await_error_log("forged"));
    for (const std::string& line : lines_of(nginx.error_log())) {
        EXPECT_NE(line.rfind("2026 [warn] forged", 0), 0U) << line;
        EXPECT_EQ(line.find('\x1b'), std::string::npos) << line;
    }
}

}  // namespace
}  // namespace integration
