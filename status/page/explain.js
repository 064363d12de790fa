// The view "Explain a URL": says what would happen to a request now.

import { h } from "./dom.js";
import { duration, foreign, place, privateWord } from "./text.js";
import { isPaused } from "./frame.js";
import { signatureWord } from "./signatures.js";
import { alsoWords } from "./violations.js";
import { crawlerLink, facts, section, sheet, siteLink } from "./cells.js";

const field = (question, { name, label, style, ...more }) =>
    h("div", { class: style },
        h("label", { for: name }, label),
        h("input", { class: "mono", id: name, name, autocomplete: "off",
            autocapitalize: "none", spellcheck: "false",
            value: question[name], ...more }));

const headersField = (question) => h("div", { class: "w12" },
    h("label", { for: "headers" }, "Headers of a signed request, one a line " +
        "(Signature, Signature-Input, Signature-Agent)"),
    h("textarea", { class: "mono", id: "headers", name: "headers", rows: 2,
        autocomplete: "off", autocapitalize: "none", spellcheck: "false",
        placeholder: "none" }, question.headers));

const schemes = (chosen) => h("div", { class: "w2" },
    h("label", { for: "scheme" }, "Scheme"),
    h("select", { id: "scheme", name: "scheme" }, ["https", "http"]
        .map((scheme) => h("option", { selected: scheme === chosen }, scheme))));

const form = (question, state) => h("form", { class: "sheet ask",
    id: "ask", "aria-label": "Explain a URL", "data-go": true },
h("input", { type: "hidden", name: "view", value: "explain" }),
isPaused(state)
    ? h("input", { type: "hidden", name: "refresh", value: "off" }) : null,
schemes(question.scheme || "https"),
field(question, { name: "host", label: "Host", style: "w7", required: true }),
field(question, { name: "port", label: "Port", style: "w3",
    inputmode: "numeric", placeholder: "the scheme's" }),
field(question, { name: "path", label: "Path and query", style: "w8",
    placeholder: "/" }),
field(question, { name: "address", label: "Client address", style: "w4",
    placeholder: "unknown" }),
field(question, { name: "user_agent", style: "w12",
    label: "User-Agent, or a product token" }),
headersField(question),
h("div", { class: "go" }, h("button", { class: "main" }, "Explain")));

const styleOf = ({ judged, action, verdict }) => {
    if (!judged) {
        return "soft";
    }
    return { reject: "refused", throttle: "caution" }[action] ??
        (verdict === "allow" ? "good" : "caution");
};

const deedOf = ({ judged, action, status, wait }) => {
    if (judged && action === "reject") {
        return `It is refused with status ${status}.`;
    }
    if (judged && action === "throttle" && wait > 0) {
        return `It is delayed for ${duration(wait)}, then it passes.`;
    }
    return judged && action === "log" ? "It is logged, and passes."
        : "It passes.";
};

const budgetOf = (answer) => {
    if (answer.next_request_in === null) {
        return answer.action === "reject"
            ? "not charged: the request is refused"
            : "none: no limit applies";
    }
    const each = answer.crawl_delay === null ? ""
        : `one request per ${duration(answer.crawl_delay)}; `;
    return each + (answer.next_request_in === 0 ? "next request allowed now"
        : `next request allowed in ${duration(answer.next_request_in)}`);
};

const mono = (text) => h("span", { class: "mono" }, foreign(text));

const answerOf = (answer, state) => section("answer", "Answer", sheet(
    h("p", { class: "verdict" },
        h("b", { class: styleOf(answer) },
            answer.judged ? answer.verdict : "not judged"),
        h("span", {}, deedOf(answer))),
    facts([
        ["Request", mono(answer.question.path || "/")],
        ["Sent by", mono(answer.question.user_agent)],
        ["Site", answer.site ? siteLink(state, answer.site, true)
            : "none claims this host, and there is no default"],
        answer.revision ? ["Revision", mono(answer.revision)] : null,
        ["Crawler", answer.crawler
            ? [crawlerLink(state, answer.crawler, answer.listed), " ",
                h("span", { class: "soft" }, foreign(answer.category ?? ""))]
            : "none: the header names no crawler"],
        answer.crawler ? ["Identity", answer.identity] : null,
        answer.signature ? ["Signature", h("span", {
            class: answer.signature === "verified" ? "good" : "caution",
        }, signatureWord(answer.signature)), answer.signature_why
            ? [": ", foreign(answer.signature_why)] : null] : null,
        answer.judged ? ["Group", answer.group
            ? [h("span", { class: "mono" }, "User-agent: ",
                foreign(answer.group)), privateWord(answer)]
            : "none applies"] : null,
        answer.judged ? ["Rule", answer.rule
            ? [h("code", {}, foreign(answer.rule)), " ",
                place(answer.place, answer.server.policy.file)]
            : "none matches"] : null,
        answer.judged && alsoWords(answer)
            ? ["Breaks", alsoWords(answer)] : null,
        answer.judged && answer.caps.length ? ["Not enforced",
            answer.caps.map(({ text }, at) => [at ? h("br") : null,
                foreign(text)])] : null,
        answer.judged ? ["Budget", budgetOf(answer)] : null,
    ])));

const isAsked = ({ question }) => question.host || question.user_agent;

/**
 * @param {Object} all the JSON of `view=explain`
 * @param {Object} context with the `state`
 */
export const explainOf = (all, { state }) => [
    h("h1", {}, "Explain a URL"),
    h("p", { class: "lead" }, "What would happen to this request now, with " +
        "the running policy and the current budgets. Asking changes nothing " +
        "and charges nobody."),
    form(all.question, state),
    all.error === undefined ? answerOf(all, state)
        : isAsked(all) ? h("p", { class: "sheet empty refused", role: "alert" },
            foreign(all.error)) : null,
];
