// A policy from the copy of its files.

#include "policy/loader/files/policy_copy.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

namespace fs = std::filesystem;
using loader::CopyPlace;
using loader::PolicyCopy;
using testing::HasSubstr;
using testing::IsEmpty;

class PolicyCopyTest : public PolicyFixture {
  protected:
    PolicyCopyTest() {
        write("sites.d/a.yaml",
              "sites: [{host: a.example, robots_txt: {file: a.txt}}]\n");
        write("sites.d/a.txt", "User-agent: *\nDisallow: /a\n");
        write("hosts.txt", "b.example\n");
        write("lists/acme.json",
              R"({"prefixes": [{"ipv4Prefix": "192.0.2.0/24"}]})");
        loaded = load(
            "version: 1\ninclude: sites.d/*.yaml\n"
            "crawlers: [{token: AcmeBot, ranges_file: lists/acme.json}]\n"
            "sites: [{hosts_file: hosts.txt, comment: b}]\n");
        place = {path("kept"), "nginx.conf", "policy.yaml"};
    }

    std::string keep() const { return write_policy_copy(place, loaded.inputs); }

    Loaded load_copy() const {
        const PolicyCopy copy(place);
        EXPECT_EQ(copy.problem(), "");
        return load_policy(path("policy.yaml"), {}, {}, loader::share_folder(),
                           {}, &copy);
    }

    std::string problem() const { return PolicyCopy(place).problem(); }

    // The one file in the folder of copies.
    fs::path file() const {
        const std::vector<fs::directory_entry> found(
            fs::directory_iterator(place.folder), fs::directory_iterator{});
        EXPECT_EQ(found.size(), 1u);
        return found.empty() ? fs::path() : found.front().path();
    }

    std::string octets() const {
        std::ifstream in(file(), std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    void overwrite(const std::string& octets) const {
        std::ofstream(file(), std::ios::binary) << octets;
    }

    // What tells one policy from another.
    static std::string meaning(const Policy& policy) {
        std::string out = render(policy, "http://a.example/") + '\n' +
                          render(policy, "http://b.example/");
        for (const Crawler& crawler : policy.crawlers().entries()) {
            out += crawler.token == "AcmeBot" && !crawler.ranges.empty() &&
                           crawler.ranges.front().usable
                       ? "ranges"
                       : "";
        }
        return out;
    }

    Loaded loaded;
    CopyPlace place;
};

TEST_F(PolicyCopyTest, IsThePolicyThoughItsFilesAreGone) {
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const std::string before = meaning(*loaded.policy);
    EXPECT_THAT(before, HasSubstr("ranges"));
    ASSERT_EQ(keep(), "");
    fs::remove_all(path("sites.d"));
    fs::remove(path("hosts.txt"));
    fs::remove_all(path("lists"));
    write("policy.yaml", "broken: [\n");
    const Loaded again = load_copy();
    ASSERT_NE(again.policy, nullptr) << all(again.diagnostics);
    EXPECT_EQ(meaning(*again.policy), before);
    EXPECT_EQ(again.policy->modified, loaded.policy->modified);
    EXPECT_FALSE(again.inputs.unchanged());
}

// So a reload whose files are what they were takes over what is running.
TEST_F(PolicyCopyTest, KnowsWhetherTheFilesAreWhatTheyWere) {
    ASSERT_EQ(keep(), "");
    EXPECT_TRUE(load_copy().inputs.unchanged());
    write("hosts.txt", "c.example\n");
    EXPECT_FALSE(load_copy().inputs.unchanged());
}

TEST_F(PolicyCopyTest, IsForItsOwnerAlone) {
    ASSERT_EQ(keep(), "");
    struct stat status {};
    ASSERT_EQ(::stat(file().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, mode_t{0600});
    ASSERT_EQ(::stat(place.folder.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, mode_t{0700});
}

TEST_F(PolicyCopyTest, OfAnythingElseIsNotUsed) {
    ASSERT_EQ(keep(), "");
    place.subject = "other.yaml";
    EXPECT_THAT(problem(), HasSubstr("a copy of another policy"));
    place.owner = "other.conf";
    EXPECT_THAT(problem(), HasSubstr("No such file"));
}

TEST_F(PolicyCopyTest, HalfOfItOrAnotherOctetIsDamage) {
    ASSERT_EQ(keep(), "");
    const std::string good = octets();
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{5}, std::size_t{30}, good.size() / 2,
          good.size() - 1}) {
        overwrite(good.substr(0, size));
        EXPECT_THAT(problem(), HasSubstr("is damaged")) << size;
    }
    for (std::size_t at = 0; at < good.size(); at += 7) {
        std::string other = good;
        other[at] = static_cast<char>(other[at] ^ 0x20);
        overwrite(other);
        EXPECT_THAT(problem(), HasSubstr("is damaged")) << at;
    }
    overwrite(good);
    EXPECT_EQ(problem(), "");
}

TEST_F(PolicyCopyTest, WhatOthersMayWriteIsNotUsed) {
    ASSERT_EQ(keep(), "");
    ASSERT_EQ(::chmod(file().c_str(), 0622), 0);
    EXPECT_THAT(problem(), HasSubstr("others may write"));
    ASSERT_EQ(::chmod(file().c_str(), 0600), 0);
    ASSERT_EQ(::chmod(place.folder.c_str(), 0777), 0);
    EXPECT_THAT(problem(), HasSubstr("others may write"));
    EXPECT_THAT(keep(), HasSubstr("others may write"));
}

TEST_F(PolicyCopyTest, FollowsNoLinks) {
    ASSERT_EQ(keep(), "");
    const fs::path copy = file();
    const std::string victim = write("victim", "untouched");
    fs::create_symlink(victim, copy.string() + ".new");
    EXPECT_EQ(keep(), "");
    fs::rename(copy, path("elsewhere"));
    fs::create_symlink(path("elsewhere"), copy);
    EXPECT_NE(problem(), "");
    EXPECT_EQ(keep(), "");
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(file())));
    std::ifstream in(victim);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "untouched");
}

