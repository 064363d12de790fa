#include "policy/site/refusal.hpp"

#include <algorithm>

#include "policy/site/body.hpp"

namespace robots {

namespace {

std::string_view fact_of(const RefusalFacts& facts, Slot slot) {
    switch (slot) {
        case Slot::host:
            return facts.host;
        case Slot::port:
            return facts.port;
        case Slot::scheme:
            return facts.scheme;
        case Slot::origin:
            return facts.origin;
        case Slot::request_id:
            return facts.request_id;
        case Slot::crawler:
            return facts.crawler;
        case Slot::rule:
            return facts.rule;
        case Slot::none:
            break;
    }
    return {};
}

void end_line(std::string& text) {
    if (!text.empty() && text.back() != '\n') {
        text += '\n';
    }
}

// RFC 3986 2; the "%" of a triplet, too.
bool is_of_uri(char octet) {
    constexpr std::string_view kMarks = "-._~:/?#[]@!$&'()*+,;=%";
    return (octet >= '0' && octet <= '9') || (octet >= 'A' && octet <= 'Z') ||
           (octet >= 'a' && octet <= 'z') ||
           kMarks.find(octet) != std::string_view::npos;
}

}  // namespace

bool is_https_url(std::string_view text) {
    constexpr std::string_view kScheme = "https://";
    return text.size() > kScheme.size() &&
           text.substr(0, kScheme.size()) == kScheme &&
           text.find_first_of("/?#", kScheme.size()) != kScheme.size() &&
           std::all_of(text.begin(), text.end(), is_of_uri);
}

void add_license(std::string_view marked, std::vector<Body>& licenses) {
    if (licenses.size() < kMaxLicenseLinks && marked.size() <= kMaxLicense) {
        licenses.emplace_back(marked);
    }
}

std::string license_link(const Body& license, const Authority& asked) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    std::string out = "<";
    for (const char octet : license.render(asked)) {
        if (is_of_uri(octet)) {
            out += octet;
        } else {
            const auto value = static_cast<unsigned char>(octet);
            out += {'%', kDigits[value >> 4], kDigits[value & 15]};
        }
    }
    return out + R"(>; rel="license"; type="application/rsl+xml")";
}

std::string refusal_detail(const Refusal& refusal, std::string_view sentence,
                           const RefusalFacts& facts) {
    std::string out;
    for (const char octet : refusal.text) {
        const Slot slot = slot_of(octet);
        if (slot == Slot::none) {
            out += octet;
        } else {
            out += fact_of(facts, slot);
        }
    }
    if (refusal.text.empty()) {
        out = sentence;
    }
    end_line(out);
    return out;
}

std::string refusal_text(const Refusal& refusal, std::string_view sentence,
                         const RefusalFacts& facts) {
    std::string out = refusal_detail(refusal, sentence, facts);
    if (!refusal.contact.empty()) {
        out += "Contact: " + refusal.contact;
        end_line(out);
    }
    return out;
}

}  // namespace robots
