// Spellings of a request target, in HTTP/1.1 and in HTTP/2's pseudo-headers.

#include "tests/integration/evasion/evasion_rows.hpp"

namespace integration {
namespace {

constexpr std::string_view kAbove = "nginx refuses a path above the root";

using Fields = std::vector<std::pair<std::string, std::string>>;

Fields fields(std::string path, Fields more = {}) {
    Fields all{{":method", "GET"},
               {":scheme", "http"},
               {":authority", "example.com"},
               {":path", std::move(path)}};
    if (more.empty()) {
        more.emplace_back("user-agent", "GPTBot/1.2");
    }
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

}  // namespace

const std::vector<TargetRow> kTargets{
    {"/private/x", 403, "the rule"},
    {"/private", 200, "no rule matches"},
    {"/PRIVATE/x", 200, "upper and lower case differ, for nginx too"},
    {"/x/private/x", 200, "rules match from the start of the path"},
    {"/private/openly", 200, "the longer `Allow`"},

    {"//private/x", 403, "nginx merges slashes"},
    {"///private///x", 403, "nginx merges slashes"},
    {"/private//x", 403, "closed as sent, too"},
    {"/./private/x", 403, "nginx resolves `.`"},
    {"/private/./x", 403, "closed as sent, too"},
    {"/public/../private/x", 403, "nginx resolves `..`"},
    {"/public/./../private/x", 403, "nginx resolves `.` and `..`"},
    {"/private/../public", 403, "closed as sent"},
    {"/private/open/../x", 403, "open as sent, closed resolved"},
    {"/private/x/../open", 403, "closed as sent, open resolved"},
    {"/private/..", 403, "closed as sent"},
    {"/.../private/x", 200, "`...` is a name like any other"},
    {"/..;/private/x", 200, "`..;` is a name like any other"},
    {"/../private/x", 400, kAbove},

    {"/%70rivate/x", 403, "`%70` is `p`"},
    {"/%50rivate/x", 200, "`%50` is `P`"},
    {"/private%2Fx", 403, "nginx decodes `%2F`"},
    {"/private%2fx", 403, "triplets in lower case are the same"},
    {"/slash2/e%2Ff", 200, "an `Allow` with that spelling"},
    {"/slash2/e%2ffg", 200, "an `Allow` with that spelling"},
    {"/slash2/e/f", 403, "the rule; no `Allow` matches"},
    {"/slash2/x%2F../e%2Ff", 403, "closed as sent"},
    {"/public/long/../../private/x", 403, "that `Allow` is for another path"},
    {"/public/long/..%2F..//private/x", 403,
     "that `Allow` is for another path"},
    {"/slash2/e%2Ff/../../g", 403, "closed resolved"},
    {"/%2Fprivate/x", 403, "decoded, then merged"},
    {"/%2e/private/x", 403, "decoded, then resolved"},
    {"/public/%2E%2e/private/x", 403, "decoded, then resolved"},
    {"/public/.%2e/private/x", 403, "decoded, then resolved"},
    {"/public/..%2Fprivate/x", 403, "decoded, then resolved"},
    {"/%2e%2e/private/x", 400, kAbove},
    {"/private%252fx", 200, "nginx decodes once: another name"},
    {"/%252e%252e/private/x", 200, "nginx decodes once: another name"},
    {"/%2570rivate/x", 200, "nginx decodes once: another name"},
    {"/caf%C3%A9/x", 403, "as RFC 9309 writes the rule"},
    {"/caf%c3%A9/x", 403, "triplets in mixed case are the same"},
    {"/café/x", 403, "octets sent as they are"},
    {"/caf%E9/x", 200, "Latin-1 is another octet, for nginx too"},
    {"/private/x%00", 400, "nginx refuses a NUL"},
    {"/private/x%zz", 400, "nginx refuses an invalid triplet"},

    {"/private/;x", 403, "`;` is part of the path"},
    {"/private;/x", 200, "`;` is part of the name, for nginx too"},
    {"/private/x;sid=1", 403, "`;` is part of the path"},
    {"/private\\x", 200, "`\\` is part of the name, for nginx too"},
    {"/private/x.", 403, "rules match prefixes"},
    {"/private/x/", 403, "rules match prefixes"},
    {"/private/%20", 403, "rules match prefixes"},
    {"/private/x+", 403, "rules match prefixes"},

    {"/private/x?y", 403, "a query is matched after the path"},
    {"/private/?/../x", 403, "the text after `?` is not part of the path"},
    {"/private/x#y", 403, "a fragment is cut off"},
    {"/private/#x", 403, "a fragment is cut off"},
    {"/private#/x", 200, "that is `/private`"},
    {"/x?sid=1", 403, "`Disallow: /*?sid=`"},
    {"/x?%73id=1", 403, "`%73` is `s`"},
    {"/x?sid=1#y", 403, "a fragment is cut off"},
    {"/x#?sid=1", 200, "that is `/x`"},
    {"/x??sid=1", 403, "`*` matches `?`, too"},
    {"//x?sid=1", 403, "the query stays when the path is resolved"},
    {"/x?a=1&sid=1", 200, "no `?` before `sid`; `{query: sid}` closes it"},
    {"/x%3Fsid=1", 200, "`%3F` does not start a query, for nginx too"},
    {"/x?SID=1", 200, "upper and lower case differ"},

    {"http://example.com/private/x", 403, "the absolute form"},
    {"HTTP://EXAMPLE.COM/private/x", 403,
     "case of scheme and host does not count"},
    {"https://example.com/private/x", 403, "whatever the scheme"},
    {"http://example.com:1/private/x", 403, "whatever the port"},
    {"http://example.com//private/x", 403, "resolved as well"},
    {"http://example.com?sid=1", 403, "without a path, the path is `/`"},
    {"http://other.example/private/x", 200, "the target's host counts"},
    {"private/x", 400, "nginx refuses a path without `/`"},
    {"*", 400, "nginx refuses the asterisk form"},
};

const std::vector<FieldsRow> kPseudoHeaders{
    {"`:path: /private/x`", fields("/private/x"), 403, "the rule"},
    {"`:path` in absolute form", fields("http://example.com/private/x"), 400,
     "nginx refuses it"},
    {"`:path: private/x`", fields("private/x"), 400, "nginx refuses it"},
    {"`:path: *`", fields("*"), 400, "nginx refuses it"},
    {"`:path` empty", fields(""), 400, "nginx refuses it"},
    {"two `:path`", fields("/public", {{":path", "/private/x"}}), 400,
     "nginx refuses it"},
    {"`:authority: EXAMPLE.COM`",
     {{":method", "GET"},
      {":scheme", "http"},
      {":path", "/private/x"},
      {":authority", "EXAMPLE.COM"},
      {"user-agent", "GPTBot/1.2"}},
     403,
     "case of hosts does not count"},
    {"`host` without `:authority`",
     {{":method", "GET"},
      {":scheme", "http"},
      {":path", "/private/x"},
      {"host", "example.com"},
      {"user-agent", "GPTBot/1.2"}},
     403,
     "the same"},
    {"`:authority` and another `host`",
     fields("/private/x",
            {{"host", "other.example"}, {"user-agent", "GPTBot/1.2"}}),
     400, "nginx refuses it"},
    {"`:scheme: https` over TCP",
     {{":method", "GET"},
      {":scheme", "https"},
      {":authority", "example.com"},
      {":path", "/private/x"},
      {"user-agent", "GPTBot/1.2"}},
     403,
     "the connection's scheme counts"},
    {"`:method: BREW`",
     {{":method", "BREW"},
      {":scheme", "http"},
      {":authority", "example.com"},
      {":path", "/private/x"},
      {"user-agent", "GPTBot/1.2"}},
     403,
     "every method counts"},
    {"a browser's, then a crawler's `user-agent`",
     fields("/private/x", {{"user-agent", "Mozilla/5.0 Firefox/140.0"},
                           {"user-agent", "GPTBot/1.2"}}),
     403, "all of them count"},
    {"`range`",
     fields("/private/x",
            {{"range", "bytes=0-0"}, {"user-agent", "GPTBot/1.2"}}),
     403, "the request is refused, not the range"},
};

}  // namespace integration
