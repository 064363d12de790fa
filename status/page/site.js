// The view of one site: its robots.txt, and the crawlers that visit it.

import { h } from "./dom.js";
import { ago, foreign, place, plain, siteLabel, when } from "./text.js";
import {
    crawlerLink, empty, facts, figure, identityCell, section, sheet, timesText,
    total, violationsOf,
} from "./cells.js";
import { pagesOf, tableOf } from "./table.js";
import { seriesChart } from "./chart.js";
import { rangeOf } from "./range.js";
import { viewBar } from "./frame.js";
import { totalsOf, visitsSection } from "./view.js";
import { actLink } from "./acts.js";
import { violationsSection } from "./violations.js";
import { enforcementWords, siteWords } from "./enforcement.js";
import { signatureWords } from "./signatures.js";

const figuresOf = (all, context) => totalsOf(all.site, all, context, {
    before: () => [
        total({ name: "Crawlers", value: all.site.crawlers }),
        total({ name: "Violations", value: violationsOf(all.site.counts) })],
    sent: { name: "Sent to crawlers" },
});

// What the status of a robots.txt answer means to a crawler (RFC 9309, 2.3.1).
const meanings = {
    200: "200, served", 206: "206, a part", 304: "304, not modified",
    404: "404, everything is allowed", 405: "405, not GET or HEAD",
    416: "416, range not in the file",
    503: "503, everything is disallowed for now",
};

const isGood = (status) => [200, 206, 304].includes(status);

const answersOf = (answers) => answers.length === 0 ? "none yet"
    : answers.map(({ status, count }, at) => [at ? h("br") : null,
        h("span", { class: isGood(status) ? null : "refused" },
            `${timesText(count)} ${status === null ? "other"
                : meanings[status] ?? status}`)]);

const factsOf = ({ site, place: at, answers, server }) => facts([
    ["Revision", h("span", { class: "mono" }, foreign(site.revision ?? "–"))],
    ["In effect since", when(site.effective_since), ", ",
        ago(site.effective_since, server.time)],
    ["Policy now", siteWords(site)],
    at ? ["In the policy", place(at, server.policy.file)] : null,
    site.suspended
        ? ["Crawling", h("span", { class: "caution" }, "suspended")] : null,
    ["Answers", answersOf(answers)],
]);

const crawlersSection = (all, context) => visitsSection(all.visits, context, {
    id: "visitors", title: "Crawlers on this site",
    label: "Requests by crawler", none: "No requests from crawlers yet.",
    pages: { name: "visits", noun: "crawler" }, bytes: all.site.bytes,
    first: { key: "crawler", title: "Crawler", text: true, cell: (row) => [
        crawlerLink(context.state, row.crawler, !row.crawler.startsWith("(")),
        h("small", {}, " ", foreign(row.category), " · ",
            identityCell(row.identity), row.signatures
                ? [" · signatures: ", signatureWords(row.signatures)]
                : null)] },
    more: [{ key: "group", title: "Policy now", text: true,
        cell: (row) => enforcementWords(row) }],
    actOf: (row) => actLink(context.state, row.crawler, all.site.site),
});

// ---- robots.txt ------------------------------------------------------------

const wildcards = (value) => value.split(/(\*|\$(?=\s*$))/)
    .map((part) => part === "*" || part === "$"
        ? h("span", { class: "wild" }, part) : plain(part));

const valueText = (kind, value) => {
    if (kind === "allow" || kind === "disallow") {
        return wildcards(value);
    }
    return kind === "user_agent"
        ? h("span", { class: "agent" }, plain(value)) : plain(value);
};

// A "#" begins a comment anywhere in a line (RFC 9309, 2.2).
const lineOf = ({ kind, text }) => {
    const end = text.includes("#") ? text.indexOf("#") : text.length;
    const code = text.slice(0, end);
    const colon = code.indexOf(":");
    return h("bdi", {},
        colon < 0 ? plain(code)
            : [h("span", { class: "key" }, plain(code.slice(0, colon + 1))),
                valueText(kind, code.slice(colon + 1))],
        end < text.length
            ? h("span", { class: "note" }, plain(text.slice(end))) : null);
};

const isHit = (line) => line.requests > 0 && line.kind !== "allow";

/** The lead of the robots.txt: whether and how the site serves this text. */
const leadOf = ({ suspended, publisher }) => {
    if (suspended) {
        return "Not served while the site is suspended.";
    }
    if (publisher === "nobody") {
        return "Not served: the policy says that robots.txt is answered with " +
            "404.";
    }
    const decided = "Decided: requests that the line decided about.";
    return publisher === "application"
        ? "The application publishes robots.txt. This is what the policy " +
            `would serve; its rules are enforced. ${decided}`
        : `As it is served now. ${decided}`;
};

const textSection = (all, context) => section("text", "robots.txt",
    h("p", { class: "lead" }, leadOf(all.site)),
    h("div", { class: "sheet lines" }, all.lines.rows.length
        ? [tableOf({ id: "text-lines", label: "robots.txt by line",
            whole: true,
            style: (line) => isHit(line) ? "hit" : "",
            columns: [
                { key: "number", title: "No.", cell: (line) => line.number },
                { key: "requests", title: "Decided", cell: (line) =>
                    line.requests === null ? null : figure(line.requests) },
                { key: "text", title: "Line", text: true, cell: lineOf },
                { key: "place", title: "In the policy", text: true,
                    cell: (line) =>
                        place(line.place, context.server.policy.file) },
            ] }, all.lines.rows, context),
        pagesOf("lines", all.lines, "line", context.state)]
        : empty("The file is empty.")));

/**
 * @param {Object} all the JSON of a site
 * @param {Object} context as in tableOf()
 */
export const siteOf = (all, context) => {
    const range = rangeOf(context.state, all.server);
    const of = { site: all.site.site };
    const around = { ...context, server: all.server, range, of };
    return [
        h("p", { class: "crumb" }, "Site"),
        viewBar(context.state, all.server, h("h1", {},
            foreign(siteLabel(all.site.site)), " ",
            all.site.listed ? actLink(context.state, "*", all.site.site)
                : null)),
        figuresOf(all, around),
        seriesChart("requests", all.series, context.state, all.server),
        factsOf(all),
        crawlersSection(all, around),
        violationsSection(all.last_violations, around, of),
        textSection(all, around),
    ];
};
