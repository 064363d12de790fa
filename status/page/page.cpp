#include "status/page/page.hpp"

#include <cstddef>

#include "status_page.inc"

namespace robots::status {

namespace {

// A slot of the page, and the figure that the slot shows.
struct Figure {
    std::string_view slot;
    std::uint64_t PageTotals::*count;
};

constexpr Figure kFigures[] = {
    {"requests", &PageTotals::requests},
    {"violations", &PageTotals::violations},
    {"delayed", &PageTotals::delayed},
    {"refused", &PageTotals::refused},
    {"robots_txt", &PageTotals::robots_txt},
};

// Appends JSON to a script element. Escapes "<", because "</script" would end
// the element. JSON has "<" only within strings.
void append_data(std::string& out, std::string_view data) {
    for (const char octet : data) {
        if (octet == '<') {
            out += "\\u003c";
        } else {
            out += octet;
        }
    }
}

}  // namespace

void append_page(std::string& out, const PageTotals& totals,
                 std::string_view data) {
    for (const PagePart& part : kPage) {
        out += part.text;
        if (part.slot == "data") {
            append_data(out, data);
        }
        for (const Figure& figure : kFigures) {
            if (figure.slot == part.slot) {
                out += std::to_string(totals.*figure.count);
            }
        }
    }
}

std::string page_tag(const PageTotals& totals) {
    std::string tag = "\"";
    tag += kPageDigest;
    for (const Figure& figure : kFigures) {
        tag += '-';
        tag += std::to_string(totals.*figure.count);
    }
    return tag + '"';
}

std::string_view content_security_policy() {
    return kContentSecurityPolicy;
}

}  // namespace robots::status
