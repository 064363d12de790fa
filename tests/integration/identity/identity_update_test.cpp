// robotsctl sources update, against a real https server, and a policy that
// reads what it keeps.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <ctime>

#include "tests/harness/cut_off_server.hpp"
#include "tests/harness/signer.hpp"
#include "tests/integration/identity/identity_update_fixture.hpp"

namespace integration {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

using IdentityUpdate = IdentityUpdateTest;

TEST_F(IdentityUpdate, AListThatWasFetchedVerifiesWithNothingElseWritten) {
    serve_list();
    EXPECT_EQ(seen_as("20.0.3.9"), "unverifiable");
    const Outcome outcome = update();
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr("added https://127.0.0.1:"));
    EXPECT_THAT(outcome.output, HasSubstr(": 20 ranges (Listbot)\n"));
    EXPECT_THAT(outcome.output,
                HasSubstr("1 source: 1 fresh, 1 written, 0 failed\n"));
    EXPECT_EQ(copy(), list_of(20));
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(seen_as("20.0.3.9"), "verified");
    EXPECT_EQ(seen_as("203.0.113.9"), "impostor");
}

TEST_F(IdentityUpdate, PlainListsAreListsToo) {
    publish("ips.txt", "# probes\r\n20.0.3.0/24\r\n\r\n2a00:1450::7 # one\r\n");
    serve_list("/ips.txt");
    EXPECT_EQ(update().status, 0);
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(seen_as("20.0.3.9"), "verified");
    EXPECT_EQ(seen_as("2a00:1450::7"), "verified");
    EXPECT_EQ(seen_as("2a00:1450::8"), "impostor");
}

TEST_F(IdentityUpdate, WhatHasNotChangedIsNotSentAgain) {
    serve_list();
    EXPECT_EQ(update().status, 0);
    const auto written = fs::last_write_time(copy_path());
    const Outcome again = update();
    EXPECT_EQ(again.status, 0);
    EXPECT_THAT(again.output,
                HasSubstr("1 source: 1 fresh, 0 written, 0 failed\n"));
    const auto lines = lines_of(read_file(nginx.folder().path("https.log")));
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_THAT(lines[0], HasSubstr("\" 200 "));
    EXPECT_THAT(lines[1], HasSubstr("\" 304 "));
    EXPECT_EQ(fs::last_write_time(copy_path()), written);
}

TEST_F(IdentityUpdate, AnOldCopyThatIsStillRightBecomesFresh) {
    serve_list();
    EXPECT_EQ(update().status, 0);
    age(40);
    EXPECT_EQ(identity("status").status, 1);
    const Outcome outcome = update();
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.output, HasSubstr("confirmed https://"));
    EXPECT_THAT(outcome.output, HasSubstr("1 written"));
    EXPECT_EQ(identity("status").status, 0);
}

TEST_F(IdentityUpdate, ACopyThatSomebodyChangedIsFetchedWhole) {
    serve_list();
    EXPECT_EQ(update().status, 0);
    nginx.raw_file("store/" + fs::path(copy_path()).filename().string(),
                   "{\"prefixes\": [");
    EXPECT_EQ(update().status, 0);
    EXPECT_EQ(copy(), list_of(20));
}

TEST_F(IdentityUpdate, ChangesAreToldAndRunACommand) {
    serve_list();
    EXPECT_EQ(update().status, 0);
    publish("list.json", list_of(25));
    const std::string ran = nginx.folder().path("ran");
    const Outcome outcome = update({"--exec", "echo x >> " + ran});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.output, HasSubstr(": 25 ranges, 5 added (Listbot)"));
    EXPECT_EQ(read_file(ran), "x\n");
    EXPECT_EQ(update({"--exec", "echo x >> " + ran}).status, 0);
    EXPECT_EQ(read_file(ran), "x\n");
    publish("list.json", list_of(24));
    const Outcome failed = update({"--exec", "exit 3"});
    EXPECT_EQ(failed.status, 1);
    EXPECT_THAT(failed.output, HasSubstr("ended with exit code 3"));
}

