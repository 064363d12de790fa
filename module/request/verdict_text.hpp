// A verdict in words: for the log, for variables, for the crawler.

#ifndef ROBOTS_MODULE_REQUEST_VERDICT_TEXT_HPP
#define ROBOTS_MODULE_REQUEST_VERDICT_TEXT_HPP

#include "module/ngx/ngx.hpp"
#include "policy/verdict/judge.hpp"

namespace robots::nginx {

// The line of robots.txt by which the verdict has that violation, or which
// allows the path: "Disallow: /private", "Crawl-delay: 2". Empty if no line
// decided. Throws std::bad_alloc.
ngx_str_t line_text(ngx_pool_t* pool, const Verdict& verdict,
                    Violation violation);
inline ngx_str_t line_text(ngx_pool_t* pool, const Verdict& verdict) {
    return line_text(pool, verdict, verdict.violation);
}

// Seconds with three decimals: "1.500". Throws std::bad_alloc.
ngx_str_t seconds_text(ngx_pool_t* pool, Milliseconds duration);

}  // namespace robots::nginx

#endif
