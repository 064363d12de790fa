#include "status/page/frame.hpp"

#include "status/page/page.hpp"
#include "status_page.inc"

namespace robots::status {

namespace {

// Seconds; slow enough to read in between.
constexpr std::string_view kRefresh = "30";

constexpr std::string_view kMark =
    "<svg viewBox=\"0 0 20 20\" aria-hidden=\"true\" fill=\"none\" "
    "stroke=\"currentColor\" stroke-width=\"1.6\" stroke-linecap=\"round\">"
    "<rect x=\"2.5\" y=\"6.5\" width=\"15\" height=\"10.5\" rx=\"3\"/>"
    "<path d=\"M10 6.5V3M7 11v1.6M13 11v1.6\"/>"
    "<circle cx=\"10\" cy=\"2.2\" r=\".7\" fill=\"currentColor\"/></svg>";

// A reader with a script refreshes by it, since only that can wait.
void append_head(Markup& out, const Frame& frame, bool refreshes) {
    out.raw(
        "<!doctype html><html lang=\"en\" dir=\"ltr\"><head>"
        "<meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\">"
        "<meta name=\"robots\" content=\"noindex, nofollow\">"
        "<meta name=\"referrer\" content=\"no-referrer\">"
        "<meta name=\"color-scheme\" content=\"light dark\"><title>");
    out.text(frame.title.substr(0, 128)).raw(" · robots status</title>");
    if (refreshes) {
        out.raw(R"(<noscript><meta http-equiv="refresh" content=")")
            .raw(kRefresh)
            .raw("\"></noscript>");
    }
    out.raw("<style>").raw(kStyle).raw("</style></head>");
}

void append_way(Markup& out, View view, View to, std::string_view parameter,
                std::string_view value, std::string_view label) {
    out.raw("<li><a href=\"")
        .attribute(address_of(out.state(), parameter, value))
        .raw(view == to ? R"(" aria-current="page">)" : "\">")
        .raw(label)
        .raw("</a></li>");
}

// What refreshes by itself can be stopped (WCAG 2.2.2).
void append_refresh(Markup& out) {
    const bool paused = out.state().paused;
    out.raw(R"(<p class="refresh"><span id="refresh-said">)");
    if (paused) {
        out.raw("Not refreshing");
    } else {
        out.raw("Refreshes every ").raw(kRefresh).raw(" s");
    }
    out.raw("</span> · <a id=\"pause\" data-set=\"refresh\" data-to=\"")
        .raw(paused ? "" : "off")
        .raw("\" href=\"")
        .attribute(address_with(out.state(), "refresh", paused ? "" : "off"))
        .raw(paused ? "\">Resume</a></p>" : "\">Pause</a></p>");
}

void append_log_only(Markup& out, const model::Server& server) {
    if (server.log_only == model::LogOnly::none || server.only_logged == 0) {
        return;
    }
    out.raw("<p class=\"banner\">")
        .raw(server.log_only == model::LogOnly::all
                 ? "Log only: nothing is delayed or refused here; "
                 : "Some servers or locations only log: nothing is delayed or "
                   "refused there; ")
        .counted(server.only_logged, "request")
        .raw(" would have been (<code>robots_enforce log</code>).</p>");
}

// What an admin should know before reading any figure.
void append_banners(Markup& out, const model::Server& server) {
    if (server.reload_failed != 0) {
        out.raw("<p class=\"banner\">A reload failed on ")
            .date(server.reload_failed)
            .raw(". nginx still uses the policy that it loaded on ")
            .date(server.policy_loaded)
            .raw("; error_log says what to fix.</p>");
    }
    if (server.policy_stale.value_or(false)) {
        out.raw(
               "<p class=\"banner\">The policy on disk has changed since nginx "
               "loaded it on ")
            .date(server.policy_loaded)
            .raw(". Check it with <code>nginx -t</code>, then reload nginx.")
            .raw("</p>");
    }
    append_log_only(out, server);
}

}  // namespace

std::string_view content_security_policy() {
    return kContentSecurityPolicy;
}

void open_frame(Markup& out, const Frame& frame) {
    const bool refreshes = frame.refreshes && !out.state().paused;
    append_head(out, frame, refreshes);
    out.raw("<body");
    if (refreshes) {
        out.raw(" data-refresh=\"").raw(kRefresh).raw("\"");
    }
    out.raw(R"(><a class="skip" href="#main">Skip to the content</a><header>)")
        .raw(R"(<a class="brand" href=")")
        .attribute(address_of(out.state()))
        .raw("\">")
        .raw(kMark)
        .raw("<span>robots status</span></a><nav aria-label=\"Views\"><ul>");
    append_way(out, frame.view, View::overview, {}, {}, "Overview");
    append_way(out, frame.view, View::explain, "view", "explain",
               "Explain a URL");
    out.raw("</ul></nav>");
    if (frame.refreshes) {
        append_refresh(out);
    }
    out.raw(R"(</header><main id="main" tabindex="-1">)");
    append_banners(out, out.server());
}

void close_frame(Markup& out, const model::Server& server) {
    out.raw("</main><footer><p>Times are UTC. The same as <a href=\"")
        .attribute(address_with(out.state(), "format", "json"))
        .raw(
            R"(">JSON</a> and for <a href="?format=prometheus">Prometheus</a>)")
        .raw(". ngx_http_robots_module ")
        .text(server.version)
        .raw(", policy ")
        .foreign(server.policy_file)
        .raw(".</p></footer><script>")
        .raw(kScript)
        .raw("</script></body></html>\n");
}

}  // namespace robots::status
