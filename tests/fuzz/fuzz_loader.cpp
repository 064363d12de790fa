// A policy file of any octets, loaded.

#include <cstddef>
#include <cstdint>
#include <string>

#include "policy/loader/build/load.hpp"
#include "tests/fuzz/expect.hpp"
#include "tests/fuzz/policy_file.hpp"
#include "tests/unit/policy/loader/has_errors.hpp"

namespace {

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
    file.fill({reinterpret_cast<const char*>(data), size});
    check(robots::load_policy(file.name(), {{"env", "staging"}}));
    return 0;
}
