// A list of addresses of any octets, as an operator's server may answer.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "policy/crawlers/address_ranges.hpp"
#include "policy/loader/entries/published_list.hpp"
#include "tests/fuzz/expect.hpp"

namespace {

using robots::AddressPrefix;
using robots::loader::PublishedList;
using robots::loader::read_published_list;

std::string_view octets_of(const AddressPrefix& prefix) {
    return {reinterpret_cast<const char*>(prefix.octets.data()),
            prefix.is_ipv6 ? std::size_t{16} : std::size_t{4}};
}

void check(const PublishedList& list) {
    const auto& prefixes = list.addresses.prefixes();
    expect(!prefixes.empty(), "a list without a problem has addresses");
    expect(prefixes.size() <= list.count, "none comes from nowhere");
    std::string plain;
    for (const AddressPrefix& prefix : prefixes) {
        expect(list.addresses.find(octets_of(prefix)) != nullptr,
               "each range holds its first address");
        if (robots::why_not_public(prefix).empty()) {
            expect(robots::why_not_public(octets_of(prefix)).empty(),
                   "the addresses of a public range are public");
        }
        plain += prefix.text() + '\n';
    }
    const PublishedList again = read_published_list(plain);
    expect(again.problem.empty() &&
               again.addresses.prefixes().size() == prefixes.size(),
           "the ranges read back as a plain list");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    const PublishedList list =
        read_published_list({reinterpret_cast<const char*>(data), size});
    if (list.problem.empty()) {
        check(list);
    } else {
        expect(list.addresses.empty(), "a list with a problem is empty");
        expect(list.problem.find('\n') == std::string::npos,
               "a problem is of one line");
    }
    return 0;
}
