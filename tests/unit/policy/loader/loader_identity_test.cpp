// `identity` of a policy: the folder with copies of published lists.

#include <filesystem>
#include <fstream>

#include "policy/crawlers/identity.hpp"
#include "policy/lint/stale.hpp"
#include "policy/loader/entries/published_list.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr const char* kPolicy =
    "version: 1\n"
    "default: {}\n"
    "identity: {directory: store}\n"
    "crawlers:\n"
    "  - {token: Onebot, ranges_url: https://a.example/one.json}\n"
    "  - {token: Twobot, ranges_url: [https://a.example/one.json,"
    " https://a.example/two.txt]}\n";

class LoaderIdentity : public PolicyFixture {
  protected:
    // The identity of a crawler at an address, which must load without a
    // warning other than `code`.
    Identity identity(const std::string& token, const std::string& address,
                      const std::string& code = "") {
        loaded = load(kPolicy);
        for (const Diagnostic& diagnostic : loaded.diagnostics) {
            EXPECT_EQ(diagnostic.severity, Severity::warning);
            EXPECT_EQ(diagnostic.code, code) << diagnostic.text;
            EXPECT_EQ(diagnostic.line, 3u);
        }
        EXPECT_EQ(loaded.diagnostics.empty(), code.empty());
        if (loaded.policy == nullptr) {
            return Identity::unverifiable;
        }
        return settled_identity(*loaded.policy->crawlers().find(token),
                                address_from(address), Utc(std::time(nullptr)),
                                Resolver::none)
            .value();
    }

    Loaded loaded;
};

constexpr const char* kOne =
    "{\"prefixes\": [{\"ipv4Prefix\": \"192.0.2.0/24\"}]}";

TEST_F(LoaderIdentity, CopiesInTheFolderVerify) {
    write("store/a.example_one.json", kOne);
    write("store/a.example_two.txt", "203.0.113.7\n");
    EXPECT_EQ(identity("Onebot", "192.0.2.1"), Identity::verified);
    EXPECT_EQ(identity("Onebot", "203.0.113.7"), Identity::impostor);
    EXPECT_EQ(identity("Twobot", "192.0.2.1"), Identity::verified);
    EXPECT_EQ(identity("Twobot", "203.0.113.7"), Identity::verified);
    EXPECT_EQ(identity("Twobot", "203.0.113.8"), Identity::impostor);
    EXPECT_EQ(loaded.identity_folder, path("store/"));
}

TEST_F(LoaderIdentity, WhatIsNotThereIsAsWithoutTheKey) {
    EXPECT_EQ(identity("Onebot", "192.0.2.1", "ranges-unusable"),
              Identity::unverifiable);
    fs::create_directory(path("store"));
    EXPECT_EQ(identity("Onebot", "192.0.2.1"), Identity::unverifiable);
}

TEST_F(LoaderIdentity, OneOfTwoListsMakesNobodyAnImpostor) {
    write("store/a.example_two.txt", "203.0.113.7\n");
    EXPECT_EQ(identity("Twobot", "203.0.113.7", "ranges-unusable"),
              Identity::verified);
    EXPECT_EQ(identity("Twobot", "203.0.113.8", "ranges-unusable"),
              Identity::unverifiable);
}

TEST_F(LoaderIdentity, ABrokenCopyIsAWarning) {
    for (const char* text : {"", "<html>", "{\"prefixes\": [", "x"}) {
        SCOPED_TRACE(text);
        write("store/a.example_one.json", text);
        EXPECT_EQ(identity("Onebot", "203.0.113.7", "ranges-unusable"),
                  Identity::unverifiable);
    }
    fs::remove(path("store/a.example_one.json"));
    fs::create_directory(path("store/a.example_one.json"));
    EXPECT_EQ(identity("Onebot", "203.0.113.7", "ranges-unusable"),
              Identity::unverifiable);
    fs::remove(path("store/a.example_one.json"));
    fs::create_symlink("/etc/passwd", path("store/a.example_one.json"));
    EXPECT_EQ(identity("Onebot", "203.0.113.7", "ranges-unusable"),
              Identity::unverifiable);
}

TEST_F(LoaderIdentity, AFolderThatIsAFileIsAWarning) {
    write("store", "");
    EXPECT_EQ(identity("Onebot", "192.0.2.1", "ranges-unusable"),
              Identity::unverifiable);
}

