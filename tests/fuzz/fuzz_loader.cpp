// A policy file of any octets, loaded.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "policy/loader/build/load.hpp"
#include "tests/fuzz/expect.hpp"

namespace {

// A policy file in a folder of its own, so that an `include` of "*" finds
// nothing else. Removed when the process ends as it should.
class PolicyFile {
  public:
    PolicyFile() {
        std::string pattern =
            std::filesystem::temp_directory_path() / "fuzz_loader.XXXXXX";
        expect(mkdtemp(pattern.data()) != nullptr, "a folder can be made");
        folder_ = pattern;
    }
    ~PolicyFile() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    PolicyFile(const PolicyFile&) = delete;
    PolicyFile& operator=(const PolicyFile&) = delete;

    std::string name() const { return folder_ / "policy.yaml"; }

    void fill(const std::uint8_t* octets, std::size_t size) const {
        std::ofstream out(name(), std::ios::binary);
        out.write(reinterpret_cast<const char*>(octets),
                  static_cast<std::streamsize>(size));
        expect(out.flush().good(), "it can be filled");
    }

  private:
    std::filesystem::path folder_;
};

void check(const robots::Loaded& loaded) {
    expect((loaded.policy == nullptr) == has_errors(loaded.diagnostics),
           "there is a policy exactly if there is no error");
    for (const robots::Diagnostic& each : loaded.diagnostics) {
        expect(!each.code.empty() && !each.text.empty(),
               "a diagnostic has a code and a text");
        expect(each.text.find('\n') == std::string::npos,
               "a diagnostic is of one line");
    }
    if (loaded.policy == nullptr) {
        return;
    }
    const robots::Authority authority{"example.com", 80, robots::Scheme::http};
    if (const robots::Site* site = loaded.policy->find(authority)) {
        site->robots->body.render(authority);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    static const PolicyFile file;
    file.fill(data, size);
    check(robots::load_policy(file.name(), {{"env", "staging"}}));
    return 0;
}
