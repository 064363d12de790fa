// Whether a running policy is still what is on disk.

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include "policy/loader/files/inputs.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

using loader::DiskCheck;
using loader::OnDisk;

constexpr std::string_view kNotRoot =
    "only root can become another user, and not under qemu";

class LoaderDiskCheck : public PolicyFixture {
  protected:
    LoaderDiskCheck() {
        write("sites.d/a.yaml",
              "sites: [{host: a.example, robots_txt: {file: a.txt}}]\n");
        write("sites.d/a.txt", "User-agent: *\nDisallow: /a\n");
        loaded = load("version: 1\ninclude: sites.d/*.yaml\n");
        check.emplace(loaded.inputs);
    }

    OnDisk look() {
        OnDisk result{};
        for (int i = 0; i < 1000; ++i) {
            if (check->step(result)) {
                return result;
            }
        }
        ADD_FAILURE() << "the check never ends";
        return result;
    }

    // What a process of another user sees. Empty: it cannot be another user.
    std::optional<OnDisk> look_as_nobody() {
        constexpr int kNotBecome = 99;
        allow("", std::filesystem::perms(0755));
        const pid_t child = ::fork();
        if (child == 0) {
            constexpr uid_t kNobody = 65534;
            const bool became = ::setuid(kNobody) == 0;
            ::_exit(became ? static_cast<int>(look()) : kNotBecome);
        }
        int status = -1;
        EXPECT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFEXITED(status));
        const int code = WEXITSTATUS(status);
        return code == kNotBecome ? std::nullopt
                                  : std::optional(static_cast<OnDisk>(code));
    }

    void allow(const std::string& name, std::filesystem::perms allowed) const {
        std::filesystem::permissions(path(name), allowed);
    }

    std::string read(const std::string& name) const {
        std::ifstream file(path(name));
        return {std::istreambuf_iterator<char>(file), {}};
    }

    Loaded loaded;
    std::optional<DiskCheck> check;
};

TEST_F(LoaderDiskCheck, IsTheSameUntilAFileChanges) {
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(look(), OnDisk::same);
    for (const char* file :
         {"policy.yaml", "sites.d/a.yaml", "sites.d/a.txt"}) {
        const std::string before = read(file);
        write(file, before + "\n");
        EXPECT_EQ(look(), OnDisk::changed) << file;
        EXPECT_EQ(look(), OnDisk::changed) << file;
        // Back again, with another time.
        write(file, before);
        EXPECT_EQ(look(), OnDisk::same) << file;
        EXPECT_EQ(look(), OnDisk::same) << file;
    }
}

TEST_F(LoaderDiskCheck, SeesAFileThatIsRenamedOverAnother) {
    write("new", read("sites.d/a.txt") + "# changed\n");
    std::filesystem::rename(path("new"), path("sites.d/a.txt"));
    EXPECT_EQ(look(), OnDisk::changed);
}

TEST_F(LoaderDiskCheck, SeesWhatAPatternMatches) {
    write("sites.d/b.yaml", "sites: []\n");
    EXPECT_EQ(look(), OnDisk::changed);
    std::filesystem::remove(path("sites.d/b.yaml"));
    EXPECT_EQ(look(), OnDisk::same);
}

TEST_F(LoaderDiskCheck, AFileThatWentIsAChange) {
    std::filesystem::remove(path("sites.d/a.txt"));
    EXPECT_EQ(look(), OnDisk::changed);
}

TEST_F(LoaderDiskCheck, AFileThatWasNeverThereIsNoChange) {
    loaded = load(
        "version: 1\ndefault: {}\n"
        "crawlers: [{token: Qqxbot, ranges_file: ranges.json}]\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    check.emplace(loaded.inputs);
    EXPECT_EQ(look(), OnDisk::same);
    write("ranges.json", R"({"prefixes": [{"ipv4Prefix": "192.0.2.0/24"}]})");
    EXPECT_EQ(look(), OnDisk::changed);
    std::filesystem::remove(path("ranges.json"));
    EXPECT_EQ(look(), OnDisk::same);
}

TEST_F(LoaderDiskCheck, LooksAtManyFilesInManySteps) {
    for (int i = 0; i < 200; ++i) {
        write("sites.d/" + std::to_string(i) + ".yaml", "sites: []\n");
    }
    loaded = load("version: 1\ninclude: sites.d/*.yaml\n");
    check.emplace(loaded.inputs);
    OnDisk result{};
    int steps = 1;
    while (!check->step(result)) {
        ++steps;
    }
    EXPECT_EQ(result, OnDisk::same);
    EXPECT_GE(steps, 201 / 32);
    write("sites.d/199.yaml", "sites: [] # changed\n");
    EXPECT_EQ(look(), OnDisk::changed);
}

// A worker runs as another user than the master that read the policy.
TEST_F(LoaderDiskCheck, AFolderThatIsClosedToTheWorkerIsUnknown) {
    allow("sites.d", std::filesystem::perms::owner_all);
    const std::optional<OnDisk> seen = look_as_nobody();
    if (!seen) {
        GTEST_SKIP() << kNotRoot;
    }
    EXPECT_EQ(*seen, OnDisk::unknown);
}

// After `chmod o=`, which docs/installing.md recommends.
// A reload that finds the same octets knows the new stamps.
TEST_F(LoaderDiskCheck, AReloadKnowsTheStampsOfFilesThatWereTouched) {
    write("sites.d/a.txt", read("sites.d/a.txt"));
    allow("sites.d/a.txt", std::filesystem::perms::owner_read);
    loaded.inputs.stamp_again();
    ASSERT_TRUE(loaded.inputs.unchanged());
    check.emplace(loaded.inputs);
    const std::optional<OnDisk> seen = look_as_nobody();
    if (!seen) {
        GTEST_SKIP() << kNotRoot;
    }
    EXPECT_EQ(*seen, OnDisk::same);
}

TEST_F(LoaderDiskCheck, AFileThatTheWorkerMayNotReadIsUnknownInItsStamp) {
    using std::filesystem::perms;
    const std::string file = path("sites.d/a.txt");
    allow("sites.d/a.txt", perms::owner_read | perms::owner_write);
    const std::optional<OnDisk> seen = look_as_nobody();
    if (!seen) {
        GTEST_SKIP() << kNotRoot;
    }
    EXPECT_EQ(*seen, OnDisk::unknown);
    EXPECT_EQ(look(), OnDisk::same) << "who may read it";
    std::filesystem::last_write_time(
        file, std::filesystem::last_write_time(file) + std::chrono::hours(1));
    EXPECT_EQ(look_as_nobody(), OnDisk::changed) << "it was written";
    write("sites.d/a.txt", read("sites.d/a.txt") + "\n");
    EXPECT_EQ(look_as_nobody(), OnDisk::changed) << "it has another size";
}

}  // namespace
}  // namespace robots
