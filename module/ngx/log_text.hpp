// Text that somebody else chose, as it may go into error_log: no end of a line
// in it begins another line, and no terminal obeys it.
//
// All that a client, a name server or a fleet's server sent goes through
// escape() before it is logged; tools/lint-logs checks this.

#ifndef ROBOTS_MODULE_NGX_LOG_TEXT_HPP
#define ROBOTS_MODULE_NGX_LOG_TEXT_HPP

#include <cstddef>
#include <string_view>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Writes `text` to `out`, with quotes, backslashes, control octets and octets
// above 0x7e as \xHH: as much of it as ends before `end`. Returns where it
// ends.
u_char* escape(std::string_view text, u_char* out, const u_char* end) noexcept;

// The same in at most `max` octets of a pool. Throws std::bad_alloc.
ngx_str_t escape(ngx_pool_t* pool, std::string_view text, std::size_t max);

}  // namespace robots::nginx

#endif
