// What goes into and comes out of the headers of a refusal: Accept, a price, a
// licence, of any octets.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "policy/site/enforcement.hpp"
#include "policy/site/refusal.hpp"
#include "tests/fuzz/expect.hpp"

namespace {

bool is_printable(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char octet) { return octet > ' ' && octet < 0x7f; });
}

void check_accept(std::string_view accept) {
    const bool json = robots::prefers_problem_json(accept);
    expect(!json || (accept.size() <= robots::kMaxAccept &&
                     accept.find('/') != accept.npos),
           "only a range prefers anything");
    // Nobody asks for text less than not at all.
    expect(!robots::prefers_problem_json("text/plain," + std::string(accept)),
           "text with the highest quality wins");
}

void check_price(std::string_view text) {
    expect(!robots::is_price(text) ||
               (text.size() <= 18 && is_printable(text.substr(4))),
           "a price fits into a header");
}

void check_link(std::string_view url) {
    const std::string link = robots::license_link(
        robots::Body::verbatim(url), {"a.example", 80, robots::Scheme::http});
    const std::size_t end = link.find('>');
    expect(link.front() == '<' && is_printable(link.substr(1, end - 1)),
           "a target is plain");
    expect(
        link.substr(end) == ">; rel=\"license\"; type=\"application/rsl+xml\"",
        "the rest is ours");
    expect(!robots::is_https_url(url) || link.substr(1, end - 1) == url,
           "a URL needs no escapes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    const std::string_view value(reinterpret_cast<const char*>(data), size);
    check_accept(value);
    check_price(value);
    check_link(value);
    return 0;
}
