// Methods, headers and versions of requests; and who is not to be judged.

#include "tests/harness/http.hpp"
#include "tests/integration/evasion/evasion_rows.hpp"

namespace integration {
namespace {

using Lines = std::vector<std::string>;

constexpr const char* kCrawler = "User-Agent: GPTBot/1.2";
constexpr const char* kBrowser =
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 "
    "Firefox/140.0";
constexpr const char* kAnotherCrawler = "User-Agent: ClaudeBot/1.0";

std::string with(const std::string& request_line, Lines lines) {
    return message(request_line, "example.com", lines);
}

// A request of GPTBot, with more lines.
std::string crawl(const std::string& request_line, Lines lines = {}) {
    lines.insert(lines.begin(), kCrawler);
    return with(request_line, lines);
}

std::string private_x(Lines lines) {
    return with("GET /private/x HTTP/1.1", std::move(lines));
}

// `octets` octets of a browser's header with `rest` behind them.
std::string long_agent(std::size_t octets, const std::string& rest) {
    std::string line = "Mozilla/5.0 (";
    line.append(octets - line.size(), 'x');
    return "User-Agent: " + line + rest;
}

std::string hosted(const std::string& host_lines) {
    return "GET /private/x HTTP/1.1\r\n" + host_lines + kCrawler + "\r\n\r\n";
}

constexpr std::string_view kEveryMethod = "every method counts";
constexpr std::string_view kByNginx = "nginx refuses it";

}  // namespace

const std::vector<RequestRow> kMethods{
    {"`GET`", crawl("GET /private/x HTTP/1.1"), 403, "the rule"},
    {"`HEAD`", crawl("HEAD /private/x HTTP/1.1"), 403, kEveryMethod},
    {"`POST`", crawl("POST /private/x HTTP/1.1", {"Content-Length: 0"}), 403,
     kEveryMethod},
    {"`POST` with a body in chunks",
     crawl("POST /private/x HTTP/1.1", {"Transfer-Encoding: chunked"}) +
         "2\r\nhi\r\n0\r\n\r\n",
     403, "the body is read and thrown away"},
    {"`POST` with `Expect: 100-continue`",
     crawl("POST /private/x HTTP/1.1",
           {"Expect: 100-continue", "Content-Length: 2"}) +
         "hi",
     403, "it is not asked for the body"},
    {"`PUT`", crawl("PUT /private/x HTTP/1.1", {"Content-Length: 0"}), 403,
     kEveryMethod},
    {"`PATCH`", crawl("PATCH /private/x HTTP/1.1", {"Content-Length: 0"}), 403,
     kEveryMethod},
    {"`DELETE`", crawl("DELETE /private/x HTTP/1.1"), 403, kEveryMethod},
    {"`OPTIONS`", crawl("OPTIONS /private/x HTTP/1.1"), 403, kEveryMethod},
    {"`PROPFIND`", crawl("PROPFIND /private/x HTTP/1.1"), 403, kEveryMethod},
    {"`BREW`", crawl("BREW /private/x HTTP/1.1"), 403, kEveryMethod},
    {"`get`", crawl("get /private/x HTTP/1.1"), 400, kByNginx},
    {"`TRACE`", crawl("TRACE /private/x HTTP/1.1"), 405, kByNginx},
    {"`OPTIONS *`", crawl("OPTIONS * HTTP/1.1"), 400, kByNginx},
    {"HTTP/1.0",
     std::string("GET /private/x HTTP/1.0\r\nHost: example.com\r\n") +
         kCrawler + "\r\n\r\n",
     403, "the version does not matter"},
    {"HTTP/1.0 without `Host`",
     std::string("GET /private/x HTTP/1.0\r\n") + kCrawler + "\r\n\r\n", 403,
     "judged by the policy's `default`"},
    {"`X-HTTP-Method-Override`",
     crawl("GET /private/x HTTP/1.1", {"X-HTTP-Method-Override: HEAD"}), 403,
     "nginx ignores it"},
};

const std::vector<RequestRow> kHeaders{
    {"`user-agent:gptbot/1.2`", private_x({"user-agent:gptbot/1.2"}), 403,
     "case does not count"},
    {"`USER-AGENT: GPTBOT`", private_x({"USER-AGENT: GPTBOT"}), 403,
     "case does not count"},
    {"blanks around it", private_x({"User-Agent:     GPTBot/1.2    "}), 403,
     "nginx cuts them off"},
    {"tabs around it", private_x({"User-Agent:\tGPTBot/1.2\t"}), 403,
     "a tab ends a word"},
    {"`(GPTBot;`", private_x({"User-Agent: Mozilla/5.0 (GPTBot; like that)"}),
     403, "at any place in the header"},
    {"in the 2,048th octet", private_x({long_agent(2040, ") GPTBot")}), 403,
     "this much of a header is read"},
    {"after the 2,048th octet", private_x({long_agent(2100, ") GPTBot/1.2")}),
     200, "only 2,048 octets are read"},
    {"`User-Agent :`", private_x({"User-Agent : GPTBot/1.2"}), 400, kByNginx},
    {"folded onto a second line",
     private_x({"User-Agent: Mozilla/5.0", " GPTBot/1.2"}), 400, kByNginx},
    {"`User_Agent`", private_x({"User_Agent: GPTBot/1.2"}), 200,
     "another header: it names nobody"},
    {"none at all", private_x({}), 200, "it names nobody"},
    {"an empty one", private_x({"User-Agent:"}), 200, "it names nobody"},

    {"a crawler's `User-Agent`, then a browser's",
     private_x({kCrawler, kBrowser}), 403, "all of them count"},
    {"a browser's `User-Agent`, then a crawler's",
     private_x({kBrowser, kCrawler}), 403, "all of them count"},
    {"two crawlers, the second not allowed",
     private_x({kAnotherCrawler, kCrawler}), 403, "the strictest counts"},
    {"two crawlers, the first not allowed",
     private_x({kCrawler, kAnotherCrawler}), 403, "the strictest counts"},
    {"an empty one, a browser's, a crawler's",
     private_x({"User-Agent:", kBrowser, "user-agent: gptbot"}), 403,
     "however many"},
    {"eight, the last of them a crawler's",
     private_x(Lines{kBrowser, kBrowser, kBrowser, kBrowser, kBrowser, kBrowser,
                     kBrowser, kCrawler}),
     403, "eight are read"},
    {"nine", private_x(Lines(9, kBrowser)), 400, "more than eight are refused"},

    {"`Upgrade: websocket`",
     crawl("GET /private/x HTTP/1.1",
           {"Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="}),
     403, "judged before it is upgraded"},
    {"`Upgrade: h2c`",
     crawl("GET /private/x HTTP/1.1",
           {"Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c",
            "HTTP2-Settings: AAMAAABkAAQAAP__"}),
     403, "nginx stays with HTTP/1.1"},
    {"`Range`", crawl("GET /private/x HTTP/1.1", {"Range: bytes=0-0"}), 403,
     "the request is refused, not the range"},
    {"`If-None-Match: *`",
     crawl("GET /private/x HTTP/1.1", {"If-None-Match: *"}), 403,
     "a refusal has no validators"},
    {"`If-Modified-Since`",
     crawl("GET /private/x HTTP/1.1",
           {"If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT"}),
     403, "a refusal has no validators"},
    {"`If-Match: \"x\"`", crawl("GET /private/x HTTP/1.1", {"If-Match: \"x\""}),
     403, "a refusal has no validators"},

    {"`Host: EXAMPLE.COM.`", hosted("Host: EXAMPLE.COM.\r\n"), 403,
     "case and a final dot do not count"},
    {"`Host: example.com:1`", hosted("Host: example.com:1\r\n"), 403,
     "the connection's port counts"},
    {"`Host: a$.open.example`", hosted("Host: a$.open.example\r\n"), 200,
     "nginx and the policy both take `*.open.example`"},
    {"`Host: a%2e.open.example`", hosted("Host: a%2e.open.example\r\n"), 200,
     "the same"},
    {"`Host: a,b.open.example`", hosted("Host: a,b.open.example\r\n"), 200,
     "the same"},
    {"`Host: *.open.example`", hosted("Host: *.open.example\r\n"), 200,
     "the same"},
    {"`Host: a$open.example`", hosted("Host: a$open.example\r\n"), 403,
     "judged by the policy's `default`"},
    {"no `Host`", hosted(""), 400, kByNginx},
    {"two `Host`", hosted("Host: other.example\r\nHost: example.com\r\n"), 400,
     kByNginx},
    {"`X-Forwarded-Host: other.example`",
     crawl("GET /private/x HTTP/1.1", {"X-Forwarded-Host: other.example"}), 403,
     "nginx ignores it"},
    {"`X-Original-URL: /public`",
     crawl("GET /private/x HTTP/1.1", {"X-Original-URL: /public"}), 403,
     "nginx ignores it"},
};

const std::vector<RequestRow> kFree{
    {"`/robots.txt`", crawl("GET /robots.txt HTTP/1.1"), 200, "itself"},
    {"`HEAD`", crawl("HEAD /robots.txt HTTP/1.1"), 200, "itself"},
    {"`//robots.txt`", crawl("GET //robots.txt HTTP/1.1"), 200, "resolved"},
    {"`/./robots.txt`", crawl("GET /./robots.txt HTTP/1.1"), 200, "resolved"},
    {"`/x/../robots.txt`", crawl("GET /x/../robots.txt HTTP/1.1"), 200,
     "resolved"},
    {"`/%72obots.txt`", crawl("GET /%72obots.txt HTTP/1.1"), 200, "decoded"},
    {"`/%2Frobots.txt`", crawl("GET /%2Frobots.txt HTTP/1.1"), 200,
     "decoded, then merged"},
    {"`/robots%2Etxt`", crawl("GET /robots%2Etxt HTTP/1.1"), 200, "decoded"},
    {"`/robots.txt?x`", crawl("GET /robots.txt?x HTTP/1.1"), 200,
     "whatever the query"},
    {"`/robots.txt#x`", crawl("GET /robots.txt#x HTTP/1.1"), 200,
     "a fragment is cut off"},
    {"`http://example.com/robots.txt`",
     crawl("GET http://example.com/robots.txt HTTP/1.1"), 200,
     "the absolute form"},
    {"`Range`", crawl("GET /robots.txt HTTP/1.1", {"Range: bytes=0-3"}), 206,
     "a part of it"},
    {"`If-None-Match: *`",
     crawl("GET /robots.txt HTTP/1.1", {"If-None-Match: *"}), 304,
     "the client has it already"},
    {"`If-Match: \"x\"`",
     crawl("GET /robots.txt HTTP/1.1", {"If-Match: \"x\""}), 412,
     "the ETag is another one"},
    {"`POST`", crawl("POST /robots.txt HTTP/1.1", {"Content-Length: 0"}), 405,
     "not served, but not charged either"},
    {"two crawlers in one request",
     with("GET /robots.txt HTTP/1.1", {kCrawler, kAnotherCrawler}), 200,
     "itself"},
    {"HTTP/1.0 without `Host`",
     std::string("GET /robots.txt HTTP/1.0\r\n") + kCrawler + "\r\n\r\n", 200,
     "the policy's `default`"},
};

const std::vector<AgentRow> kNoCrawlers{
    {"Chrome",
     "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, "
     "like Gecko) Chrome/131.0.0.0 Safari/537.36"},
    {"Firefox",
     "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"},
    {"Safari",
     "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) "
     "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 "
     "Safari/604.1"},
    {"a CUBOT phone",
     "Mozilla/5.0 (Linux; Android 9; CUBOT X18) AppleWebKit/537.36 (KHTML, "
     "like Gecko) Chrome/120.0 Mobile Safari/537.36"},
    {"a text browser", "Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1"},
    {"Wget, that no group names", "Wget/1.21.3"},
    {"python-requests, that no group names", "python-requests/2.32.3"},
    {"nobody", ""},
};

}  // namespace integration