TEST_F(PolicyCopyTest, IsNotWrittenOnceAFileHasChanged) {
    ASSERT_EQ(keep(), "");
    const std::string good = octets();
    write("sites.d/a.txt", "User-agent: *\nDisallow: /b\n");
    EXPECT_THAT(keep(), HasSubstr("a.txt` has changed meanwhile"));
    EXPECT_EQ(octets(), good);
    write("sites.d/a.txt", "User-agent: *\nDisallow: /a\n");
    write("sites.d/b.yaml", "sites: []\n");
    EXPECT_THAT(keep(), HasSubstr("other files match"));
    EXPECT_EQ(octets(), good);
}

// As on a full disk: the write comes to an end in the middle.
TEST_F(PolicyCopyTest, LeavesTheOneBeforeWhereItDoesNotFit) {
    ASSERT_EQ(keep(), "");
    const std::string good = octets();
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit small = before;
    small.rlim_cur = 100;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const std::string problem = keep();
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    EXPECT_THAT(problem, HasSubstr("File too large"));
    EXPECT_EQ(octets(), good);
}

// Of this process, in MiB.
long most_memory() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

// Twelve files of 8 MiB. A sanitizer keeps what was freed. In a process of its
// own, since other tests have taken more memory than this.
TEST_F(PolicyCopyTest, TakesTheMemoryOfOneFileNotOfAll) {
    constexpr std::size_t kSize = std::size_t{8} * 1024 * 1024;
    loader::Inputs large;
    for (int i = 0; i < 12; ++i) {
        const std::string name = write("large" + std::to_string(i), "");
        fs::resize_file(name, kSize);
        large.add_file(loader::Input::Kind::own_file, name,
                       read_source(loader::open_file(name), kSize));
    }
    const pid_t child = ::fork();
    ASSERT_NE(child, -1);
    if (child == 0) {
        const long before = most_memory();
        const bool is_written = write_policy_copy(place, large).empty();
        ::_exit(is_written && most_memory() < before + 128 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_GT(fs::file_size(file()), 12 * kSize);
}

TEST_F(PolicyCopyTest, TheFolderIsMadeButNotItsParents) {
    place.folder = path("no/such/folder");
    EXPECT_THAT(keep(), HasSubstr("No such file"));
}

}  // namespace
}  // namespace robots
