// Measures how long it takes to charge a budget: by number of keys, with and
// without another process that charges, and by number of processes.
//
//   budgets/WAY/KEYS              nanoseconds of one charge
//   budgets_contended/WAY/KEYS    the same, beside one other process
//   budgets_together/WAY/N        wall clock nanoseconds a charge of N
//   processes

#include <benchmark/benchmark.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bench/budget_stores.hpp"

namespace {

using Make = std::unique_ptr<bench::Store> (*)(std::size_t keys);

constexpr std::size_t kKeys = 100000;
constexpr std::size_t kCounts[] = {100, 1000, 10000, kKeys, 1000000};

// Charges keys in an order of chance, each as often as any other. A millisecond
// goes by with every 64 charges.
class Worker {
  public:
    Worker(bench::Store& store, std::size_t keys, unsigned seed)
        : store_(store), keys_(keys), random_(seed) {}

    robots::Charge charge() {
        const robots::Milliseconds now{count_++ / 64 + 1};
        return store_.charge(key(random_() % keys_), now, kRate);
    }

    void charge_each_once() {
        for (std::size_t i = 0; i < keys_; ++i) {
            store_.charge(key(i), robots::Milliseconds{1}, kRate);
        }
    }

  private:
    static constexpr robots::Rate kRate{robots::Milliseconds{1000},
                                        robots::Milliseconds{20000},
                                        robots::Milliseconds{0}};

    // Spread as a hash is (the last steps of MurmurHash3).
    static std::uint64_t key(std::uint64_t number) {
        number = (number + 1) * 0xff51'afd7'ed55'8ccd;
        number = (number ^ number >> 33) * 0xc4ce'b9fe'1a85'ec53;
        return number ^ number >> 33;
    }

    bench::Store& store_;
    std::size_t keys_;
    std::int64_t count_ = 0;
    std::minstd_rand random_;
};

// A process that charges until it is ended.
class Hammer {
  public:
    Hammer(bench::Store& store, std::size_t keys, unsigned seed)
        : memory_(sizeof(Started)),
          started_(*new (memory_.address()) Started{false}),
          process_(fork()) {
        if (process_ < 0) {
            throw std::runtime_error("no process can be forked");
        }
        if (process_ == 0) {
            run(Worker(store, keys, seed));
        }
        while (!started_) {
            std::this_thread::yield();
        }
    }
    ~Hammer() {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }

    Hammer(const Hammer&) = delete;
    Hammer& operator=(const Hammer&) = delete;

  private:
    using Started = std::atomic<bool>;

    [[noreturn]] void run(Worker worker) {
        for (started_ = true;;) {
            benchmark::DoNotOptimize(worker.charge());
        }
    }

    bench::SharedMemory memory_;
    Started& started_;
    pid_t process_;
};

void charge(benchmark::State& state, Make make, std::size_t keys,
            std::size_t processes) {
    const auto store = make(keys);
    Worker worker(*store, keys, 1);
    worker.charge_each_once();
    std::vector<std::unique_ptr<Hammer>> others;
    while (others.size() + 1 < processes) {
        const auto seed = static_cast<unsigned>(others.size() + 2);
        others.push_back(std::make_unique<Hammer>(*store, keys, seed));
    }
    for (auto _ : state) {
        benchmark::DoNotOptimize(worker.charge());
    }
}

struct Way {
    const char* name;
    Make make;
};

constexpr Way kWays[] = {{"ours", bench::ours},
                         {"table_under_lock", bench::table_under_lock},
                         {"tree_under_lock", bench::tree_under_lock}};

void add(const char* subject, const Way& way, std::size_t number,
         std::size_t keys, std::size_t processes) {
    const std::string name =
        std::string(subject) + '/' + way.name + '/' + std::to_string(number);
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        charge(state, way.make, keys, processes);
    });
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t processors = std::thread::hardware_concurrency();
    for (const Way& way : kWays) {
        for (const std::size_t keys : kCounts) {
            add("budgets", way, keys, keys, 1);
        }
        add("budgets_contended", way, kKeys, kKeys, 2);
        for (std::size_t n = 1; n <= processors; ++n) {
            add("budgets_together", way, n, kKeys, n);
        }
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
