// Memory that runs out at each allocation of a request, one after the other: no
// request hangs, none keeps a place, and no worker ends.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <set>
#include <stdexcept>

#include "tests/faults/fault_fixture.hpp"
#include "tests/harness/signer.hpp"
#include "tests/harness/valkey.hpp"
#include "tests/integration/identity/identity_fixture.hpp"

namespace integration {
namespace {

bool can_fail_malloc() {
    return !environment("ROBOTS_FAILING_MALLOC_LIBRARY", "").empty() &&
           !is_instrumented();
}

constexpr const char* kCannotFailMalloc =
    "a library that replaces malloc goes with no sanitizer and not with "
    "valgrind";

// Which allocation fails of the programs that it was loaded into.
class FailingMalloc {
  public:
    FailingMalloc() {
        const std::string path = folder_.path("countdown");
        folder_.write("countdown", std::string(sizeof(std::int64_t), '\0'));
        const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
        void* memory = ::mmap(nullptr, sizeof(std::int64_t),
                              PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        ::close(file);
        if (memory == MAP_FAILED) {
            throw std::runtime_error("mmap failed");
        }
        countdown_ = static_cast<std::int64_t*>(memory);
    }
    ~FailingMalloc() {
        spare_later();
        ::munmap(countdown_, sizeof(std::int64_t));
    }
    FailingMalloc(const FailingMalloc&) = delete;
    FailingMalloc& operator=(const FailingMalloc&) = delete;

    // Until then the allocations of programs that start.
    void preload() const {
        ::setenv("ROBOTS_FAILING_MALLOC", folder_.path("countdown").c_str(), 1);
        ::setenv("LD_PRELOAD",
                 environment("ROBOTS_FAILING_MALLOC_LIBRARY", "").c_str(), 1);
    }
    static void spare_later() {
        ::unsetenv("LD_PRELOAD");
        ::unsetenv("ROBOTS_FAILING_MALLOC");
    }

    // The allocation of that number from now on fails, once.
    void arm(std::int64_t number) {
        __atomic_store_n(countdown_, number, __ATOMIC_SEQ_CST);
    }
    // False: so many have not been made since. None fails any more.
    bool disarm() {
        return __atomic_exchange_n(countdown_, 0, __ATOMIC_SEQ_CST) == 0;
    }

  private:
    Folder folder_;
    std::int64_t* countdown_ = nullptr;
};

// Small pools, so that many allocations need memory of the system.
constexpr const char* kSmallPools =
    "connection_pool_size 128; request_pool_size 128; "
    "client_header_buffer_size 256;\n";

std::string sent(const std::string& request_line, std::string_view agent,
                 std::vector<std::string> more = {}) {
    more.push_back("User-Agent: " + std::string(agent));
    more.emplace_back("Connection: close");
    return message(request_line, "example.com", more);
}

class MemoryFaults : public FaultTest {
  protected:
    // The same request again and again, each time with another allocation
    // that fails, until it needs no more. Then its status is the first of
    // `expected`. Before, it may also be another of them, an error, or none:
    // what cannot be judged passes.
    void fail_each(const std::string& name, const std::string& request,
                   const std::vector<int>& expected) {
        fail_each(
            name, [&](int) { return request; }, expected);
    }
    void fail_each(const std::string& name,
                   const std::function<std::string(int)>& request,
                   const std::vector<int>& expected) {
        constexpr int kMost = 3000;
        std::set<int> met;
        int number = 1;
        for (; number < kMost; ++number) {
            Connection connection(nginx.port());
            malloc_.arm(number);
            std::string answer;
            try {
                connection.send(request(number));
                answer = connection.rest(5s);
            } catch (const std::runtime_error& error) {
                ADD_FAILURE() << name << ", allocation " << number << ": "
                              << error.what();
            }
            const bool failed = malloc_.disarm();
            const int status =
                answer.size() > 12 ? std::atoi(answer.c_str() + 9) : 0;
            met.insert(status);
            if (!failed) {
                EXPECT_EQ(status, expected[0]) << name;
                break;
            }
        }
        EXPECT_LT(number, kMost) << name;
        failures_ += number - 1;
        for (const int status : met) {
            EXPECT_TRUE(status == 0 || status >= 500 || status == 400 ||
                        std::count(expected.begin(), expected.end(), status) >
                            0)
                << name << ": " << status;
        }
        EXPECT_EQ(status("/page", kChrome), 200) << name;
        EXPECT_EQ(delayed_now(), 0) << name;
    }

    int delayed_now() {
        const std::string body =
            nginx.get("http://example.com/status?format=json").body;
        const std::string member = "\"delayed_now\":";
        const std::size_t at = body.find(member);
        return at == std::string::npos
                   ? -1
                   : std::atoi(body.c_str() + at + member.size());
    }

    void start(const std::string& http, const std::string& server) {
        nginx.expect_alarm("failed (12: Cannot allocate memory)");
        nginx.expect_alarm("bad_alloc");
        configure(std::string(kSmallPools) + http +
                  " server { listen 127.0.0.1:@web@; location = /status { "
                  "robots_status any; } location / { empty_gif; } " +
                  server + "}");
        malloc_.preload();
        nginx.start();
        FailingMalloc::spare_later();
        workers_ = nginx.serving_workers();
    }

    void expect_same_workers() {
        EXPECT_EQ(nginx.serving_workers(), workers_);
        say(failures_, " allocations failed, one by one");
    }

    FailingMalloc malloc_;

