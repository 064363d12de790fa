// Numbers, durations and times as people read them.

#ifndef ROBOTS_STATUS_PAGE_FIGURES_HPP
#define ROBOTS_STATUS_PAGE_FIGURES_HPP

#include <string>

#include "status/model/model.hpp"

namespace robots::status {

// "1,204,331"
std::string count_text(model::Count count);

// `part` of `whole` in percent: "37%", "1.2%", "<0.1%"; "0%" of nothing.
std::string share_text(model::Count part, model::Count whole);

// Two units at most: "0 ms", "340 ms", "1.8 s", "2 min 5 s", "3 h", "5 d 4 h".
std::string duration_text(model::Duration duration);

// One unit: "2 min", "3 h".
std::string brief_duration_text(model::Duration duration);

// How long before `now`: "now", "12 s ago", "3 min ago", "5 d ago".
std::string ago_text(model::Seconds time, model::Seconds now);

// "2024-02-29 13:05" and "13:05", in UTC; "2024-02-29T13:05:07Z".
std::string date_text(model::Seconds time);
std::string clock_text(model::Seconds time);
std::string iso_text(model::Seconds time);

// "512 octets", "64 KiB", "4 MiB"
std::string octets_text(model::Count octets);

}  // namespace robots::status

#endif
