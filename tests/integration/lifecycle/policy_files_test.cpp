// The files of a policy: what a customer's file can make a master that runs as
// root read, and serve.

#include <sys/stat.h>

#include <filesystem>

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSecret = "hunter2";

class PolicyFiles : public RobotsTest {
  protected:
    PolicyFiles() {
        policy(R"(
include: sites.d/*.yaml
sites: [{host: own.example, comment: own}]
)");
        nginx.file("sites.d/shop.yaml",
                   "sites: [{host: shop.example, robots_txt: {file: "
                   "shop.txt}}]\n");
        nginx.file("sites.d/shop.txt", "User-agent: *\nDisallow: /cart\n");
        key_.write("key.pem", std::string("-----BEGIN PRIVATE KEY-----\n") +
                                  kSecret + "\nUser-agent: *\n");
        ::chmod(key_.path("key.pem").c_str(), 0600);
    }

    // What the customer does with a link in place of the file.
    void link_to(const std::string& target) {
        const std::string file = nginx.folder().path("sites.d/shop.txt");
        fs::remove(file);
        fs::create_symlink(target, file);
    }

    std::string served() {
        return nginx.get("http://shop.example/robots.txt").body;
    }

    Folder key_;
};

TEST_F(PolicyFiles, ALinkToAKeyIsRefusedAndNeverServed) {
    link_to(key_.path("key.pem"));
    configure("server { listen 127.0.0.1:@web@; }");
    const Outcome outcome = nginx.test();
    EXPECT_NE(outcome.status, 0);
    EXPECT_TRUE(contains(outcome.output, "sites.d/shop.yaml:1:49: error: "))
        << outcome.output;
    EXPECT_TRUE(contains(outcome.output, "robots_policy_root"));
    EXPECT_TRUE(contains(outcome.output, "[outside-root]"));
    EXPECT_FALSE(contains(outcome.output, kSecret)) << outcome.output;
}

TEST_F(PolicyFiles, AFileThatBecomesALinkBeforeAReloadIsRefusedThen) {
    serve();
    EXPECT_EQ(served(), "User-agent: *\nDisallow: /cart\n");
    EXPECT_EQ(nginx.test().status, 0);
    link_to(key_.path("key.pem"));
    nginx.expect_alarm("[outside-root]");
    EXPECT_FALSE(nginx.reload());
    EXPECT_EQ(served(), "User-agent: *\nDisallow: /cart\n");
    EXPECT_FALSE(contains(nginx.error_log(), kSecret));
}

TEST_F(PolicyFiles, ErrorsQuoteNothingOfAFileGivenAsAList) {
    nginx.file("sites.d/shop.yaml", "sites: [{hosts_file: /etc/shadow}]\n");
    configure("server { listen 127.0.0.1:@web@; }");
    const Outcome outcome = nginx.test();
    EXPECT_NE(outcome.status, 0);
    EXPECT_TRUE(contains(outcome.output, "[outside-root]")) << outcome.output;

    nginx.file("sites.d/shop.yaml", "sites: [{hosts_file: shadow}]\n");
    nginx.file("sites.d/shadow", "root:$6$hunter2:19000:0:99999:7:::\n");
    const Outcome copied = nginx.test();
    EXPECT_NE(copied.status, 0);
    EXPECT_TRUE(contains(copied.output, "sites.d/shadow:1:1: error: "));
    EXPECT_FALSE(contains(copied.output, kSecret)) << copied.output;
}

TEST_F(PolicyFiles, FilesBelowAnyRootAreRead) {
    key_.write("shop.txt", "User-agent: *\nDisallow: /elsewhere\n");
    link_to(key_.path("shop.txt"));
    const std::string server = "robots on; server { listen 127.0.0.1:@web@; }";
    const std::string root = "robots_policy_root " + key_.path() + ";";
    nginx.http =
        root + "robots_policy_root .; robots_policy policy.yaml;" + server;
    const Outcome outcome = nginx.test();
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    nginx.start();
    EXPECT_EQ(served(), "User-agent: *\nDisallow: /elsewhere\n");

    // The same policy without them is another.
    nginx.http = "robots_policy policy.yaml;" + server;
    nginx.expect_alarm("[outside-root]");
    EXPECT_FALSE(nginx.reload());

    nginx.http = "robots_policy_root none; robots_policy policy.yaml;" + server;
    EXPECT_TRUE(contains(nginx.test().output, "[bad-root]"));
}

TEST_F(PolicyFiles, ARootAfterThePolicyIsRefused) {
    nginx.http =
        "robots_policy policy.yaml; robots_policy_root .;"
        "server { listen 127.0.0.1:@web@; }";
    const Outcome outcome = nginx.test();
    EXPECT_NE(outcome.status, 0);
    EXPECT_TRUE(contains(outcome.output,
                         "\"robots_policy_root\" directive must come before "
                         "\"robots_policy\" in "))
        << outcome.output;
}

}  // namespace
}  // namespace integration
