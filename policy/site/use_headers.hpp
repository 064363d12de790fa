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

// Those of the longest path that matches, of equal ones the first; nullptr if
// none does. Allocates nothing.
const UseHeaders* use_headers_of(const std::vector<UseHeaders>& all,
                                 const TaggedResponse& response);

}  // namespace robots
