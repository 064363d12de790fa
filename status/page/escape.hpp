// Text that others wrote, escaped for HTML. Clients choose much of it, and
// admins read the page to learn about clients: it must not be markup, and must
// not hide or reorder the text beside it.

#ifndef ROBOTS_STATUS_PAGE_ESCAPE_HPP
#define ROBOTS_STATUS_PAGE_ESCAPE_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace robots::status {

// Appends `text` as an element's content: markup escaped, and what a reader
// could not see (control characters, invalid UTF-8, characters that reorder or
// join others) spelled out: <span class="odd">U+202E</span>.
void append_text(std::string& out, std::string_view text);

// The same between <bdi> and </bdi>, so that it does not change the direction
// of other text. Beyond `max` octets, it is cut, and the rest is counted.
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
