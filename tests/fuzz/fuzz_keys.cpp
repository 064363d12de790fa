// A key set, of any octets.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/signature/key_set.hpp"
#include "tests/fuzz/expect.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    using namespace robots::signature;
    const ReadKeys read =
        read_keys({reinterpret_cast<const char*>(data), size});
    expect(read.problem.empty() == !read.keys.empty(),
           "a set has keys or a problem");
    expect(read.keys.size() <= kMaxKeys, "a set is bounded");
    for (const TimedKey& key : read.keys) {
        constexpr std::size_t kThumbprint = 43;
        expect(
            key.key != nullptr && key.key->thumbprint().size() == kThumbprint,
            "a key has a thumbprint");
        expect(!key.key->verifies("", ""), "a key verifies no empty signature");
    }
    return 0;
}
