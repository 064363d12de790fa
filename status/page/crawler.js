// The view of one crawler, with its requests to all sites.

import { h } from "./dom.js";
import {
    ago, counted, crawlerLabel, duration, foreign, place, privateWord, when,
} from "./text.js";
import {
    empty, facts, fetchesCell, figure, gradesOf, identityCell, identityWords,
    intervalCell, lineColumns, lineText, section, sheet, siteLink, timesText,
    total,
} from "./cells.js";
import { tableOf } from "./table.js";
import { intervalChart, seriesChart } from "./chart.js";
import { alwaysAll, isAll, rangeOf } from "./range.js";
import { viewBar } from "./frame.js";
import { totalsOf, visitsSection } from "./view.js";
import { actLink } from "./acts.js";
import { violationsSection } from "./violations.js";
import { enforcementWords } from "./enforcement.js";
import { signatureWords } from "./signatures.js";

const figuresOf = (all, context) => {
    const { counts, impostors, delays } = all.crawler;
    const of = (...verdicts) => verdicts.reduce((sum, each) => sum +
        counts.verdicts[each] - impostors.verdicts[each], 0);
    return totalsOf(all.crawler, all, context, {
        note: isAll(context.range) ? `${duration(delays.seconds)} delayed `
            : null,
        before: () => [
            total({ name: "Disallowed", value: of("disallow") }),
            total({ name: "Too early",
                value: of("crawl_delay", "request_rate", "budget") }),
            total({ name: "Outside visit time", value: of("visit_time") })],
        sent: { name: "Sent" },
    });
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

// Says how to let nginx verify a crawler; null if nginx has already verified
// the crawler, or has found an impostor of it.
const verifyHint = ({ identities }) => identities.verified > 0 ||
    identities.impostor > 0 ? null : h("p", { class: "soft", id: "verify" },
    "To verify it, nginx must know its addresses or its reverse names: ",
    h("code", {}, "robotsctl sources update"), " fetches what its operator " +
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
    ["robots.txt", fetchesCell(crawler.fetches, server.time),
        crawler.fetches.requests
            ? `, ${timesText(crawler.fetches.requests)} in total` : null],
    ["Keeps to it", gradesOf(crawler.obedience)],
    ["Seen", "first ", when(crawler.first_seen), ", last ",
        ago(crawler.last_seen, server.time)],
    crawler.enforcement ? ["On " + crawler.busiest_site,
        enforcementWords(crawler)] : null,
]);

const sitesSection = (all, context) => visitsSection(all.sites, context, {
    id: "on-sites", title: "By site", label: "Visited sites",
    none: "No requests yet.", pages: { name: "sites", noun: "site" }, bytes: 0,
    first: { key: "site", title: "Site", text: true,
        cell: (row) => siteLink(context.state, row.site) },
    more: [
        { key: "interval", title: "Interval",
            cell: (row) => intervalCell(row.median_interval, row.crawl_delay) },
        { key: "identity", title: "Identity", text: true,
            cell: (row) => [identityCell(row.identity), row.signatures
                ? h("small", {}, " signatures: ",
                    signatureWords(row.signatures)) : null] },
    ],
    actOf: (row) => actLink(context.state, all.crawler.crawler, row.site),
});

const rulesOf = (row, at, context) => h("details", {
    class: "rules", id: `rules-${at + 1}`, open: at === 0 },
h("summary", {}, h("b", {}, foreign(row.site)), " ",
    row.group === null ? "no group applies, everything is allowed"
        : [h("code", {}, "User-agent: ", foreign(row.group)),
            privateWord(row), " ", h("span", { class: "soft" },
                counted(row.group_rules.total, "line"))]),
row.group === null ? null : tableOf({ id: `rules-of-${at + 1}`,
    label: `Lines of its group on ${row.site}`, columns: [
        { key: "rule", title: "Line", text: true,
            cell: (rule) => lineText(rule.rule) },
        { key: "requests", title: "Decided",
            cell: (rule) => figure(rule.requests) },
        { key: "place", title: "In the policy", text: true,
            cell: (rule) => place(rule.place, context.server.policy.file) },
    ] }, row.group_rules.rows, context));

const rulesSection = (all, context) => all.sites.rows.length === 0 ? null
    : section("rules", "Lines that apply",
        sheet(all.sites.rows.map((row, at) => rulesOf(row, at, context))));

/**
 * @param {Object} all the JSON of a crawler
 * @param {Object} context `state`, and `drawn`: how many rows of each table
 */
export const crawlerOf = (all, context) => {
    const { crawler } = all;
    const range = rangeOf(context.state, all.server);
    const of = { crawler: crawler.crawler };
    const around = { ...context, server: all.server, range, of };
    return [
        h("p", { class: "crumb" }, "Crawler"),
        viewBar(context.state, all.server, h("h1", {},
            foreign(crawlerLabel(crawler.crawler)), " ",
            actLink(context.state, crawler.crawler, crawler.busiest_site))),
        figuresOf(all, around),
        seriesChart("requests", all.series, context.state, all.server),
        h("section", { "aria-labelledby": "who" },
            h("h2", { id: "who" }, "Identity and intervals"),
            h("div", { class: "pair" }, factsOf(all),
                intervalChart(all.intervals, crawler.crawl_delay))),
        section("broken", ["Violated lines", alwaysAll(range)], sheet(all.rules.length
            ? tableOf({ id: "broken-lines", label: "Lines by violations",
                columns: lineColumns(around, true) }, all.rules, around)
            : empty("None."))),
        violationsSection(all.last_violations, around, of),
        sitesSection(all, around),
        rulesSection(all, around),
    ];
};
