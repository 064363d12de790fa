// Runs one fuzz target without libFuzzer, for a moment:
//
//   on_seeds FOLDER
//
// on each file of FOLDER and on inputs that differ from them in a few octets,
// the same ones each time. What does not hold ends the process.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size);

namespace {

constexpr int kInputs = 1000;
constexpr std::size_t kMostChanges = 8;

using Random = std::minstd_rand;

std::vector<std::string> read_all(const char* folder) {
    std::vector<std::string> out;
    // In an order that does not depend on the file system.
    const std::filesystem::directory_iterator entries(folder);
    std::set<std::filesystem::path> paths(begin(entries), end(entries));
    for (const std::filesystem::path& path : paths) {
        std::ifstream file(path, std::ios::binary);
        out.emplace_back(std::istreambuf_iterator<char>(file),
                         std::istreambuf_iterator<char>());
    }
    return out;
}

void run(const std::string& input) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()),
                           input.size());
}

// An octet lost, doubled, or become one that stands elsewhere or nowhere.
void change(std::string& input, Random& random) {
    if (input.empty()) {
        input += static_cast<char>(random());
        return;
    }
    const std::size_t at = random() % input.size();
    const char other = input[random() % input.size()];
    switch (random() % 4) {
        case 0:
            input.erase(at, 1);
            break;
        case 1:
            input.insert(at, 1, other);
            break;
        case 2:
            input[at] = other;
            break;
        default:
            input[at] = static_cast<char>(random());
            break;
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> seeds =
        argc == 2 ? read_all(argv[1]) : std::vector<std::string>();
    if (seeds.empty()) {
        std::fputs("usage: on_seeds FOLDER, which has files\n", stderr);
        return 2;
    }
    for (const std::string& seed : seeds) {
        run(seed);
    }
    Random random(1);
    for (int i = 0; i < kInputs; ++i) {
        std::string input = seeds[random() % seeds.size()];
        for (std::size_t n = 1 + random() % kMostChanges; n > 0; --n) {
            change(input, random);
        }
        run(input);
    }
    std::printf("%zu seeds and %d like them: all holds\n", seeds.size(),
                kInputs);
    return 0;
}
