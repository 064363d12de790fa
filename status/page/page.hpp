// The status page: one document, which reads the status as JSON and shows it.
// tools/embed-page builds it from the files in this folder.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace robots::status {

// The figures that the page shows without JavaScript.
struct PageTotals {
    std::uint64_t requests = 0;
    std::uint64_t violations = 0;
    std::uint64_t delayed = 0;
    std::uint64_t refused = 0;
    std::uint64_t robots_txt = 0;
};

// Appends the page. `data` is the JSON (RFC 8259) that the page shows;
// page_data in the page's scripts describes it. If `data` is empty, the page
// asks the server for the JSON. Throws std::bad_alloc.
void append_page(std::string& out, const PageTotals& totals,
                 std::string_view data);

// Returns a strong validator (RFC 9110 8.8.1), in quotes, of the page with
// empty `data`.
std::string page_tag(const PageTotals& totals);

// The Content-Security-Policy with which the page is sent.
std::string_view content_security_policy();

}  // namespace robots::status
