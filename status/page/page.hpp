// The status as HTML: one self-contained document for each view. It works
// without its script, loads nothing else, and changes nothing.

#ifndef ROBOTS_STATUS_PAGE_PAGE_HPP
#define ROBOTS_STATUS_PAGE_PAGE_HPP

#include <string>
#include <string_view>

#include "status/model/model.hpp"
#include "status/page/state.hpp"

namespace robots::status {

// The Content-Security-Policy header that every document below works under.
std::string_view content_security_policy();

// Each appends a whole document.
void append_page(std::string& html, const model::Overview& overview,
                 const PageState& state);
void append_page(std::string& html, const model::CrawlerPage& page,
                 const PageState& state);
void append_page(std::string& html, const model::SitePage& page,
                 const PageState& state);
void append_page(std::string& html, const model::Explanation& answer,
                 const PageState& state);

// For an unknown crawler or site: state.query says which.
void append_not_found(std::string& html, const model::Server& server,
                      const PageState& state);

}  // namespace robots::status

#endif
