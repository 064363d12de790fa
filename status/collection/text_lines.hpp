// A robots.txt, line by line, with what each line decided and where its author
// wrote it.

#ifndef ROBOTS_STATUS_COLLECTION_TEXT_LINES_HPP
#define ROBOTS_STATUS_COLLECTION_TEXT_LINES_HPP

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/site/groups.hpp"
#include "policy/site/policy.hpp"
#include "status/model/model.hpp"

namespace robots::status {

// Requests that a group's lines decided about, by line_key.
using LineHits = std::map<std::pair<const Group*, std::uint64_t>, model::Count>;

// The lines of `text`, which is what `site` serves, that a page of
// kLinesOnPage shows; the page numbered `number` from 1. Views into `text`.
std::vector<model::TextLine> text_lines(const Policy& policy, const Site& site,
                                        std::string_view text,
                                        const LineHits& hits,
                                        std::size_t number, model::Page& page);

}  // namespace robots::status

#endif
