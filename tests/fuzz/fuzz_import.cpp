// A robots.txt of any octets, imported: the policy loads, and says all that the
// file says, but for what import lists.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "policy/import/blocklist.hpp"
#include "policy/import/import.hpp"
#include "policy/loader/build/load.hpp"
#include "tests/fuzz/expect.hpp"
#include "tests/fuzz/policy_file.hpp"
#include "tests/oracles/import_oracle.hpp"

namespace {

std::string rendered(const PolicyFile& file, const std::string& yaml) {
    file.fill(yaml);
    const robots::Loaded loaded = robots::load_policy(file.name(), {});
    expect(loaded.policy != nullptr, "what import writes loads");
    const robots::Authority authority{"example.com", 80, robots::Scheme::http};
    return loaded.policy->find(authority)->robots->body.render(authority);
}

void check(const PolicyFile& file, std::string_view text, robots::Runs runs) {
    const robots::Imported imported = robots::import_robots_txt(text, "", runs);
    expect(imported.problem.empty() != imported.yaml.empty(),
           "there is a policy or a problem");
    if (imported.problem.empty()) {
        robots::tests::ImportOracle oracle(text, imported,
                                           rendered(file, imported.yaml), runs);
        expect(oracle.mistake().empty(), "nothing is lost in silence");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    static const PolicyFile file;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check(file, text, robots::Runs::together);
    check(file, text, robots::Runs::apart);
    const robots::Imported blocklist =
        robots::import_nginx_blocklist(text, "a.example");
    if (blocklist.problem.empty()) {
        file.fill(blocklist.yaml);
        expect(robots::load_policy(file.name(), {}).policy != nullptr,
               "a blocklist becomes a policy that loads");
    }
    return 0;
}
