#include "policy/site/refusal.hpp"

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

}  // namespace

std::string refusal_text(const Refusal& refusal, std::string_view sentence,
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
    if (!refusal.contact.empty()) {
        out += "Contact: " + refusal.contact;
        end_line(out);
    }
    return out;
}

}  // namespace robots
