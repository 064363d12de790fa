// What a site says to crawlers that it refuses.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace robots {

// The most octets of each, before variables are replaced.
constexpr std::size_t kMaxRefusalText = 2000;
constexpr std::size_t kMaxContact = 200;

struct Refusal {
    // In place of the sentence that says what was broken; empty: that sentence.
    // Slots of body.hpp are marks in it.
    std::string text;
    std::string contact;  // whom to ask, on a line of its own; empty: nobody
    // Whether the 403 to what nothing proves to be a crawler asks it to sign.
    bool accept_signature = false;
};

// What the slots of a refusal's text hold.
struct RefusalFacts {
    std::string_view scheme, host, port, origin, request_id, crawler, rule;
};

// The text of `refusal` for one request, or `sentence` if it has none, and the
// contact: whole lines. Facts are octets to be sent as they are.
std::string refusal_text(const Refusal& refusal, std::string_view sentence,
                         const RefusalFacts& facts);

}  // namespace robots
