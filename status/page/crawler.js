// One crawler on all sites.

import { h } from "./dom.js";
import { ago, counted, crawlerLabel, duration, foreign, octets, place, when } from "./text.js";
import {
    bytesCell, delayedCell, empty, facts, fetchesCell, figure, identityCell,
    identityWords, intervalCell, lineColumns, lineText, refusedCell, section,
    sheet, siteLink, timesText, total, violationsCell, wouldBe,
} from "./cells.js";
import { pagesOf, tableOf } from "./table.js";
import { intervalChart, seriesChart } from "./chart.js";
import { queriesOf } from "./queries.js";
import { adviceOf } from "./advice.js";
import { crawlerAdvice } from "./yaml.js";
import { violationsSection } from "./violations.js";
import { enforcementWords } from "./enforcement.js";
import { signatureWords } from "./signatures.js";

const totalsOf = ({ crawler, server }) => {
    const { requests } = crawler;
    const query = queriesOf({ crawler: crawler.crawler });
    const { verdicts } = requests;
    return h("dl", { class: "totals sheet", id: "totals" },
        total({ name: "Requests", value: requests.total,
            query: query.requests }),
        total({ name: "Disallowed", value: verdicts.disallowed,
            query: query.violations }),
        total({ name: "Too early",
            value: verdicts.crawl_delay + verdicts.request_rate }),
        total({ name: "Outside visit time", value: verdicts.visit_time }),
        total({ name: "Delayed", value: crawler.delayed.requests,
            style: "caution",
            notes: [duration(crawler.delayed.seconds),
                wouldBe(server, requests, "throttle")],
            query: query.delayed }),
        total({ name: "Refused", value: requests.actions.reject,
            style: "refused", notes: [wouldBe(server, requests, "reject")],
            query: query.refused }),
        total({ name: "By impostors", value: crawler.impostors.total,
            style: "impostor", query: query.impostors }),
        total({ name: "Sent", value: octets(crawler.bytes),
            query: query.bytes }));
};

const isWeb = (address) => /^https?:\/\//i.test(address ?? "");

const operatorOf = ({ operator, docs }) => [
    operator ? foreign(operator) : null,
    isWeb(docs) ? [operator ? ", " : null, h("a", { href: docs,
        rel: "noopener noreferrer" }, "its page")] : null,
];

const identitiesOf = ({ identities }) => {
    const known = ["verified", "unverifiable", "impostor"]
        .filter((identity) => identities[identity] > 0);
    return known.length === 0 ? "none yet" : known.map((identity, at) => [
        at ? ", " : null, figure(identities[identity]),
        ` ${identityWords[identity]}`]);
};

const factsOf = ({ crawler, server }) => facts([
    crawler.category ? ["Category", foreign(crawler.category)] : null,
    crawler.operator || isWeb(crawler.docs)
        ? ["Operator", operatorOf(crawler)] : null,
    ["Identity", identitiesOf(crawler)],
    crawler.signatures
        ? ["Signatures", signatureWords(crawler.signatures)] : null,
    ["robots.txt", fetchesCell(crawler.robots_txt, server.time),
        crawler.robots_txt.count
            ? `, ${timesText(crawler.robots_txt.count)} in total` : null],
    ["Seen", "first ", when(crawler.first_seen), ", last ",
        ago(crawler.last_seen, server.time)],
    crawler.enforcement ? ["On " + crawler.busiest_site,
        enforcementWords(crawler)] : null,
]);

const visitsSection = (all, context) => {
    const { state, server } = context;
    const table = { id: "visits", label: "Visited sites", columns: [
        { key: "site", title: "Site", text: true,
            cell: (row) => siteLink(state, row.site) },
        { key: "requests", title: "Requests",
            cell: (row) => figure(row.requests.total) },
        { key: "violations", title: "Violations",
            cell: (row) => violationsCell(row.requests) },
        { key: "delayed", title: "Delayed",
            cell: (row) => delayedCell(server, row) },
        { key: "refused", title: "Refused",
            cell: (row) => refusedCell(server, row) },
        { key: "bytes", title: "Sent", cell: (row) => bytesCell(row, 0) },
        { key: "fetched", title: "robots.txt",
            cell: (row) => fetchesCell(row.robots_txt, server.time) },
        { key: "interval", title: "Median interval",
            cell: (row) => intervalCell(row.median_interval, row.crawl_delay) },
        { key: "identity", title: "Identity", text: true,
            cell: (row) => [identityCell(row.identity), row.signatures
                ? h("small", {}, "signatures: ",
                    signatureWords(row.signatures)) : null] },
        { key: "seen", title: "Last seen",
            cell: (row) => ago(row.last_seen, server.time) },
    ] };
    return section("on-sites", "By site", sheet(all.sites.rows.length
        ? [tableOf(table, all.sites.rows, context),
            pagesOf("sites", all.sites, "site", state)]
        : empty("No requests yet.")));
};

const rulesOf = (row, at, context) => h("details", {
    class: "rules", id: `rules-${at + 1}`, open: at === 0 },
h("summary", {}, h("b", {}, foreign(row.site)), " ",
    row.group === null ? "no group applies, everything is allowed"
        : [h("code", {}, "User-agent: ", foreign(row.group)), " ",
            h("span", { class: "soft" }, counted(row.rules.total, "line"))]),
row.group === null ? null : tableOf({ id: `rules-of-${at + 1}`,
    label: `Lines of its group on ${row.site}`, columns: [
        { key: "line", title: "Line", text: true,
            cell: (rule) => lineText(rule.line) },
        { key: "hits", title: "Decided", cell: (rule) => figure(rule.hits) },
        { key: "place", title: "In the policy", text: true,
            cell: (rule) => place(rule.place, context.server.policy.file) },
    ] }, row.rules.rows, context));

const rulesSection = (all, context) => all.sites.rows.length === 0 ? null
    : section("rules", "Lines that apply",
        sheet(all.sites.rows.map((row, at) => rulesOf(row, at, context))));

const actSection = ({ crawler }) => {
    const advice = adviceOf("act", crawler.crawler,
        crawlerAdvice(crawler.crawler, crawler.group,
            crawler.busiest_site));
    return advice && section("what-to-do", "What to do", sheet(advice));
};

/**
 * @param {Object} all the JSON of a crawler
 * @param {Object} context what tables need
 */
export const crawlerOf = (all, context) => {
    const around = { ...context, server: all.server };
    const { crawler } = all;
    return [
        h("p", { class: "crumb" }, "Crawler"),
        h("h1", {}, foreign(crawlerLabel(crawler.crawler))),
        totalsOf(all),
        seriesChart("requests", all.series, context.state),
        h("section", { "aria-labelledby": "who" },
            h("h2", { id: "who" }, "Identity and intervals"),
            h("div", { class: "pair" }, factsOf(all),
                intervalChart(all.intervals, crawler.crawl_delay))),
        actSection(all),
        section("broken", "Violated lines", sheet(all.lines.length
            ? tableOf({ id: "broken-lines", label: "Lines by violations",
                columns: lineColumns(around, true) }, all.lines, around)
            : empty("None."))),
        violationsSection(all.violations, around,
            { crawler: crawler.crawler }),
        visitsSection(all, around),
        rulesSection(all, around),
    ];
};
