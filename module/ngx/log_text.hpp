// Text that somebody else chose, as it may go into error_log: it cannot begin
// another line, and cannot control a terminal.
//
// All that a client, a name server or a fleet's server sent goes through
// escape() before it is logged; tools/lint-logs checks this.

#pragma once

#include <cstddef>
#include <string_view>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Writes `text` to `out`, with quotes, backslashes, control octets and octets
// above 0x7e as \xHH, as far as it fits before `end`. Returns where it ends.
u_char* escape(std::string_view text, u_char* out, const u_char* end) noexcept;

// The same in at most `max` octets of a pool. Throws std::bad_alloc.
ngx_str_t escape(ngx_pool_t* pool, std::string_view text, std::size_t max);

}  // namespace robots::nginx
