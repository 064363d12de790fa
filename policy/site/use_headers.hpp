// What a response says about the use of its content: Content-Usage
// (draft-ietf-aipref-attach, 2) and tdm-reservation (TDM Reservation Protocol).

#pragma once

#include <string>
#include <vector>

#include "policy/matching/pattern.hpp"
#include "policy/site/x_robots_tag.hpp"

namespace robots {

// The headers of responses whose targets match; an empty one is not sent.
struct UseHeaders {
    Pattern path;
    std::string content_usage;    // "train-ai=n, search=y"
    std::string tdm_reservation;  // "1" or "0"
};

// The one with the longest `path` that matches, of equal ones the first;
// nullptr if none does. Allocates nothing.
template <class Entry>
const Entry* longest_match(const std::vector<Entry>& all,
                           const TaggedResponse& response) {
    const Entry* best = nullptr;
    for (const Entry& each : all) {
        if ((best == nullptr || each.path.length() > best->path.length()) &&
            response.matches(each.path)) {
            best = &each;
        }
    }
    return best;
}

}  // namespace robots