  private:
    std::vector<pid_t> workers_;
    int failures_ = 0;
};

TEST_F(MemoryFaults, NoRequestHangs) {
    if (!can_fail_malloc()) {
        GTEST_SKIP() << kCannotFailMalloc;
    }
    const robots::tests::Signer agent{1};
    robots::tests::Signing signing;
    signing.covered = {{"\"@authority\"", "example.com"}};
    signing.created = std::time(nullptr) - 5;
    signing.expires = signing.created + 3600;
    signing.key_id = agent.thumbprint();
    nginx.raw_file("agent.json", agent.jwks());
    policy(R"(
enforce: {disallow: reject, crawl_delay: throttle, burst: 0, tolerance: 0%}
crawlers: [{token: SignBot, keys_file: agent.json}]
sites:
  - host: example.com
    x_robots_tag: noai
    groups:
      - {user_agent: "*", disallow: [/private, /error, "/*?x="]}
      - {user_agent: ClaudeBot, crawl_delay: 50ms}
)");
    start("",
          "location /error { error_page 403 = /told; } "
          "location = /told { return 200; } "
          "location /after { post_action /told; empty_gif; }");
    const std::vector<std::string> signature = {
        "Signature-Input: " + signing.input(),
        "Signature: " + signing.signature(agent)};
    fail_each("passes", sent("GET /page HTTP/1.1", kGptBot), {200});
    fail_each("passes by a rule", sent("GET /page?y= HTTP/1.1", kGptBot),
              {200});
    fail_each("resolved", sent("GET /a/../b%41 HTTP/1.1", kGptBot), {200});
    fail_each("refused", sent("GET /private HTTP/1.1", kGptBot), {403, 200});
    fail_each("refused behind error_page",
              sent("GET /error/page HTTP/1.1", kGptBot), {403, 404});
    fail_each("refused with a body",
              sent("POST /private HTTP/1.1", kGptBot,
                   {"Transfer-Encoding: chunked"}) +
                  "3\r\nabc\r\n0\r\n\r\n",
              {403, 405});
    fail_each("delayed", sent("GET /page HTTP/1.1", kClaudeBot), {200});
    fail_each("with post_action", sent("GET /after HTTP/1.1", kClaudeBot),
              {200});
    fail_each("signed", sent("GET /page HTTP/1.1", kChrome, signature), {200});
    fail_each("signed, refused",
              sent("GET /private HTTP/1.1", kChrome, signature), {403, 200});
    fail_each("two names",
              sent("GET /page HTTP/1.1", kGptBot, {"User-Agent: Googlebot"}),
              {200});
    fail_each("a name without an entry",
              sent("GET /page HTTP/1.1", "OtherBot/1.0"), {200});
    fail_each("robots.txt", sent("GET /robots.txt HTTP/1.1", kGptBot), {200});
    fail_each("signed robots.txt",
              sent("GET /robots.txt HTTP/1.1", kChrome, signature), {200});
    fail_each("robots.txt, HEAD", sent("HEAD /robots.txt HTTP/1.1", kGptBot),
              {200});
    fail_each("a part of robots.txt",
              sent("GET /robots.txt HTTP/1.1", kGptBot, {"Range: bytes=0-4"}),
              {206});
    expect_same_workers();
}

TEST_F(MemoryFaults, NoStatusHangs) {
    if (!can_fail_malloc()) {
        GTEST_SKIP() << kCannotFailMalloc;
    }
    deploy();
    start("", "");
    EXPECT_EQ(status("/private", kGptBot), 403);
    for (const char* query :
         {"", "?format=json", "?format=prometheus",
          "?view=explain&scheme=http&host=example.com&port=&path=/private&"
          "user_agent=GPTBot/1.0&address=192.0.2.1&format=json",
          "?site=example.com&format=json"}) {
        fail_each(
            query,
            sent("GET /status" + std::string(query) + " HTTP/1.1", kChrome),
            {200, 400, 404});
    }
    expect_same_workers();
}

TEST_F(MemoryFaults, NoRequestThatAsksAFleetHangs) {
    if (!can_fail_malloc()) {
        GTEST_SKIP() << kCannotFailMalloc;
    }
    const Valkey valkey;
    policy(R"(
enforce: {disallow: reject, crawl_delay: throttle, burst: 0, tolerance: 0%}
sites: [{host: example.com, groups: [{user_agent: "*", crawl_delay: 30ms}]}]
)");
    start("robots_fleet " + valkey.url() + " timeout=1s;", "");
    EXPECT_TRUE(nginx.await_error_log("answers"));
    fail_each("asks the fleet", sent("GET /page HTTP/1.1", kGptBot), {200});
    expect_same_workers();
}

TEST_F(MemoryFaults, NoRequestThatAsksDnsHangs) {
    if (!can_fail_malloc()) {
        GTEST_SKIP() << kCannotFailMalloc;
    }
    NameServer names;
    policy(R"(
enforce: {disallow: reject, impostor: reject}
crawlers: [{token: TrueBot, rdns: crawl.example}]
sites: [{host: example.com, groups: [{user_agent: "*", disallow: /private}]}]
)");
    start("resolver 127.0.0.1:" + std::to_string(names.port()) +
              " ipv6=off; set_real_ip_from 127.0.0.1; "
              "real_ip_header X-Forwarded-For;",
          "");
    const auto address = [](int number) {
        return "100.64." + std::to_string(number / 250) + "." +
               std::to_string(number % 250);
    };
    for (int i = 1; i < 1000; ++i) {
        names.confirmed(address(i), "b" + std::to_string(i) + ".crawl.example");
    }
    fail_each("asks DNS",
              [&](int number) {
                  return sent("GET /page HTTP/1.1", kTrueBot,
                              {"X-Forwarded-For: " + address(number)});
              },
              {200});
    expect_same_workers();
}

}  // namespace
}  // namespace integration
