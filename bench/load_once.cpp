// Loads a file once, and prints a JSON object with the time and memory used:
//
//   load_once WAY FILE
//
// WAY is "policy" (the module's own loader, with checks and compiling), "nodes"
// (YAML::LoadFile), "events" (yaml-cpp's parser with ignored events),
// "unchanged" (a reload of an unchanged policy), "reload" (a reload after one
// included file has changed) or "digest" (reading and hashing the file, which
// is the minimum cost of any load).
//
// cpu_seconds is the CPU time of the process, kept_octets the size of the heap
// afterwards, and peak_octets the maximum growth of its memory. This is a
// separate program, since a peak is measured for a whole process.

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "policy/loader/build/compiled_files.hpp"
#include "policy/loader/build/load.hpp"

namespace {

class Ignored : public YAML::EventHandler {
  public:
    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
    void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  const std::string&) override {}
    void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                         YAML::EmitterStyle::value) override {}
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                    YAML::EmitterStyle::value) override {}
    void OnMapEnd() override {}
};

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) +
           static_cast<double>(now.tv_nsec) / 1e9;
}

std::size_t heap_octets() {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

// Not getrusage's: that of a program starts with what started it.
std::size_t peak_octets() {
    std::ifstream status("/proc/self/status");
    std::string name;
    while (status >> name && name != "VmHWM:") {
    }
    std::size_t kibioctets = 0;
    status >> kibioctets;
    return kibioctets * 1024;
}

// Runs `work`, which returns what is to be kept while its memory is counted.
template <typename Work>
void report(Work work) {
    const std::size_t heap = heap_octets();
    const std::size_t peak = peak_octets();
    const double started = cpu_seconds();
    [[maybe_unused]] const auto kept = work();
    const double ended = cpu_seconds();
    std::printf(
        "{\"cpu_seconds\": %.6f, \"kept_octets\": %zu, "
        "\"peak_octets\": %zu}\n",
        ended - started, heap_octets() - heap, peak_octets() - peak);
}

robots::Loaded load(const std::string& file) {
    robots::Loaded loaded = robots::load_policy(file, {});
    if (loaded.policy == nullptr) {
        std::fprintf(stderr, "load_once: %s does not load\n", file.c_str());
        std::exit(1);
    }
    return loaded;
}

// Through a buffer that stays in the cache, since no faster way is known.
std::uint64_t digest(const std::string& file) {
    static std::array<char, std::size_t{64} * 1024> part;
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    for (ssize_t got = 1; got > 0;) {
        got = read(fd, part.data(), part.size());
        XXH3_64bits_update(&state, part.data(),
                           static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    }
    close(fd);
    return XXH3_64bits_digest(&state);
}

const std::map<std::string_view, std::function<void(const std::string&)>> kWays{
    {"policy",
     [](const std::string& file) { report([&] { return load(file); }); }},
    {"nodes",
     [](const std::string& file) {
         report([&] { return YAML::LoadFile(file); });
     }},
    {"events",
     [](const std::string& file) {
         report([&] {
             std::ifstream in(file);
             YAML::Parser parser(in);
             Ignored handler;
             return parser.HandleNextDocument(handler);
         });
     }},
    {"unchanged",
     [](const std::string& file) {
         const robots::Loaded loaded = load(file);
         // What loading left to tidy up is not this look's.
         malloc_trim(0);
         report([&] { return loaded.inputs.unchanged(); });
     }},
    {"reload",
     [](const std::string& file) {
         const robots::Loaded loaded = load(file);
         auto compiled = *loaded.compiled;
         compiled.by_path.erase(
             std::next(compiled.by_path.begin(),
                       static_cast<long>(compiled.by_path.size() / 2)));
         robots::loader::KnownGood known;
         known.compiled = std::make_shared<const robots::loader::CompiledFiles>(
             std::move(compiled));
         malloc_trim(0);
         report([&] {
             return robots::load_policy(
                 file, {}, {}, robots::loader::share_folder(), {}, nullptr,
                 robots::loader::kLanguageMinor, known);
         });
     }},
    {"digest",
     [](const std::string& file) { report([&] { return digest(file); }); }},
};

}  // namespace

int main(int argc, char** argv) {
    const auto way = argc == 3 ? kWays.find(argv[1]) : kWays.end();
    if (way == kWays.end()) {
        std::fputs(
            "usage: load_once "
            "policy|nodes|events|unchanged|reload|digest FILE\n",
            stderr);
        return 2;
    }
    way->second(argv[2]);
    return 0;
}
