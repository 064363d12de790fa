// A policy file in a folder of its own, so that an `include` of "*" finds
// nothing else. Removed when the process ends as it should.

#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "tests/fuzz/expect.hpp"

class PolicyFile {
  public:
    PolicyFile() {
        std::string pattern =
            std::filesystem::temp_directory_path() / "fuzz_policy.XXXXXX";
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

    void fill(std::string_view octets) const {
        std::ofstream out(name(), std::ios::binary);
        out.write(octets.data(), static_cast<std::streamsize>(octets.size()));
        expect(out.flush().good(), "it can be filled");
    }

  private:
    std::filesystem::path folder_;
};
