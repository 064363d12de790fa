// Makes text that somebody else chose safe for error_log: it cannot start
// another line, and cannot control a terminal.
//
// All text that a client, a name server or a fleet's server sent goes through
// escape() before it is logged; tools/lint-logs checks this.

#pragma once

#include <cstddef>
#include <string_view>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Writes `text` to `out`, as far as it fits before `end`. Writes quotes,
// backslashes, control octets and octets above 0x7e as \xHH. Returns the end of
// what was written.
u_char* escape(std::string_view text, u_char* out, const u_char* end) noexcept;

// Does the same in at most `max` octets of a pool. Throws std::bad_alloc.
ngx_str_t escape(ngx_pool_t* pool, std::string_view text, std::size_t max);

}  // namespace robots::nginx
