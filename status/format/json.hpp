// The status as JSON: docs/status.md says what each member is, and
// docs/status.schema.json of which type.

#ifndef ROBOTS_STATUS_FORMAT_JSON_HPP
#define ROBOTS_STATUS_FORMAT_JSON_HPP

#include <string>

#include "status/model/model.hpp"

namespace robots::status {

// The version of what is written: it changes where a member goes or gets
// another meaning, not where one is added.
constexpr int kJsonVersion = 1;

// Each appends one object and a line's end. Octets that are no UTF-8 become
// U+FFFD. Throws std::bad_alloc.
void append_json(std::string& out, const model::Overview& overview);
void append_json(std::string& out, const model::CrawlerPage& page);
void append_json(std::string& out, const model::SitePage& page);
void append_json(std::string& out, const model::Explanation& explanation);

// For a crawler or a site that there is none of.
void append_json_error(std::string& out, const model::Server& server,
                       const std::string& error);

}  // namespace robots::status

#endif
