// The text of a verdict: for the log, for variables, and for the crawler.

#pragma once

#include "module/ngx/ngx.hpp"
#include "policy/verdict/deciding_line.hpp"

namespace robots::nginx {

// Returns the line of robots.txt that the request violated, or the line that
// allows the path. Returns an empty text if no line decided. Throws
// std::bad_alloc.
inline ngx_str_t line_text(ngx_pool_t* pool, const Verdict& verdict,
                           Violation violation) {
    return copy(pool, robots::line_text(verdict, violation));
}
inline ngx_str_t line_text(ngx_pool_t* pool, const Verdict& verdict) {
    return line_text(pool, verdict, verdict.violation);
}

// Returns `duration` in seconds with three decimals: "1.500". Throws
// std::bad_alloc.
inline ngx_str_t seconds_text(ngx_pool_t* pool, Milliseconds duration) {
    return print(pool, sizeof(".000") + NGX_INT64_LEN, "%L.%03L",
                 static_cast<int64_t>(duration.count() / 1000),
                 static_cast<int64_t>(duration.count() % 1000));
}

}  // namespace robots::nginx
