// robotsctl watch, on folders as editors, git and Kubernetes change them, and
// with a real nginx to reload.

#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "tests/harness/processes.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirst =
    "version: 1\n"
    "sites: [{host: example.com, groups: [{user_agent: \"*\", "
    "disallow: /first}]}]\n";
constexpr std::string_view kSecond =
    "version: 1\n"
    "sites: [{host: example.com, groups: [{user_agent: \"*\", "
    "disallow: /second}]}]\n";
constexpr std::string_view kBroken = "version: 1\nsitse: []\n";

// A robotsctl watch that runs beside the test.
class Watch {
  public:
    // `before`: a command that runs the command behind it.
    Watch(const Folder& folder, std::vector<std::string> arguments,
          const std::vector<std::string>& before = {})
        : output_(folder.path("watch.out")) {
        arguments.insert(
            arguments.begin(),
            {environment("ROBOTSCTL", "build/robotsctl"), "watch"});
        arguments.insert(arguments.begin(), before.begin(), before.end());
        fs::remove(output_);
        pid_ = spawn(arguments, output_);
    }
    ~Watch() { stop(); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    bool await_output(std::string_view text) const {
        return await([this, text] { return contains(output(), text); });
    }
    std::string output() const { return read_file(output_); }

    // Its exit code, once it has ended by itself; -1 if it goes on.
    int await_exit() {
        int status = -1;
        if (await_end(pid_, 10s, &status)) {
            pid_ = 0;
        }
        return status;
    }
    int stop() {
        if (pid_ == 0) {
            return -1;
        }
        ::kill(pid_, SIGTERM);
        return await_exit();
    }

  private:
    std::string output_;
    pid_t pid_ = 0;
};

class Watched : public testing::Test {
  protected:
    // Watches "etc/policy.yaml"; each run of the command adds a line to "ran".
    void watch(std::vector<std::string> more = {}) {
        std::vector<std::string> arguments{
            folder.path("etc/policy.yaml"), "--exec",
            "cat " + folder.path("etc/policy.yaml") + " >> " +
                folder.path("seen") + " && echo ran >> " + folder.path("ran")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        watcher = std::make_unique<Watch>(folder, arguments);
        ASSERT_TRUE(watcher->await_output("watching")) << watcher->output();
    }
    std::size_t runs() const {
        return lines_of(read_file(folder.path("ran"))).size();
    }
    bool await_runs(std::size_t count) const {
        return await([this, count] { return runs() >= count; });
    }
    void rename(std::string_view from, std::string_view to) const {
        fs::rename(folder.path(from), folder.path(to));
    }

    Folder folder;
    std::unique_ptr<Watch> watcher;
};

TEST_F(Watched, RunsTheCommandAfterAWriteInPlace) {
    folder.write("etc/policy.yaml", kFirst);
    watch();
    EXPECT_EQ(runs(), 0U);
    folder.write("etc/policy.yaml", kSecond);
    EXPECT_TRUE(await_runs(1)) << watcher->output();
    EXPECT_TRUE(contains(watcher->output(), "has changed and loads: 1 site"));
}

TEST_F(Watched, RunsTheCommandAfterAnEditorsRename) {
    folder.write("etc/policy.yaml", kFirst);
    watch();
    for (std::size_t round = 1; round <= 3; ++round) {
        folder.write("etc/.policy.yaml.swp", round % 2 == 0 ? kFirst : kSecond);
        rename("etc/.policy.yaml.swp", "etc/policy.yaml");
        EXPECT_TRUE(await_runs(round)) << watcher->output();
    }
}

TEST_F(Watched, RunsTheCommandAfterAConfigMapIsSwapped) {
    folder.write("etc/..1/policy.yaml", kFirst);
    folder.write("etc/..2/policy.yaml", kSecond);
    fs::create_symlink("..1", folder.path("etc/..data"));
    fs::create_symlink("..data/policy.yaml", folder.path("etc/policy.yaml"));
    watch();
    for (const char* next : {"..2", "..1", "..2"}) {
        const std::size_t before = runs();
        fs::create_symlink(next, folder.path("etc/..data_tmp"));
        rename("etc/..data_tmp", "etc/..data");
        EXPECT_TRUE(await_runs(before + 1)) << watcher->output();
    }
}

TEST_F(Watched, RunsTheCommandAfterAFolderAboveIsReplaced) {
    folder.write("etc/policy.yaml", kFirst);
    watch();
    folder.write("new/policy.yaml", kSecond);
    rename("etc", "old");
    rename("new", "etc");
    EXPECT_TRUE(await_runs(1)) << watcher->output();
    folder.write("etc/policy.yaml", kFirst);
    EXPECT_TRUE(await_runs(2)) << watcher->output();
}

TEST_F(Watched, SeesIncludedFilesAndNewOnesThatAPatternMatches) {
    folder.write("etc/policy.yaml", "version: 1\ninclude: sites.d/*.yaml\n");
    folder.write("etc/sites.d/a.yaml",
                 "sites: [{host: a.example, robots_txt: {file: a.txt}}]\n");
    folder.write("etc/sites.d/a.txt", "User-agent: *\nDisallow: /\n");
    watch();
    folder.write("etc/sites.d/a.txt", "User-agent: *\nDisallow: /a\n");
    EXPECT_TRUE(await_runs(1)) << watcher->output();
    folder.write("etc/sites.d/b.yaml",
                 "sites: [{host: b.example, groups: [{user_agent: \"*\", "
                 "disallow: /}]}]\n");
    EXPECT_TRUE(await_runs(2)) << watcher->output();
    EXPECT_TRUE(contains(watcher->output(), ": 2 sites"));
    fs::remove(folder.path("etc/sites.d/b.yaml"));
    EXPECT_TRUE(await_runs(3)) << watcher->output();
}

TEST_F(Watched, RunsNothingForOtherFilesOfTheFolder) {
    folder.write("etc/policy.yaml", kFirst);
    watch();
    for (int i = 0; i < 50; ++i) {
        folder.write("etc/notes.txt", std::to_string(i));
    }
    // Nor is writing the same octets again a change.
    folder.write("etc/policy.yaml", kFirst);
    folder.write("etc/policy.yaml", kSecond);
    EXPECT_TRUE(await_runs(1)) << watcher->output();
    EXPECT_EQ(watcher->stop(), 0);
    EXPECT_EQ(runs(), 1U);
}

TEST_F(Watched, RunsFewTimesForManyWrites) {
    folder.write("etc/policy.yaml", kFirst);
    watch();
    for (int i = 0; i < 100; ++i) {
        folder.write("etc/policy.yaml",
                     std::string(kFirst) + "# " + std::to_string(i) + "\n");
    }
    folder.write("etc/policy.yaml", std::string(kSecond) + "# last\n");
    EXPECT_TRUE(await([this] {
        return contains(read_file(folder.path("seen")), "# last");
    })) << watcher->output();
    EXPECT_LT(runs(), 10U);
}

TEST_F(Watched, RunsNothingWhileThePolicyDoesNotLoad) {
    folder.write("etc/policy.yaml", kFirst);
    watch();
    folder.write("etc/policy.yaml", kBroken);
    EXPECT_TRUE(watcher->await_output("does not load")) << watcher->output();
    EXPECT_TRUE(contains(watcher->output(), "policy.yaml:2:1: error: "));
    EXPECT_EQ(runs(), 0U);
    folder.write("etc/policy.yaml", kSecond);
    EXPECT_TRUE(await_runs(1)) << watcher->output();
}

// nginx may have refused a reload while the policy was broken, such as one for
// a new certificate.
TEST_F(Watched, RunsTheCommandWhenABrokenPolicyIsAgainWhatItWas) {
    folder.write("etc/policy.yaml", kFirst);
    watch();
    folder.write("etc/policy.yaml", kBroken);
    EXPECT_TRUE(watcher->await_output("does not load")) << watcher->output();
    folder.write("etc/policy.yaml", kFirst);
    EXPECT_TRUE(await_runs(1)) << watcher->output();
}

TEST_F(Watched, WaitsForAPolicyThatIsNotThereYet) {
    fs::create_directory(folder.path("etc"));
    watch();
    EXPECT_TRUE(contains(watcher->output(), "No such file"));
    folder.write("etc/policy.yaml", kFirst);
    EXPECT_TRUE(await_runs(1)) << watcher->output();
}

TEST_F(Watched, SeesWithinTheIntervalWhatRaisesNoEvent) {
    folder.write("etc/policy.yaml", kFirst);
    // A write through another folder's name of the file is not announced in
    // this one, like a write by another host of a network file system.
    fs::create_hard_link(folder.path("etc/policy.yaml"),
                         folder.path("elsewhere"));
    watch({"--interval", "200ms"});
    folder.write("elsewhere", kSecond);
    EXPECT_TRUE(await_runs(1)) << watcher->output();
}

TEST_F(Watched, TriesACommandThatFailedAgain) {
    folder.write("etc/policy.yaml", kFirst);
    const std::string flag = folder.path("flag");
    watcher = std::make_unique<Watch>(
        folder,
        std::vector<std::string>{
            folder.path("etc/policy.yaml"), "--interval", "200ms", "--exec",
            "test -e " + flag + " && echo ran >> " + folder.path("ran")});
    ASSERT_TRUE(watcher->await_output("watching"));
    folder.write("etc/policy.yaml", kSecond);
    EXPECT_TRUE(watcher->await_output("ended with exit code 1; it runs again"));
    folder.write("flag", "");
    EXPECT_TRUE(await_runs(1)) << watcher->output();
    EXPECT_EQ(watcher->stop(), 0);
    EXPECT_EQ(runs(), 1U);
}

TEST_F(Watched, ACommandThatFailedWaitsWhileThePolicyDoesNotLoad) {
    folder.write("etc/policy.yaml", kFirst);
    watcher = std::make_unique<Watch>(
        folder, std::vector<std::string>{
                    folder.path("etc/policy.yaml"), "--interval", "200ms",
                    "--exec", "echo ran >> " + folder.path("ran") + "; false"});
    ASSERT_TRUE(watcher->await_output("watching"));
    folder.write("etc/policy.yaml", kSecond);
    EXPECT_TRUE(await_runs(2)) << watcher->output();
    folder.write("etc/policy.yaml", kBroken);
    EXPECT_TRUE(watcher->await_output("does not load")) << watcher->output();
    const std::size_t before = runs();
    std::this_thread::sleep_for(1s);
    EXPECT_EQ(runs(), before) << watcher->output();
    folder.write("etc/policy.yaml", kSecond);
    EXPECT_TRUE(await_runs(before + 1)) << watcher->output();
}

TEST_F(Watched, EndsAlthoughItsCommandHangs) {
    folder.write("etc/policy.yaml", kFirst);
    const std::string flag = folder.path("flag");
    const std::string ended = folder.path("ended");
    watcher = std::make_unique<Watch>(
        folder,
        std::vector<std::string>{folder.path("etc/policy.yaml"), "--exec",
                                 "echo hangs; until test -e " + flag +
                                     "; do sleep 0.1; done; touch " + ended});
    ASSERT_TRUE(watcher->await_output("watching"));
    folder.write("etc/policy.yaml", kSecond);
    EXPECT_TRUE(watcher->await_output("hangs\n")) << watcher->output();
    EXPECT_EQ(watcher->stop(), 0);
    EXPECT_TRUE(contains(watcher->output(), "still running"));
    folder.write("flag", "");
    EXPECT_TRUE(await([&] { return fs::exists(ended); }));
}

// With all instances of inotify taken by the watch before, the next one would
// end robotsctl.
TEST_F(Watched, OneInstanceOfInotifyIsEnough) {
    const std::vector<std::string> limited{
        "/usr/bin/unshare",
        "-Ur",
        "/bin/sh",
        "-c",
        "echo 1 > /proc/sys/user/max_inotify_instances && exec \"$@\"",
        "sh"};
    std::vector<std::string> trial = limited;
    trial.push_back("/bin/true");
    int status = -1;
    await_end(spawn(trial, folder.path("trial.out")), 10s, &status);
    if (status != 0) {
        GTEST_SKIP() << "no user namespace can be made here";
    }
    folder.write("etc/policy.yaml", kFirst);
    watcher = std::make_unique<Watch>(
        folder,
        std::vector<std::string>{folder.path("etc/policy.yaml"), "--exec",
                                 "echo ran >> " + folder.path("ran")},
        limited);
    ASSERT_TRUE(watcher->await_output("watching")) << watcher->output();
    folder.write("etc/policy.yaml", kSecond);
    EXPECT_TRUE(await_runs(1)) << watcher->output();
    folder.write("etc/policy.yaml", kFirst);
    EXPECT_TRUE(await_runs(2)) << watcher->output();
    EXPECT_EQ(watcher->stop(), 0) << watcher->output();
}

TEST_F(Watched, OnceEndsAfterTheFirstChange) {
    folder.write("etc/policy.yaml", kFirst);
    watch({"--once"});
    folder.write("etc/policy.yaml", kSecond);
    EXPECT_EQ(watcher->await_exit(), 0);
    EXPECT_EQ(runs(), 1U);
    watch({"--once"});
    folder.write("etc/policy.yaml", kBroken);
    EXPECT_EQ(watcher->await_exit(), 1);
    EXPECT_EQ(runs(), 1U);
}

TEST_F(RobotsTest, WatchReloadsNginxAsSoonAsAConfigMapChanges) {
    nginx.file("robots/..1/policy.yaml", kFirst);
    nginx.file("robots/..2/policy.yaml", kSecond);
    nginx.file("robots/..3/policy.yaml", kBroken);
    const auto swap_to = [this](const char* data) {
        const std::string link = nginx.folder().path("robots/..data");
        fs::create_symlink(data, link + "_tmp");
        fs::rename(link + "_tmp", link);
    };
    swap_to("..1");
    const std::string policy = nginx.folder().path("robots/policy.yaml");
    fs::create_symlink("..data/policy.yaml", policy);
    nginx.http = "robots_policy " + policy +
                 "; robots on; server { listen 127.0.0.1:@web@; }";
    nginx.start();
    const auto served = [this] {
        return nginx.get("http://example.com/robots.txt").body;
    };
    EXPECT_EQ(served(), "User-agent: *\nDisallow: /first\n");

    Watch watcher(
        nginx.folder(),
        {policy, "--exec", "kill -HUP " + std::to_string(nginx.master())});
    ASSERT_TRUE(watcher.await_output("watching"));
    swap_to("..3");
    EXPECT_TRUE(watcher.await_output("does not load")) << watcher.output();
    EXPECT_EQ(served(), "User-agent: *\nDisallow: /first\n");
    swap_to("..2");
    EXPECT_TRUE(await([&served] {
        return served() == "User-agent: *\nDisallow: /second\n";
    })) << watcher.output();
    EXPECT_EQ(watcher.stop(), 0);
}

}  // namespace
}  // namespace integration