TEST_F(IdentityUpdate, ADryRunWritesNothing) {
    serve_list();
    const Outcome first = update({"--dry-run"});
    EXPECT_EQ(first.status, 0) << first.output;
    EXPECT_THAT(first.output, HasSubstr("1 to write"));
    EXPECT_FALSE(fs::exists(nginx.folder().path("store")));
    EXPECT_EQ(update().status, 0);
    publish("list.json", list_of(25));
    EXPECT_EQ(update({"--dry-run"}).status, 0);
    EXPECT_EQ(copy(), list_of(20));
}

struct BadAnswer {
    const char* text;
    const char* reason;
};

TEST_F(IdentityUpdate, ABadListIsRefusedAndTheOldOneStays) {
    serve_list();
    EXPECT_EQ(update().status, 0);
    const std::string cut = list_of(20).substr(0, 400);
    const std::string small = list_of(2, 30);
    const BadAnswer answers[] = {
        {"", "it is empty"},
        {" \n", "it is empty"},
        {"<!DOCTYPE html><p>Sorry</p>", "it is a web page"},
        {"{\"prefixes\": []}", "its list `prefixes` is empty"},
        {"{\"error\": \"x\"}", "it has no list `prefixes`"},
        {cut.c_str(), "it is not valid JSON, or ends too early"},
        {small.c_str(), "it has 2 ranges, and the last one had 20"},
        {"{\"prefixes\": [{\"ipv4Prefix\": \"10.1.0.0/16\"}]}",
         "10.1.0.0/16 cannot be an operator's: it has private addresses"},
        {"{\"prefixes\": [{\"ipv4Prefix\": \"0.0.0.0/0\"}]}",
         "0.0.0.0/0 cannot be an operator's: it is too wide"},
        {"{\"prefixes\": [{\"ipv6Prefix\": \"::/0\"}]}", "it is too wide"},
        {"{\"prefixes\": [{\"ipv6Prefix\": \"fd00::/16\"}]}", "private"},
        {"20.0.0.0/24\n20.0.1.0/2", "line 2 has bits set"},
        {"hello\n", "line 1 is not an address or a prefix"},
    };
    for (const BadAnswer& answer : answers) {
        SCOPED_TRACE(answer.reason);
        publish("list.json", answer.text);
        const Outcome outcome = update();
        EXPECT_EQ(outcome.status, 1);
        EXPECT_THAT(outcome.output, HasSubstr(answer.reason));
        EXPECT_THAT(outcome.output, HasSubstr("the copy of today stays"));
        EXPECT_EQ(copy(), list_of(20));
    }
    EXPECT_THAT(identity("status").output, HasSubstr("fresh: line 1 is not"));
    publish("list.json", small);
    EXPECT_EQ(update({"--accept-smaller"}).status, 0);
    EXPECT_EQ(copy(), small);
}

TEST_F(IdentityUpdate, FewerRangesThatCoverAllOfTheOldAreNoLoss) {
    serve_list();
    EXPECT_EQ(update().status, 0);
    publish("list.json", "{\"prefixes\": [{\"ipv4Prefix\": \"20.0.0.0/16\"}]}");
    const Outcome outcome = update();
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr(": 1 range, 20 removed"));
}