TEST_F(LoaderIdentity, CopiesAreInputs) {
    const std::string file = write("store/a.example_one.json", kOne);
    identity("Onebot", "192.0.2.1", "ranges-unusable");
    EXPECT_TRUE(loaded.inputs.unchanged());
    // Written beside, as an update does.
    write("store/.a.example_one.json.new", kOne);
    EXPECT_TRUE(loaded.inputs.unchanged());
    write("store/a.example_two.txt", "203.0.113.7\n");
    EXPECT_FALSE(loaded.inputs.unchanged());
    identity("Twobot", "192.0.2.1");
    EXPECT_TRUE(loaded.inputs.unchanged());
    fs::last_write_time(file, fs::last_write_time(file) - 1h);
    EXPECT_FALSE(loaded.inputs.unchanged());
}

TEST_F(LoaderIdentity, AFolderThatComesIsAChange) {
    identity("Onebot", "192.0.2.1", "ranges-unusable");
    EXPECT_TRUE(loaded.inputs.unchanged());
    write("store/a.example_one.json", kOne);
    EXPECT_FALSE(loaded.inputs.unchanged());
}

TEST_F(LoaderIdentity, AnOldCopyIsOneWarningForAllItsCrawlers) {
    fs::last_write_time(write("store/a.example_one.json", kOne),
                        fs::file_time_type::clock::now() - 31 * 24h - 1h);
    write("store/a.example_two.txt", "203.0.113.7\n");
    EXPECT_EQ(identity("Onebot", "203.0.113.7"), Identity::unverifiable);
    const Diagnostics stale =
        stale_warnings(*loaded.policy, Utc(std::time(nullptr)));
    ASSERT_EQ(stale.size(), 1u);
    EXPECT_EQ(stale[0].code, "ranges-stale");
    EXPECT_EQ(stale[0].line, 3u);
}

TEST_F(LoaderIdentity, AnOwnListAndACopyAddUp) {
    write("store/a.example_one.json", kOne);
    loaded = load(
        "version: 1\ndefault: {}\nidentity: {directory: store}\ncrawlers:\n"
        "  - {token: Onebot, ranges: 203.0.113.0/24, ranges_url: "
        "https://a.example/one.json}\n");
    ASSERT_NE(loaded.policy, nullptr);
    EXPECT_EQ(loaded.policy->crawlers().find("Onebot")->ranges.size(), 2u);
}

TEST_F(LoaderIdentity, InvalidKeysAreErrors) {
    const auto with = [](const std::string& value) {
        return "version: 1\ndefault: {}\nidentity: " + value + "\n";
    };
    expect_error(with("x"), "wrong-type", 3, 11);
    expect_error(with("{directory: ''}"), "empty-value", 3, 23);
    expect_error(with("{directory: [a]}"), "wrong-type", 3, 23);
    expect_error(with("{folder: a}"), "unknown-key", 3, 12);
    write("more.yaml", "identity: {directory: store}\n");
    expect_errors("version: 1\ninclude: more.yaml\ndefault: {}\n",
                  {{"only-in-main-file", 1, 11, "more.yaml"}});
}

TEST_F(LoaderIdentity, PlainListsAreRead) {
    const auto read = [](std::string_view text) {
        return loader::read_published_list(text);
    };
    const loader::PublishedList list = read(
        "\xEF\xBB\xBF# a\r\n 192.0.2.0/24\r\n\r\n2001:db8::1 # b\n"
        "192.0.2.7");
    EXPECT_EQ(list.problem, "");
    EXPECT_EQ(list.count, 3u);
    EXPECT_EQ(list.addresses.prefixes().size(), 2u);
    EXPECT_EQ(read("192.0.2.0/24\nhallo\n").problem.substr(0, 35),
              "line 2 is not an address or a prefi");
    EXPECT_EQ(read(" \r\n").problem, "it is empty");
    EXPECT_EQ(read("# only\n").problem, "it has no addresses");
    EXPECT_EQ(read("\n<!doctype html>").problem,
              "it is a web page, not a list of addresses");
    // Nothing of the file is shown.
    EXPECT_EQ(read("root:x:0:0").problem.find("root"), std::string::npos);
}

}  // namespace
}  // namespace robots
