// Whoever asks for robots.txt, nobody waits for DNS; who got it is recorded
// when DNS has said who that was.

#include "tests/integration/identity/identity_fixture.hpp"

namespace integration {
namespace {

class RobotsTxtOfCrawlers : public IdentityTest {
  protected:
    void closing(const std::string& paths) {
        policy_of("impostor: reject, disallow: reject, grace: 24h",
                  "disallow: " + paths);
    }

    int fetch(const std::string& address) {
        return asking(address, "/robots.txt").read().status;
    }

    int status(const std::string& path) {
        return asking(kAddress, path).read().status;
    }
};

TEST_F(RobotsTxtOfCrawlers, NeverWaits) {
    names.confirmed(kAddress, kName);
    names.hold(reverse_name(kAddress), RecordType::ptr);
    closing("/a");
    serve(server());
    Connection asking_file = asking(kAddress, "/robots.txt");
    EXPECT_TRUE(asking_file.readable(900ms));
    EXPECT_EQ(asking_file.read().status, 200);
    EXPECT_TRUE(await_asked(reverse_name(kAddress), RecordType::ptr));
    names.release_all();
}

TEST_F(RobotsTxtOfCrawlers, NeverWaitsIfTheApplicationPublishesIt) {
    names.ignore_the_rest();
    policy(
        "crawlers: [{token: TrueBot, rdns: crawl.example}]\n"
        "default: {robots_txt: pass, enforce: {impostor: reject}}\n");
    serve(server());
    Connection asking_file = asking(kAddress, "/robots.txt");
    EXPECT_TRUE(asking_file.readable(900ms));
    EXPECT_EQ(asking_file.read().status, 200);
}

// Who fetched it is known only after the request has gone.
TEST_F(RobotsTxtOfCrawlers, IsRecordedForTheIdentityThatDnsGives) {
    names.confirmed(kAddress, kName);
    closing("/a");
    serve(server());
    EXPECT_EQ(fetch(kAddress), 200);
    EXPECT_TRUE(await([&] { return identity(kAddress) == "verified"; }));

    closing("[/a, /b]");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(status("/b"), 200);
    EXPECT_EQ(fetch("203.0.113.1"), 200);  // an impostor's
    EXPECT_EQ(identity("203.0.113.1"), "impostor");
    EXPECT_EQ(status("/b"), 200) << "it still has the first";
    EXPECT_EQ(fetch(kAddress), 200);
    EXPECT_EQ(status("/b"), 403);
}

TEST_F(RobotsTxtOfCrawlers, ManyFetchesDuringOneLookupAreAllAnswered) {
    names.confirmed(kAddress, kName);
    names.hold(reverse_name(kAddress), RecordType::ptr);
    closing("/a");
    serve(server());
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(fetch(kAddress), 200);
    }
    names.release_all();
    EXPECT_TRUE(await([&] { return identity(kAddress) == "verified"; }));
    EXPECT_EQ(names.asked(), 3U);
}

}  // namespace
}  // namespace integration
