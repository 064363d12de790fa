// Makes text from outside safe for error_log: the text cannot start another
// line, and cannot control a terminal.
//
// All text that a client, a name server or a fleet's server sent goes through
// escape() before it is logged; tools/lint-logs checks this.

#pragma once

#include <cstddef>
#include <string_view>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Writes as much of `text` to `out` as fits before `end`. Writes quotes,
// backslashes, control octets and octets above 0x7e as \xHH. Returns the end of
// the written text.
u_char* escape(std::string_view text, u_char* out, const u_char* end) noexcept;

// Returns the escaped text, cut to at most `max` octets, in memory of `pool`.
// Throws std::bad_alloc.
ngx_str_t escape(ngx_pool_t* pool, std::string_view text, std::size_t max);

}  // namespace robots::nginx
