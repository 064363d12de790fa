// Measures the load of a fleet on its server while no crawler sends requests:
// the connections of all workers, and the heartbeats, counts and lists of all
// nodes, as Membership (module/fleet/membership.hpp) sends them.
//
//     fleet_nodes SERVER [NODES [WORKERS [SECONDS]]]
//
// starts SERVER (redis-server, valkey-server), and prints how much of a core it
// used and how long a PING of another client waited. Exits with 1 if the server
// used more than 5 % of a core, the limit for a fleet.

extern "C" {
#include <hiredis/hiredis.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
}

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <queue>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "policy/fleet/crawler_counts.hpp"
#include "policy/fleet/heartbeat.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using robots::Milliseconds;
using Words = std::vector<std::string>;
using Context = std::unique_ptr<redisContext, decltype(&redisFree)>;
using Reply = std::unique_ptr<redisReply, decltype(&freeReplyObject)>;

constexpr Milliseconds kBetweenCounts{5000};
constexpr double kMost = 5;  // percent of a core

class Server {
  public:
    explicit Server(const char* binary)
        : path_("/tmp/fleet_nodes." + std::to_string(getpid())) {
        pid_ = fork();
        if (pid_ == 0) {
            execl(binary, binary, "--port", "0", "--unixsocket", path_.c_str(),
                  "--save", "", "--appendonly", "no", "--maxclients", "40000",
                  "--loglevel", "warning", nullptr);
            _exit(127);
        }
    }
    ~Server() {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
        unlink(path_.c_str());
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    Context connect() const {
        for (int attempt = 0; attempt < 500; ++attempt) {
            Context context(redisConnectUnix(path_.c_str()), redisFree);
            if (context != nullptr && context->err == 0) {
                return context;
            }
            std::this_thread::sleep_for(Milliseconds(10));
        }
        throw std::runtime_error("the server does not answer");
    }

  private:
    std::string path_;
    pid_t pid_ = 0;
};

void send(redisContext& context, const Words& words) {
    std::vector<const char*> texts;
    std::vector<std::size_t> sizes;
    for (const std::string& word : words) {
        texts.push_back(word.data());
        sizes.push_back(word.size());
    }
    redisAppendCommandArgv(&context, static_cast<int>(words.size()),
                           texts.data(), sizes.data());
}

Reply answer(redisContext& context) {
    void* reply = nullptr;
    if (redisGetReply(&context, &reply) != REDIS_OK) {
        throw std::runtime_error("the server closed the connection");
    }
    return {static_cast<redisReply*>(reply), freeReplyObject};
}

// The number behind a name in what the server says of itself.
double info(redisContext& context, const std::string& section,
            const std::string& name) {
    send(context, {"INFO", section});
    const Reply reply = answer(context);
    const std::string text(reply->str, reply->len);
    return std::stod(text.substr(text.find(name) + name.size()));
}

// Seconds of CPU that the server has used.
double cpu_of(redisContext& context) {
    return info(context, "cpu", "used_cpu_sys:") +
           info(context, "cpu", "used_cpu_user:");
}

// One nginx: the worker that speaks for it.
struct Node {
    Context context;
    robots::FleetNode self;
    std::string counts;
    Clock::time_point next_list;
    Clock::time_point next_counts;
};

Words list_of_nodes(const robots::FleetNode& self) {
    Words words{"EVAL", std::string(robots::kNodesScript)};
    for (std::string& word : robots::nodes_arguments("robots", self)) {
        words.push_back(std::move(word));
    }
    return words;
}

// Sends what is due, and waits for the answers. Returns when it is next due.
Clock::time_point beat(Node& node, std::size_t nodes, std::mt19937& random) {
    const auto now = Clock::now();
    const auto drawn = [&random](Milliseconds period) {
        return period - Milliseconds(static_cast<std::int64_t>(
                            random() % (period.count() / 8)));
    };
    Words words{"EVAL", std::string(robots::kHeartbeatScript)};
    for (std::string& word : robots::heartbeat_arguments("robots", node.self)) {
        words.push_back(std::move(word));
    }
    send(*node.context, words);
    std::size_t answers = 1;
    if (now >= node.next_list) {
        send(*node.context, list_of_nodes(node.self));
        ++answers;
        node.next_list = now + drawn(robots::between_lists(nodes));
    }
    if (now >= node.next_counts) {
        send(*node.context,
             {"SET", robots::ledger_key("robots", node.self.name), node.counts,
              "PX", "86400000"});
        ++answers;
        node.next_counts = now + drawn(kBetweenCounts);
    }
    for (; answers > 0; --answers) {
        answer(*node.context);
    }
    return now + drawn(robots::kHeartbeat);
}

std::vector<Node> start_nodes(const Server& server, std::size_t size,
                              std::mt19937& random) {
    std::vector<robots::CrawlerCounts> counts;
    for (std::size_t i = 0; i < robots::kMaxCrawlerCounts; ++i) {
        counts.push_back({"SomeCrawler" + std::to_string(i), 123, 123456, 1234,
                          1234, 1234, 12345678901});
    }
    std::vector<Node> nodes;
    for (std::size_t i = 0; i < size; ++i) {
        Node node{server.connect(), {}, robots::ledger_text(counts), {}, {}};
        node.self = {"web-" + std::to_string(i) + "#8f14e45f",
                     "0.1.0",
                     "8f14e45fceea167a",
                     {12345, 1234567, 1234, 1234, 1234},
                     {},
                     "51d9f0c3a4e2b617"};
        // As after some time, when they have drifted apart.
        const auto ahead = [&random](Milliseconds period) {
            return Clock::now() + Milliseconds(static_cast<std::int64_t>(
                                      random() % period.count()));
        };
        node.next_list = ahead(robots::between_lists(size));
        node.next_counts = ahead(kBetweenCounts);
        nodes.push_back(std::move(node));
    }
    return nodes;
}

// Sends PING from a thread of its own, and keeps how long each took.
class Pings {
  public:
    explicit Pings(Context context)
        : context_(std::move(context)), thread_([this] { run(); }) {}

