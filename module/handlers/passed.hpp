// An application's own robots.txt, which passes through nginx as it is
// (`robots_txt: {pass: true}`).

#ifndef ROBOTS_MODULE_HANDLERS_PASSED_HPP
#define ROBOTS_MODULE_HANDLERS_PASSED_HPP

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Calls `next`, the header filter after this one, for the main request `r`. If
// the response is such a robots.txt, counts it, and takes down which crawler
// was served it.
ngx_int_t filter_passed(ngx_http_request_t* r, HeaderFilter next) noexcept;

}  // namespace robots::nginx

#endif
