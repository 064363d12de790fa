// One crawler on all sites.

import { h } from "./dom.js";
import { ago, counted, crawlerLabel, duration, foreign, octets, place, when } from "./text.js";
import {
    bytesCell, empty, facts, fetchesCell, figure, identityCell, identityWords,
    intervalCell, lineColumns, lineText, section, sheet, siteLink, timesText,
    total, treatedTotals, visitColumns, wouldBe,
} from "./cells.js";
import { pagesOf, tableOf } from "./table.js";
import { intervalChart, seriesChart } from "./chart.js";
import { queriesOf } from "./queries.js";
import { alwaysAll, isAll, rangeOf, treatedIn, treatedOf } from "./range.js";
import { viewBar } from "./frame.js";
import { actLink } from "./acts.js";
import { violationsSection } from "./violations.js";
import { enforcementWords } from "./enforcement.js";
import { signatureWords } from "./signatures.js";

const totalsOf = ({ crawler, server, series }, { range, state }) => {
    const { requests, impostors } = crawler;
    const { verdicts } = requests;
    const all = isAll(range);
    const counts = all ? treatedOf(crawler, range) : treatedIn(series, range);
    const query = queriesOf(state, range, { crawler: crawler.crawler });
    const early = (of) => of.verdicts.crawl_delay + of.verdicts.request_rate;
    const would = (action) => all ? wouldBe(server, requests, action) : null;
    return h("dl", { class: "totals sheet", id: "totals" },
        treatedTotals(counts, { query, notes: {
            delayed: [all ? duration(crawler.delayed.seconds) : null, " ",
                would("throttle")],
            refused: would("reject") } }),
        !all ? null : [
            total({ name: "Disallowed", value: verdicts.disallowed -
                impostors.verdicts.disallowed }),
            total({ name: "Too early",
                value: early(requests) - early(impostors) }),
            total({ name: "Outside visit time", value: verdicts.visit_time -
                impostors.verdicts.visit_time }),
            total({ name: "Sent", value: octets(crawler.bytes),
                query: query.bytes })]);
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

// How a crawler of which nothing is known becomes verifiable.
const verifyHint = ({ identities }) => identities.verified > 0 ||
    identities.impostor > 0 ? null : h("p", { class: "soft", id: "verify" },
    "To verify it, nginx must know its addresses or its reverse names: ",
    h("code", {}, "robotsctl identity update"), " fetches what its operator " +
    "publishes, or write ", h("code", {}, "ranges"), " or ",
    h("code", {}, "rdns"), " under ", h("code", {}, "crawlers:"),
    ". To ask for reverse names, nginx needs a ", h("code", {}, "resolver"),
    ".");

const factsOf = ({ crawler, server }) => facts([
    crawler.category ? ["Category", foreign(crawler.category)] : null,
    crawler.operator || isWeb(crawler.docs)
        ? ["Operator", operatorOf(crawler)] : null,
    ["Identity", identitiesOf(crawler), verifyHint(crawler)],
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
    const table = { id: "visits", label: "Visited sites", dense: true, columns: [
        { key: "site", title: "Site", text: true,
            cell: (row) => siteLink(state, row.site) },
        ...visitColumns(server),
        { key: "bytes", title: "Sent", cell: (row) => bytesCell(row, 0) },
        { key: "fetched", title: "robots.txt",
            cell: (row) => fetchesCell(row.robots_txt, server.time) },
        { key: "interval", title: "Interval",
            cell: (row) => intervalCell(row.median_interval, row.crawl_delay) },
        { key: "identity", title: "Identity", text: true,
            cell: (row) => [identityCell(row.identity), row.signatures
                ? h("small", {}, " signatures: ",
                    signatureWords(row.signatures)) : null] },
        { key: "seen", title: "Last seen",
            cell: (row) => ago(row.last_seen, server.time) },
        { key: "act", title: "", cell: (row) =>
            actLink(state, all.crawler.crawler, row.site) },
    ] };
    return section("on-sites", ["By site", alwaysAll(context.range)],
        sheet(all.sites.rows.length
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

/**
 * @param {Object} all the JSON of a crawler
 * @param {Object} context what tables need
 */
export const crawlerOf = (all, context) => {
    const range = rangeOf(context.state, all.server);
    const around = { ...context, server: all.server, range };
    const { crawler } = all;
    return [
        h("p", { class: "crumb" }, "Crawler"),
        viewBar(context.state, all.server, h("h1", {},
            foreign(crawlerLabel(crawler.crawler)), " ",
            actLink(context.state, crawler.crawler, crawler.busiest_site))),
        totalsOf(all, around),
        seriesChart("requests", all.series, context.state, all.server),
        h("section", { "aria-labelledby": "who" },
            h("h2", { id: "who" }, "Identity and intervals"),
            h("div", { class: "pair" }, factsOf(all),
                intervalChart(all.intervals, crawler.crawl_delay))),
        section("broken", ["Violated lines", alwaysAll(range)], sheet(all.lines.length
            ? tableOf({ id: "broken-lines", label: "Lines by violations",
                columns: lineColumns(around, true) }, all.lines, around)
            : empty("None."))),
        violationsSection(all.violations, around,
            { crawler: crawler.crawler }),
        visitsSection(all, around),
        rulesSection(all, around),
    ];
};