TEST_F(IdentityUpdate, AnswersWithoutABodyOfTheirOwnAreRefused) {
    const CutOffServer cut(
        "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{\"prefixes\": [");
    publish("large.json", std::string(std::size_t{10} << 20, ' '));
    publish("zipped.json", std::string(std::size_t{10} << 20, ' '));
    serve_list(
        "/list.json",
        "location = /cut { proxy_pass http://127.0.0.1:" +
            std::to_string(cut.port()) +
            "; } location = /gone { return 404; } location = /mute { return "
            "304; } location = /elsewhere { return 302 "
            "https://example.com/list.json; } location = /plain { return 302 "
            "http://127.0.0.1:@web@/list.json; } location = /file { return "
            "302 file:///etc/passwd; } location = /moved { return 301 "
            "/list.json; } location = /round { return 302 /round; } location "
            "= /slow.json { limit_rate 20; try_files /list.json =404; } "
            "location = /zipped.json { gzip on; gzip_types *; }");
    const std::string server =
        "https://127.0.0.1:" + std::to_string(nginx.port("https"));
    const auto expect_refused = [&](const std::string& url,
                                    const std::string& reason) {
        SCOPED_TRACE(url);
        name_list(url);
        const Outcome outcome = update({"--timeout", "2s"});
        EXPECT_EQ(outcome.status, 1);
        EXPECT_THAT(outcome.output, HasSubstr(reason));
        EXPECT_THAT(outcome.output, HasSubstr("there is no copy of it"));
    };
    nginx.expect_alarm("prematurely closed");
    expect_refused(server + "/gone", "the server answered with status 404");
    expect_refused(server + "/mute", "the server answered with status 304");
    expect_refused(server + "/cut", "/cut: ");
    expect_refused(server + "/large.json", "the answer is larger than 2 MiB");
    expect_refused(server + "/zipped.json", "the answer is larger than 2 MiB");
    expect_refused(server + "/slow.json", "no whole answer within 2 s");
    for (const char* path : {"/elsewhere", "/plain", "/file"}) {
        expect_refused(server + path, "only redirects to the same host");
    }
    expect_refused(server + "/round", "redirects more than 3 times");
    expect_refused("https://127.0.0.1:" + std::to_string(free_port()) + "/x",
                   "Failed to connect");
    name_list(server + "/moved");
    EXPECT_EQ(update().status, 0);
}

// Keys are those of the URL that publishes them, and no other's.
TEST_F(IdentityUpdate, NoRedirectOfKeysIsFollowed) {
    publish("keys.json", robots::tests::Signer(1).jwks());
    serve_list("/list.json", "location = /moved { return 301 /keys.json; }");
    const std::string server =
        "https://127.0.0.1:" + std::to_string(nginx.port("https"));
    const auto name_keys = [this](const std::string& url) {
        policy(
            "default: {}\n"
            "identity: {directory: store}\n"
            "crawlers: [{token: Listbot, keys_url: \"" +
            url + "\"}]\n");
    };
    name_keys(server + "/moved");
    const Outcome moved = update();
    EXPECT_EQ(moved.status, 1);
    EXPECT_THAT(moved.output, HasSubstr("the server redirects to `" + server +
                                        "/keys.json`, which is not followed "
                                        "for keys"));
    name_keys(server + "/keys.json");
    const Outcome found = update();
    EXPECT_EQ(found.status, 0) << found.output;
}

TEST_F(IdentityUpdate, OnlyAServerWithATrustedCertificateIsAsked) {
    serve_list();
    const Outcome untrusted = identity("update", {"--allow-private"});
    EXPECT_EQ(untrusted.status, 1);
    EXPECT_THAT(untrusted.output, HasSubstr("certificate"));
    // The certificate is for 127.0.0.1.
    name_list("https://localhost:" + std::to_string(nginx.port("https")) +
              "/list.json");
    const Outcome other = update();
    EXPECT_EQ(other.status, 1);
    EXPECT_THAT(other.output, HasSubstr("localhost"));
    EXPECT_TRUE(read_file(nginx.folder().path("https.log")).empty());
}

TEST_F(IdentityUpdate, APrivateAddressIsAskedOnlyIfTheAdminSaysSo) {
    serve_list();
    const std::string port = std::to_string(nginx.port("https"));
    const std::vector<std::string> trust{"--ca-file",
                                         nginx.folder().path("ca.pem")};
    for (const std::string host :
         {"127.0.0.1", "localhost", "10.0.0.1", "169.254.169.254", "[::1]",
          "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[fd00::1]"}) {
        name_list("https://" + host + ":" + port + "/list.json");
        const Outcome outcome = identity("update", trust);
        EXPECT_EQ(outcome.status, 1) << host;
        EXPECT_THAT(outcome.output, HasSubstr("its host is not public"))
            << host;
    }
    EXPECT_TRUE(read_file(nginx.folder().path("https.log")).empty());
}

