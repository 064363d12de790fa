// The status page: one static document, which reads the status as JSON and
// shows it. tools/embed-page makes it of the files beside this one.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace robots::status {

// The figures that the page shows without JavaScript.
struct Totals {
    std::uint64_t requests = 0;
    std::uint64_t violations = 0;
    std::uint64_t delayed = 0;
    std::uint64_t refused = 0;
    std::uint64_t robots_txt = 0;
};

// Appends the page. `data` is JSON (RFC 8259) that it shows, as page_data of
// the page's scripts describes; empty: the page asks the server for it. Throws
// std::bad_alloc.
void append_page(std::string& out, const Totals& totals, std::string_view data);

// A strong validator (RFC 9110 8.8.1), in quotes, of the page without data.
std::string page_tag(const Totals& totals);

// The Content-Security-Policy that it is sent with.
std::string_view content_security_policy();

}  // namespace robots::status
