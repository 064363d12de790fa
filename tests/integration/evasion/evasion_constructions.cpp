// What nginx does inside with one request of a client.
//
// Each row is a server of its own, in a folder with index.html, ssi.html,
// sub/index.html and private/inside.html. Besides it there are servers that
// answer everything (@backend@), that have these files (@files@) and that
// answer X-Accel-Redirect (@accel@), and an upstream "tries" whose first server
// is dead.

#include "tests/integration/evasion/evasion_rows.hpp"

namespace integration {
namespace {

constexpr std::string_view kPage = "GET /page HTTP/1.1";
constexpr std::string_view kMissing = "GET /missing HTTP/1.1";

}  // namespace

const std::vector<ConstructionRow> kConstructions{
    {"nothing", "location / { empty_gif; }", kPage, 200, 1, ""},
    {"`index`", "index index.html;", "GET / HTTP/1.1", 200, 1, ""},
    {"`try_files` finds a file", "try_files /nothing /index.html =404;",
     kMissing, 200, 1, ""},
    {"`try_files` redirects",
     "location / { empty_gif; }"
     "location /missing { try_files /nothing /private/inside.html; }"
     "location /private/ { empty_gif; }",
     kMissing, 200, 1, ""},
    {"`try_files` to a named location",
     "location / { try_files /nothing @app; }"
     "location @app { proxy_pass http://127.0.0.1:@backend@; }",
     kMissing, 200, 1, ""},
    {"`try_files` to a front controller",
     "location / { try_files $uri /index.php?$args; }"
     "location = /index.php { empty_gif; }",
     "GET /blog/page?x HTTP/1.1", 200, 1, ""},
    {"`try_files ... =404`", "location / { try_files /nothing =404; }",
     kMissing, 404, 1, ""},
    {"`error_page`", "error_page 404 /index.html;", kMissing, 404, 1, ""},
    {"`error_page` to a named location",
     "error_page 404 = @app;"
     "location @app { proxy_pass http://127.0.0.1:@backend@; }",
     kMissing, 200, 1, ""},
    {"one `error_page` after the other",
     "recursive_error_pages on; error_page 404 = /gone;"
     "location = /gone { deny all; error_page 403 = @app; }"
     "location @app { proxy_pass http://127.0.0.1:@backend@; }",
     kMissing, 200, 1, ""},
    {"`error_page 405 =200 $uri` of a `POST`", "error_page 405 =200 $uri;",
     "POST /index.html HTTP/1.1", 200, 1, ""},
    {"`error_page` of a dead upstream",
     "error_page 502 =200 @app;"
     "location / { proxy_pass http://127.0.0.1:@nobody_listens@; }"
     "location @app { proxy_pass http://127.0.0.1:@backend@; }",
     kPage, 200, 1, ""},
    {"`proxy_intercept_errors`",
     "proxy_intercept_errors on; error_page 500 /index.html;"
     "location = /page { proxy_pass http://127.0.0.1:@backend@/broken; }",
     kPage, 500, 1, ""},
    {"`proxy_next_upstream`", "location / { proxy_pass http://tries; }", kPage,
     200, 1, ""},
    {"`X-Accel-Redirect`",
     "location = /page { proxy_pass http://127.0.0.1:@accel@; }"
     "location /private/ { internal; }",
     kPage, 200, 1, ""},
    {"`X-Accel-Redirect` to a named location",
     "location = /page { proxy_pass http://127.0.0.1:@accel@/named; }"
     "location @app { proxy_pass http://127.0.0.1:@backend@; }",
     kPage, 200, 1, ""},
    {"`rewrite ... last` in the server",
     "rewrite ^/page$ /private/inside.html last; location / { }", kPage, 200, 1,
     ""},
    {"`rewrite ... last` in a location",
     "location /page { rewrite ^ /private/inside.html last; }", kPage, 200, 1,
     ""},
    {"`rewrite ... break`",
     "location /page { rewrite ^ /private/inside.html break; }", kPage, 200, 1,
     ""},
    {"`if`",
     "location / { if ($request_method = GET) {"
     "  proxy_pass http://127.0.0.1:@backend@; } }",
     kPage, 200, 1, ""},
    {"`return 418` and `error_page 418 = @app`",
     "error_page 418 = @app; location / { return 418; }"
     "location @app { proxy_pass http://127.0.0.1:@backend@; }",
     kPage, 200, 1, ""},
    {"`return 418` and `error_page 418 =200 @app`",
     "error_page 418 =200 @app; location / { return 418; }"
     "location @app { proxy_pass http://127.0.0.1:@backend@; }",
     kPage, 200, 1, ""},
    {"`client_max_body_size` and `error_page 413 = @app`",
     "client_max_body_size 1; error_page 413 = @app;"
     "location / { empty_gif; }"
     "location @app { proxy_method GET; proxy_pass_request_body off;"
     "  proxy_set_header Content-Length \"\";"
     "  proxy_pass http://127.0.0.1:@backend@; }",
     "POST /page HTTP/1.1", 200, 1, ""},
    {"`satisfy any`", "location / { satisfy any; allow all; empty_gif; }",
     kPage, 200, 1, ""},
    {"`deny`", "location / { deny all; }", kPage, 403, 1, ""},
    {"`auth_basic`",
     "location / { auth_basic x; auth_basic_user_file nobody; }", kPage, 401, 1,
     ""},
    {"`limit_req` that delays",
     "location / { limit_req zone=slow burst=9; empty_gif; }", kPage, 200, 1,
     ""},
    {"`auth_request`",
     "location / { auth_request /private/auth; empty_gif; }"
     "location /private/auth { internal;"
     "  proxy_pass http://127.0.0.1:@backend@/grant; }",
     kPage, 200, 1, "http_auth_request_module"},
    {"server-side includes", "ssi on; location / { }", "GET /ssi.html HTTP/1.1",
     200, 1, ""},
    {"`add_before_body`",
     "location / { } location = /index.html {"
     "  add_before_body /private/inside.html;"
     "  add_after_body /private/inside.html; }",
     "GET /index.html HTTP/1.1", 200, 1, "http_addition_module"},
    {"`mirror`",
     "location / { mirror /private/mirror; mirror /private/again; empty_gif; }"
     "location /private/ { internal;"
     "  proxy_pass http://127.0.0.1:@backend@; }",
     kPage, 200, 1, ""},
    {"`slice`",
     "location / { slice 2; proxy_set_header Range $slice_range;"
     "  proxy_http_version 1.1; proxy_pass http://127.0.0.1:@files@; }",
     "GET /index.html HTTP/1.1", 200, 1, "http_slice_module"},
    {"`post_action`",
     "location / { post_action /private/after; empty_gif; }"
     "location /private/ { proxy_pass http://127.0.0.1:@backend@; }",
     kPage, 200, 1, ""},

    {"a folder without its slash", "location / { }", "GET /sub HTTP/1.1", 301,
     0, ""},
    {"an upstream's redirect",
     "location = /page { proxy_pass http://127.0.0.1:@backend@/go; }", kPage,
     302, 0, ""},
    {"`return 302` in a named location",
     "location = /page { try_files /nothing @go; }"
     "location @go { return 302 /plain; }",
     kPage, 302, 0, ""},
    {"`X-Accel-Redirect` to a redirect",
     "location = /page { proxy_pass http://127.0.0.1:@accel@/named; }"
     "location @app { return 302 /plain; }",
     kPage, 302, 0, ""},
    {"`return`", "location / { return 204; }", kPage, 204, 0, ""},
    {"`rewrite ... permanent`", "rewrite ^/page$ /there permanent;", kPage, 301,
     0, ""},
    {"a proxied location without its slash",
     "location /page/ { proxy_pass http://127.0.0.1:@backend@; }", kPage, 301,
     0, ""},
    {"an `internal` location that is asked for", "location /page { internal; }",
     kPage, 404, 0, ""},
    {"`robots_enforce off`",
     "location / { empty_gif; }"
     "location /page { robots_enforce off; empty_gif; }",
     kPage, 200, 0, ""},
    {"`robots_enforce off` in an `if`",
     "location / { empty_gif; }"
     "location /page { if ($request_method = GET) { robots_enforce off; }"
     "  empty_gif; }",
     kPage, 200, 0, ""},
    {"`robots_enforce off`, then a redirect inside",
     "location / { empty_gif; }"
     "location /page { robots_enforce off; try_files /nothing /private/x; }"
     "location /private/ { empty_gif; }",
     kPage, 200, 0, ""},
};

}  // namespace integration