    std::vector<double> end() {
        is_ending_ = true;
        thread_.join();
        std::sort(milliseconds_.begin(), milliseconds_.end());
        return milliseconds_;
    }

  private:
    void run() {
        while (!is_ending_) {
            const auto start = Clock::now();
            send(*context_, {"PING"});
            answer(*context_);
            milliseconds_.push_back(
                std::chrono::duration<double, std::milli>(Clock::now() - start)
                    .count());
            std::this_thread::sleep_for(Milliseconds(5));
        }
    }

    Context context_;
    std::vector<double> milliseconds_;
    std::atomic<bool> is_ending_{false};
    std::thread thread_;
};

double measure(const Server& server, std::size_t size, std::size_t workers,
               std::chrono::seconds length) {
    std::mt19937 random(1);
    std::vector<Context> idle;
    for (std::size_t i = 0; i < size * (workers - 1); ++i) {
        idle.push_back(server.connect());
    }
    std::vector<Node> nodes = start_nodes(server, size, random);
    using Due = std::pair<Clock::time_point, std::size_t>;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> due;
    for (std::size_t i = 0; i < size; ++i) {
        due.emplace(Clock::now() + Milliseconds(static_cast<std::int64_t>(
                                       random() % robots::kHeartbeat.count())),
                    i);
    }
    const Context control = server.connect();
    Pings pings(server.connect());
    const double before = cpu_of(*control);
    const auto start = Clock::now();
    while (Clock::now() - start < length) {
        const auto [at, i] = due.top();
        due.pop();
        std::this_thread::sleep_until(at);
        due.emplace(beat(nodes[i], size, random), i);
    }
    const double took =
        std::chrono::duration<double>(Clock::now() - start).count();
    const double percent = 100 * (cpu_of(*control) - before) / took;
    const std::vector<double> waits = pings.end();
    const auto asked = Clock::now();
    send(*control, list_of_nodes(nodes.front().self));
    answer(*control);
    const double list =
        std::chrono::duration<double, std::micro>(Clock::now() - asked).count();
    std::printf(
        "%zu nodes, %zu connections, %.0f s: the server used %.2f %% of a "
        "core\nPING waited %.3f ms (median), %.3f ms (99.9 %%), %.3f ms "
        "(longest of %zu)\na list of all nodes came after %.0f us\n",
        size, idle.size() + size, took, percent, waits[waits.size() / 2],
        waits[waits.size() * 999 / 1000], waits.back(), waits.size(), list);
    return percent;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "expected the server's binary\n");
        return 2;
    }
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    const auto number = [&](int i, int otherwise) {
        return static_cast<std::size_t>(argc > i ? std::atoi(argv[i])
                                                 : otherwise);
    };
    const Server server(argv[1]);
    const double percent = measure(server, number(2, 1000), number(3, 16),
                                   std::chrono::seconds(number(4, 60)));
    return percent < kMost ? 0 : 1;
}
