// What a proxy states that the client asked for, of any octets.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "policy/site/host.hpp"
#include "tests/fuzz/expect.hpp"

namespace {

using robots::StatedOrigin;

void check(std::string_view value, const StatedOrigin& read) {
    expect(read.port != 0, "no port is 0");
    if (read.host.empty()) {
        return;
    }
    expect(read.host.size() <= robots::kMaxHost, "a host is bounded");
    expect(robots::canonical_host(read.host) == read.host,
           "a host is canonical");
    const StatedOrigin again = robots::read_stated_origin(
        robots::origin({read.host, read.port, read.scheme}));
    expect(again.kind == StatedOrigin::Kind::stated &&
               again.host == read.host && again.port == read.port &&
               again.scheme == read.scheme,
           "an origin reads back as it is");
    constexpr std::string_view kMore = ", x:y@";
    if (value.size() + kMore.size() <= robots::kMaxStatedOrigin) {
        expect(
            robots::read_stated_origin(std::string(value) + std::string(kMore))
                    .host == read.host,
            "the first item counts");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    const std::string_view value(reinterpret_cast<const char*>(data), size);
    const StatedOrigin read = robots::read_stated_origin(value);
    if (read.kind == StatedOrigin::Kind::stated) {
        check(value, read);
    } else {
        expect(read.host.empty(), "what is not stated has no host");
    }
    return 0;
}
