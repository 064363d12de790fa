#include "status/page/page.hpp"

#include <cstddef>

#include "status_page.inc"

namespace robots::status {

namespace {

std::string slot_text(std::string_view slot, const Totals& totals) {
    if (slot == "requests") {
        return std::to_string(totals.requests);
    }
    if (slot == "violations") {
        return std::to_string(totals.violations);
    }
    if (slot == "delayed") {
        return std::to_string(totals.delayed);
    }
    if (slot == "refused") {
        return std::to_string(totals.refused);
    }
    return std::to_string(totals.robots_txt);
}

// JSON for an element that "</script" ends: "<" is only within its strings.
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

void append_page(std::string& out, const Totals& totals,
                 std::string_view data) {
    for (const PagePart& part : kPage) {
        if (part.slot.empty()) {
            out += part.text;
        } else if (part.slot == "data") {
            append_data(out, data);
        } else {
            out += slot_text(part.slot, totals);
        }
    }
}

std::string page_tag(const Totals& totals) {
    std::string tag = "\"";
    tag += kPageDigest;
    for (const std::uint64_t count :
         {totals.requests, totals.violations, totals.delayed, totals.refused,
          totals.robots_txt}) {
        tag += '-';
        tag += std::to_string(count);
    }
    return tag + '"';
}

std::string_view content_security_policy() {
    return kContentSecurityPolicy;
}

}  // namespace robots::status
