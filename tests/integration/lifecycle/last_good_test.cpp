// robots_policy_last_good: a policy that does not load keeps no nginx down.

#include <sys/stat.h>

#include <filesystem>

#include "tests/integration/status/status_fixture.hpp"

namespace integration {
namespace {

constexpr const char* kUrl = "http://example.com/robots.txt";
constexpr std::string_view kGoodPolicy = "User-agent: *\nDisallow: /first\n";
constexpr std::string_view kNextPolicy = "User-agent: *\nDisallow: /second\n";
constexpr std::string_view kInUse = "does not load, so the copy of";

class LastGood : public StatusTest {
  protected:
    LastGood() {
        closed("/first");
        configure("server { listen 127.0.0.1:@web@;" + std::string(kToBackend) +
                  "}" + status_server());
        nginx.http = "robots_policy_last_good kept;" + nginx.http;
        nginx.start();
    }

    void closed(const std::string& path) {
        policy(
            "sites: [{host: example.com, groups: [{user_agent: '*', "
            "disallow: " +
            path + "}]}]\n");
    }
    void break_policy() {
        policy("sitse: []\n");
        nginx.expect_alarm("policy.yaml");
    }

    Json state() { return json()["server"]["policy"]; }
    std::string served() { return nginx.get(kUrl).body; }
};

TEST_F(LastGood, AStartAfterARebootRunsTheCopyAndSaysSo) {
    EXPECT_EQ(state()["last_good_in_use"], false);
    nginx.stop();
    break_policy();
    EXPECT_NE(nginx.test().status, 0);
    nginx.start();
    EXPECT_EQ(served(), kGoodPolicy);
    EXPECT_TRUE(contains(nginx.error_log(), kInUse)) << nginx.error_log();
    EXPECT_TRUE(contains(nginx.error_log(), "[error]"));
    EXPECT_TRUE(contains(nginx.error_log(), "did you mean `sites`?"));
    EXPECT_EQ(state()["last_good_in_use"], true);
    EXPECT_EQ(state()["last_reload_successful"], false);
    EXPECT_EQ(state()["stale"], true);
    EXPECT_TRUE(contains(status("format=prometheus"),
                         "\nrobots_policy_last_good_in_use 1\n"));
    closed("/second");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(served(), kNextPolicy);
    EXPECT_EQ(state()["last_good_in_use"], false);
    EXPECT_EQ(state()["last_reload_successful"], true);
}

// certbot's reload, which is about something else.
TEST_F(LastGood, AReloadGoesOnWithTheCopy) {
    break_policy();
    nginx.http += "map $host $other { default x; }";
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(served(), kGoodPolicy);
    EXPECT_EQ(state()["last_good_in_use"], true);
    // Again, from the copy that is running.
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(served(), kGoodPolicy);
    closed("/first");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(state()["last_good_in_use"], false);
}

TEST_F(LastGood, TheCopyIsOfTheLastPolicyThatWasLoaded) {
    closed("/second");
    ASSERT_TRUE(nginx.reload());
    // nginx -t neither reads nor writes one.
    closed("/third");
    EXPECT_EQ(nginx.test().status, 0);
    break_policy();
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(served(), kNextPolicy);
}

// Staging's copy is none of production's.
TEST_F(LastGood, ACopyOfOtherVariablesIsNotUsed) {
    nginx.stop();
    break_policy();
    const std::size_t at = nginx.http.find("policy.yaml;");
    nginx.http.insert(at + std::string_view("policy.yaml").size(), " env=x");
    EXPECT_THROW(nginx.start(), std::runtime_error);
    EXPECT_TRUE(contains(nginx.error_log(), "a copy of another policy"))
        << nginx.error_log();
}

// Their paths look the same, with "nginx -p .".
TEST_F(LastGood, TwoThatAreStartedInTheirFoldersHaveACopyEach) {
    nginx.stop();
    nginx.in_folder = true;
    nginx.start();
    Nginx other;
    other.in_folder = true;
    other.http = "robots_policy_last_good " + nginx.folder().path("kept") +
                 "; robots_policy policy.yaml; robots on; "
                 "server { listen 127.0.0.1:@web@; }";
    other.file("policy.yaml", "version: 1\nsitse: []\n");
    other.expect_alarm("policy.yaml");
    EXPECT_THROW(other.start(), std::runtime_error);
    EXPECT_FALSE(contains(other.error_log(), kInUse)) << other.error_log();
    nginx.stop();
    break_policy();
    nginx.start();
    EXPECT_EQ(served(), kGoodPolicy);
}

TEST_F(LastGood, AFolderOfOthersIsAWarningAndNoCopy) {
    const std::string folder = nginx.folder().path("kept");
    ASSERT_EQ(::chmod(folder.c_str(), 0777), 0);
    closed("/second");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(served(), kNextPolicy);
    EXPECT_TRUE(contains(nginx.error_log(), "others may write"))
        << nginx.error_log();
    // The copy is of an older one: a reload does not go back to it.
    break_policy();
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(served(), kNextPolicy);
    EXPECT_EQ(state()["last_good_in_use"], true);
    EXPECT_EQ(state()["last_reload_successful"], false);
    EXPECT_TRUE(contains(nginx.error_log(), "the policy that runs stays in"))
        << nginx.error_log();
    nginx.stop();
    EXPECT_THROW(nginx.start(), std::runtime_error);
}

// A customer's file breaks; nginx restarts; it is corrected.
TEST_F(LastGood, ABrokenFileOfACustomerStaysInItsLastGoodVersion) {
    const auto customer = [this](const std::string& text) {
        nginx.folder().write("sites.d/a.yaml", text);
    };
    const auto says = [](const std::string& path) {
        return "sites: [{host: a.example, groups: [{user_agent: '*', "
               "disallow: " +
               path + "}]}]\n";
    };
    const auto kept = [this] { return state()["kept_files"]; };
    const auto of_customer = [this] {
        return nginx.get("http://a.example/robots.txt").body;
    };
    const std::string main =
        "include: {files: 'sites.d/*.yaml', on_error: keep}\n"
        "sites: [{host: example.com, groups: [{user_agent: '*', disallow: ";
    std::filesystem::create_directory(nginx.folder().path("sites.d"));
    customer(says("/first"));
    policy(main + "/first}]}]\n");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(of_customer(), kGoodPolicy);
    EXPECT_EQ(kept(), 0);
    customer("sitse: []\n");
    nginx.expect_alarm("sites.d/a.yaml");
    policy(main + "/second}]}]\n");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(of_customer(), kGoodPolicy);
    EXPECT_EQ(served(), kNextPolicy);
    EXPECT_EQ(kept(), 1);
    EXPECT_EQ(state()["last_good_in_use"], false);
    EXPECT_EQ(state()["stale"], false);
    EXPECT_TRUE(contains(status("format=prometheus"),
                         "\nrobots_policy_kept_files 1\n"));
    EXPECT_TRUE(contains(nginx.error_log(), "did you mean `sites`?"));
    EXPECT_TRUE(contains(nginx.error_log(), "stays in use"));
    EXPECT_EQ(nginx.test().status, 0);
    nginx.stop();
    nginx.start();
    EXPECT_EQ(of_customer(), kGoodPolicy);
    EXPECT_EQ(kept(), 1);
    customer(says("/second"));
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(of_customer(), kNextPolicy);
    EXPECT_EQ(kept(), 0);
}

TEST_F(LastGood, WithoutTheDirectiveNothingIsKeptOrUsed) {
    nginx.stop();
    nginx.http.erase(0, nginx.http.find(';') + 1);
    break_policy();
    EXPECT_THROW(nginx.start(), std::runtime_error);
    closed("/second");
    std::filesystem::remove_all(nginx.folder().path("kept"));
    nginx.start();
    EXPECT_FALSE(std::filesystem::exists(nginx.folder().path("kept")));
}

}  // namespace
}  // namespace integration
