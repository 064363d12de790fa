// The status as JSON: docs/status.md says what each member is, and
// docs/status.schema.json of which type.

#ifndef ROBOTS_STATUS_FORMAT_JSON_HPP
#define ROBOTS_STATUS_FORMAT_JSON_HPP

#include <string>

#include "status/model/acts.hpp"
#include "status/model/explanation.hpp"
#include "status/model/model.hpp"

namespace robots::status {

// The version of the JSON: it changes if a member is removed or gets another
// meaning, not if one is added.
constexpr int kJsonVersion = 2;

// Each appends one object and a line's end. Invalid UTF-8 becomes
// U+FFFD. Throws std::bad_alloc.
void append_json(std::string& out, const model::Overview& overview);
void append_json(std::string& out, const model::SiteList& list);
void append_json(std::string& out, const model::Violations& violations);
void append_json(std::string& out, const model::CrawlerPage& page);
void append_json(std::string& out, const model::SitePage& page);
void append_json(std::string& out, const model::Explanation& explanation);
void append_json(std::string& out, const model::Acts& acts);

// For an unknown crawler or site.
void append_json_error(std::string& out, const model::Server& server,
                       const std::string& error);

}  // namespace robots::status

#endif