TEST_F(IdentityUpdate, ABrokenCopyStopsNothing) {
    serve_list();
    EXPECT_EQ(update().status, 0);
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(seen_as("203.0.113.9"), "impostor");
    nginx.raw_file("store/" + fs::path(copy_path()).filename().string(),
                   "<html>");
    ASSERT_TRUE(nginx.reload());
    EXPECT_TRUE(nginx.await_error_log("it is a web page"));
    EXPECT_EQ(seen_as("20.0.3.9"), "unverifiable");
    fs::remove(copy_path());
    fs::create_symlink("/etc/passwd", copy_path());
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(seen_as("20.0.3.9"), "unverifiable");
    fs::remove_all(nginx.folder().path("store"));
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(seen_as("20.0.3.9"), "unverifiable");
}

TEST_F(IdentityUpdate, WhenCopiesWereWrittenIsAMetric) {
    serve_list();
    EXPECT_EQ(update().status, 0);
    age(3);
    ASSERT_TRUE(nginx.reload());
    const std::string metrics =
        nginx.get("http://127.0.0.1/status?format=prometheus").body;
    const std::string name =
        "robots_sources_modified_timestamp_seconds{file=\"" + copy_path() +
        "\"} ";
    const std::size_t at = metrics.find(name);
    ASSERT_NE(at, std::string::npos) << metrics;
    const long written = std::stol(metrics.substr(at + name.size()));
    const long days_ago = std::time(nullptr) - 3 * 24 * 3600;
    EXPECT_LE(written, days_ago);
    EXPECT_GT(written, days_ago - 600);
}

TEST_F(IdentityUpdate, TwoAtOnceDoNotWriteTogether) {
    serve_list();
    nginx.raw_file("store/.lock", "");
    const int lock =
        open(nginx.folder().path("store/.lock").c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_EQ(flock(lock, LOCK_EX), 0);
    const Outcome second = update();
    EXPECT_EQ(second.status, 2);
    EXPECT_THAT(second.output,
                HasSubstr("another `robotsctl sources update` is at work"));
    close(lock);
    EXPECT_EQ(update().status, 0);
}

// Killed at every moment, it leaves a whole list: the old one or the new one.
TEST_F(IdentityUpdate, KilledAtAnyMomentItLeavesAWholeList) {
    const std::string lists[] = {list_of(20000), list_of(20000, 120)};
    publish("list.json", lists[0]);
    serve_list();
    const Outcome whole = update();
    ASSERT_EQ(whole.status, 0) << whole.output;
    const Stopwatch watch;
    publish("list.json", lists[1]);
    ASSERT_EQ(update().status, 0);
    const auto usual = watch.elapsed();
    const Folder folder;
    constexpr int kMoments = 60;
    int killed = 0;
    for (int i = 0; i < kMoments; ++i) {
        publish("list.json", lists[i % 2]);
        const pid_t pid = spawn(
            {environment("ROBOTSCTL", "build/robotsctl"), "sources", "update",
             nginx.folder().path("policy.yaml"), "--only", "Listbot",
             "--allow-private", "--ca-file", nginx.folder().path("ca.pem")},
            folder.path("out"));
        const Stopwatch since;
        const auto moment = usual * (i + 1) / kMoments;
        await([&] { return since.elapsed() >= moment; });
        kill(pid, SIGKILL);
        int status = -1;
        ASSERT_TRUE(await_end(pid, 10s, &status));
        killed += status == 128 + SIGKILL ? 1 : 0;
        const std::string now = copy();
        ASSERT_TRUE(now == lists[0] || now == lists[1]) << i;
    }
    EXPECT_GT(killed, kMoments / 4);
    EXPECT_EQ(update().status, 0);
    for (const auto& entry :
         fs::directory_iterator(nginx.folder().path("store"))) {
        EXPECT_THAT(entry.path().filename().string(), Not(HasSubstr(".new")));
    }
}

}  // namespace
}  // namespace integration
