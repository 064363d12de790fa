#include "status/page/frame.hpp"
#include "status/page/overview.hpp"
#include "status/page/page.hpp"

namespace robots::status {

namespace {

using model::Explanation;
using model::Question;

// One field of the form.
struct Field {
    std::string_view name;   // of the parameter, and of the element
    std::string_view label;  // what people read
    std::string_view value;
    std::string_view style;  // classes: its share of the width
    std::string_view more;   // further attributes
};

void append_field(Markup& out, const Field& field) {
    out.raw("<div class=\"").raw(field.style).raw("\"><label for=\"");
    out.raw(field.name).raw("\">").raw(field.label);
    out.raw(R"(</label><input class="mono" id=")").raw(field.name);
    out.raw("\" name=\"").raw(field.name).raw("\" value=\"");
    out.attribute(field.value);
    out.raw(R"(" autocomplete="off" autocapitalize="none" spellcheck=")");
    out.raw("false\" ").raw(field.more).raw("></div>");
}

void append_schemes(Markup& out, std::string_view chosen) {
    out.raw(R"(<div class="w2"><label for="scheme">Scheme</label>)");
    out.raw(R"(<select id="scheme" name="scheme">)");
    for (const std::string_view scheme : {"https", "http"}) {
        out.raw(scheme == chosen ? "<option selected>" : "<option>");
        out.raw(scheme).raw("</option>");
    }
    out.raw("</select></div>");
}

void append_form(Markup& out, const Question& question) {
    out.raw(R"(<form class="sheet ask" aria-label="Explain a URL">)");
    out.raw(R"(<input type="hidden" name="view" value="explain">)");
    if (out.state().paused) {
        out.raw(R"(<input type="hidden" name="refresh" value="off">)");
    }
    append_schemes(out, question.scheme);
    append_field(out, {"host", "Host", question.host, "w7", "required"});
    append_field(out, {"port", "Port", question.port, "w3",
                       R"(inputmode="numeric" placeholder="the scheme's")"});
    append_field(out, {"path", "Path and query", question.path, "w8",
                       "placeholder=\"/\""});
    append_field(out, {"address", "Client address", question.address, "w4",
                       "placeholder=\"unknown\""});
    append_field(out, {"user_agent", "User-Agent, or a product token",
                       question.user_agent, "w10", "required"});
    out.raw(R"(<div class="w2 go"><button class="main">Explain</button>)");
    out.raw("</div></form>");
}

void append_row(Markup& out, std::string_view name) {
    out.raw("<dt>").raw(name).raw("</dt><dd>");
}

// The verdict in large, in the colour of its action.
void append_verdict(Markup& out, const Explanation& answer) {
    std::string_view style = "good";
    if (!answer.judged) {
        style = "soft";
    } else if (answer.action == "reject") {
        style = "refused";
    } else if (answer.action == "throttle") {
        style = "caution";
    } else if (answer.verdict != to_string(Violation::none)) {
        style = "broke";
    }
    out.raw(R"(<p class="verdict"><b class=")").raw(style).raw("\">");
    out.text(answer.judged ? answer.verdict : "not judged");
    out.raw("</b><span>");
    const std::string_view action = answer.judged ? answer.action : "pass";
    if (action == "reject") {
        out.raw("It is refused with status ").number(answer.status).raw(".");
    } else if (action == "throttle" && answer.wait != 0) {
        out.raw("It is delayed for ").duration(answer.wait);
        out.raw(", then it passes.");
    } else if (action == "log") {
        out.raw("It is logged, and passes.");
    } else {
        out.raw("It passes.");
    }
    out.raw("</span></p>");
}

void append_crawler_row(Markup& out, const Explanation& answer) {
    append_row(out, "Crawler");
    if (answer.crawler.empty()) {
        out.raw("none: the header names no crawler</dd>");
        return;
    }
    out.crawler(answer.crawler, answer.crawler_listed);
    if (!answer.category.empty()) {
        out.raw(" <span class=\"soft\">").text(answer.category);
        out.raw("</span>");
    }
    out.raw("</dd>");
    append_row(out, "Identity");
    out.text(answer.identity).raw("</dd>");
}

void append_rule_row(Markup& out, const Explanation& answer) {
    append_row(out, "Group");
    if (answer.group.empty()) {
        out.raw("none applies</dd>");
    } else {
        out.raw("<span class=\"mono\">User-agent: ");
        out.foreign(answer.group).raw("</span></dd>");
    }
    append_row(out, "Rule");
    if (answer.rule.empty()) {
        out.raw("none matches");
    } else {
        out.raw("<code>").foreign(answer.rule).raw("</code>");
    }
    if (!answer.place.empty()) {
        out.raw(" <span class=\"mono soft\">").place(answer.place);
        out.raw("</span>");
    }
    out.raw("</dd>");
}

void append_budget_row(Markup& out, const Explanation& answer) {
    append_row(out, "Budget");
    if (!answer.next_request_in) {
        out.raw(answer.action == "reject"
                    ? "not charged: the request is refused</dd>"
                    : "none: no limit applies</dd>");
        return;
    }
    if (answer.crawl_delay) {
        out.raw("one request per ").duration(*answer.crawl_delay).raw("; ");
    }
    if (*answer.next_request_in == 0) {
        out.raw("next request allowed now</dd>");
    } else {
        out.raw("next request allowed in ").duration(*answer.next_request_in);
        out.raw("</dd>");
    }
}

void append_answer(Markup& out, const Explanation& answer) {
    out.raw(R"(<section aria-labelledby="answer"><h2 id="answer">Answer)");
    out.raw("</h2><div class=\"sheet\">");
    append_verdict(out, answer);
    out.raw("<dl class=\"facts\">");
    append_row(out, "Request");
    out.raw("<span class=\"mono\">")
        .foreign(answer.question.path.empty() ? "/" : answer.question.path);
    out.raw("</span></dd>");
    append_row(out, "Sent by");
    out.raw("<span class=\"mono\">").foreign(answer.question.user_agent);
    out.raw("</span></dd>");
    append_row(out, "Site");
    if (answer.site.empty()) {
        out.raw("none claims this host, and there is no default</dd>");
    } else {
        out.site(answer.site, answer.site_listed).raw("</dd>");
    }
    if (!answer.revision.empty()) {
        append_row(out, "Revision");
        out.raw("<span class=\"mono\">").foreign(answer.revision);
        out.raw("</span></dd>");
    }
    append_crawler_row(out, answer);
    if (answer.judged) {
        append_rule_row(out, answer);
        append_budget_row(out, answer);
    }
    out.raw("</dl></div></section>");
}

}  // namespace

void append_page(std::string& html, const Explanation& answer,
                 const PageState& state) {
    Markup out(html, state, answer.server);
    open_frame(out, {"Explain a URL", View::explain, false});
    out.raw(
        "<h1>Explain a URL</h1><p class=\"lead\">What would happen to this "
        "request now, with the running policy and the current budgets. "
        "Asking changes nothing and charges nobody.</p>");
    append_form(out, answer.question);
    if (!answer.error.empty()) {
        out.raw(R"(<p class="sheet empty refused" role="alert">)");
        out.foreign(answer.error).raw("</p>");
    } else if (answer.asked) {
        append_answer(out, answer);
    }
    close_frame(out, answer.server);
}

void append_not_found(std::string& html, const model::Server& server,
                      const PageState& state) {
    Markup out(html, state, server);
    open_frame(out, {"Not found", state.query.view, false});
    out.raw("<h1>Not found</h1><p class=\"lead\">The policy has no ");
    out.raw(state.query.view == View::crawler ? "crawler " : "site ");
    out.foreign(state.query.name);
    out.raw(". <a href=\"");
    out.attribute(address_of(state)).raw("\">Overview</a></p>");
    close_frame(out, server);
}

}  // namespace robots::status
