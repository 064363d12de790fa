// Text that others wrote, made fit to stand in HTML. Clients choose much of it,
// and admins read the page to find out about clients: nothing of it may be
// markup, hide, or reorder what stands beside it.

#ifndef ROBOTS_STATUS_PAGE_ESCAPE_HPP
#define ROBOTS_STATUS_PAGE_ESCAPE_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace robots::status {

// Appends `text` as an element's content: markup escaped, and what a reader
// could not see (control characters, octets that are no UTF-8, characters that
// reorder or join others) spelt out, <span class="odd">U+202E</span>.
void append_text(std::string& out, std::string_view text);

// The same between <bdi> and </bdi>, so that its direction stays its own. Where
// `max` octets do not hold all of it, what is left out is counted.
void append_foreign(std::string& out, std::string_view text,
                    std::size_t max = 512);

// Appends `text` as the value of a quoted attribute. What append_text spells
// out becomes U+FFFD: an input field would act on it.
void append_attribute(std::string& out, std::string_view text);

// Appends `text` as a name or value in a URL's query: all but RFC 3986's
// unreserved octets as %HH.
void append_query_value(std::string& out, std::string_view text);

}  // namespace robots::status

#endif
