// The overview: totals, the last hours, all crawlers and all sites.

import { h } from "./dom.js";
import {
    ago, count, counted, crawlerLabel, foreign, octets, share, when,
} from "./text.js";
import { valueOf } from "./state.js";
import {
    bytesCell, crawlerLink, delayedCell, empty, fetchesCell, figure,
    intervalCell, lineColumns, refusedCell, section, sheet, siteLink, total,
    violationsCell, violationsOf, wouldBe,
} from "./cells.js";
import { sorted, tableOf } from "./table.js";
import { seriesChart } from "./chart.js";
import { queriesOf } from "./queries.js";
import { adviceOf } from "./advice.js";
import { crawlerAdvice, impostorAdvice, nameAdvice, siteAdvice } from "./yaml.js";
import { enforcementWords, siteWords } from "./enforcement.js";
import { fleetSection } from "./fleet.js";
import { signedOf } from "./signatures.js";

const totalsOf = ({ totals, server }, { crawlers }) => {
    const { requests } = totals;
    const query = queriesOf();
    const signed = signedOf(totals.signatures);
    const impostors = crawlers.reduce(
        (all, row) => all + row.impostors.total, 0);
    return h("dl", { class: "totals sheet", id: "totals" },
        total({ name: "Crawl requests", value: requests.total,
            notes: ["from crawlers, judged"], query: query.requests }),
        total({ name: "Violations", value: violationsOf(requests),
            notes: [share(violationsOf(requests), requests.total)],
            query: query.violations }),
        total({ name: "Delayed", value: totals.delayed.requests,
            style: "caution",
            notes: [`${count(totals.delayed_now)} now`,
                wouldBe(server, requests, "throttle")],
            query: query.delayed }),
        total({ name: "Refused", value: requests.actions.reject,
            style: "refused",
            notes: [share(requests.actions.reject, requests.total),
                wouldBe(server, requests, "reject")],
            query: query.refused }),
        total({ name: "By impostors", value: impostors, style: "impostor",
            notes: ["among the requests"], query: query.impostors }),
        signed.all ? total({ name: "Signed", value: signed.all,
            notes: [signed.failed ? `${count(signed.failed)} prove nothing`
                : "all verified"], query: query.signed }) : null,
        total({ name: "Sent to crawlers", value: octets(totals.bytes),
            query: query.bytes }),
        total({ name: "robots.txt", value: totals.robots_txt,
            notes: ["requests answered"], query: query.robotsTxt }));
};

// ---- crawlers --------------------------------------------------------------

const noteOf = (row) => row.crawler === "(unlisted)"
    ? "recognised by the shape of the header"
    : [row.category, row.operator].filter(Boolean).join(" · ");

const signedNote = ({ signatures }) => {
    const { all, failed } = signedOf(signatures);
    return all === 0 ? null : h("small", { class: failed ? "caution" : null },
        failed ? `${count(failed)} of ${count(all)} signatures prove nothing`
            : `${count(all)} signed`);
};

const verifiedCell = (row) => [row.identities.verified
    ? h("span", { class: "good" },
        `${share(row.identities.verified, row.genuine.total)} verified`)
    : h("span", { class: "nil" }, "not verifiable"), signedNote(row)];

// What the policy does now about one that was seen on a site.
const nowOf = (row, site) => site && !site.startsWith("(")
    ? ["On ", foreign(site), ": ", enforcementWords(row), "."] : null;

const crawlerTable = ({ state, server, totals }) => ({
    id: "crawlers", label: "Crawlers", sort: "sort", usual: "-requests",
    keyOf: (row) => row.crawler,
    columns: [
        { key: "name", title: "Crawler", text: true,
            value: (row) => crawlerLabel(row.crawler),
            cell: (row) => [crawlerLink(state, row.crawler, row.listed),
                h("small", {}, foreign(noteOf(row))),
                adviceOf(`act-crawler-${row.crawler}`, row.crawler,
                    row.listed ? crawlerAdvice(row.crawler, row.group,
                        row.busiest_site) : [],
                    nowOf(row, row.busiest_site))] },
        { key: "requests", title: "Requests",
            value: (row) => row.genuine.total,
            cell: (row) => figure(row.genuine.total) },
        { key: "violations", title: "Violations",
            value: (row) => violationsOf(row.genuine),
            cell: (row) => violationsCell(row.genuine) },
        { key: "delayed", title: "Delayed",
            value: (row) => row.delayed.requests,
            cell: (row) => delayedCell(server,
                { ...row, requests: row.genuine }) },
        { key: "refused", title: "Refused",
            value: (row) => row.genuine.would.reject,
            cell: (row) => refusedCell(server,
                { ...row, requests: row.genuine }) },
        { key: "bytes", title: "Sent", value: (row) => row.bytes,
            cell: (row) => bytesCell(row, totals.bytes) },
        { key: "fetched", title: "robots.txt",
            value: (row) => row.robots_txt.last,
            cell: (row) => fetchesCell(row.robots_txt, server.time) },
        { key: "interval", title: "Median interval",
            value: (row) => row.median_interval,
            cell: (row) => intervalCell(row.median_interval, row.crawl_delay) },
        { key: "identity", title: "Identity",
            value: (row) => row.identities.verified, cell: verifiedCell },
        { key: "seen", title: "Last seen", value: (row) => row.last_seen,
            cell: (row) => ago(row.last_seen, server.time) },
    ],
});

const matches = (row, state) => {
    const wanted = valueOf(state, "q").trim().toLowerCase();
    const category = valueOf(state, "category");
    return (!category || row.category === category) &&
        `${crawlerLabel(row.crawler)} ${noteOf(row)}`.toLowerCase()
            .includes(wanted);
};

const categoryChoice = (rows, chosen) => [
    h("label", { for: "category" }, "Category"),
    h("select", { id: "category", name: "category" },
        h("option", { value: "" }, "all"),
        [...new Set(rows.map((row) => row.category))].filter(Boolean).sort()
            .map((each) => h("option", { selected: each === chosen }, each))),
];

const filter = (rows, state) => h("form", { class: "filter", role: "search",
    "aria-label": "Crawlers", "data-filter": true },
h("label", { for: "q" }, "Name"),
h("input", { type: "search", id: "q", name: "q", dir: "auto",
    autocomplete: "off", spellcheck: "false", value: valueOf(state, "q") }),
categoryChoice(rows, valueOf(state, "category")));

// What comes under a crawler's name from elsewhere is not that crawler's.
const apart = (row) => {
    const less = (all, some) => Object.fromEntries(Object.entries(all)
        .map(([key, value]) => [key, typeof value === "number"
            ? value - some[key] : less(value, some[key])]));
    return { ...row, genuine: less(row.requests, row.impostors) };
};

const crawlersSection = (all, context) => {
    const rows = context.crawlers.map(apart)
        .filter((row) => row.genuine.total > 0 || row.impostors.total === 0);
    const shown = rows.filter((row) => matches(row, context.state));
    // Of very many, only the busiest are here at first.
    const known = rows.length + all.crawlers.total - context.crawlers.length;
    const table = crawlerTable(context);
    return h("section", { "aria-labelledby": "by-crawler" },
        h("div", { class: "bar" },
            h("h2", { id: "by-crawler" }, "By crawler ",
                h("span", { class: "soft" }, shown.length === known
                    ? count(known)
                    : `${count(shown.length)} of ${count(known)}`)),
            rows.length ? filter(rows, context.state) : null),
        sheet(rows.length
            ? tableOf(table, sorted(table, shown, context.state), context)
            : empty("No requests from crawlers yet.")));
};

const impostorsSection = (all, context) => {
    const rows = context.crawlers.filter((row) => row.impostors.total > 0);
    if (rows.length === 0) {
        return null;
    }
    const { state, server } = context;
    const table = { id: "impostors", label: "Whom impostors claim to be", columns: [
        { key: "name", title: "Claims to be", text: true,
            cell: (row) => [crawlerLink(state, row.crawler, row.listed),
                adviceOf(`act-impostors-${row.crawler}`,
                    `impostors of ${row.crawler}`,
                    row.listed ? impostorAdvice(row.crawler, row.group,
                        row.busiest_site) : [],
                    nowOf(row, row.busiest_site))] },
        { key: "requests", title: "Requests",
            cell: (row) => figure(row.impostors.total, "impostor") },
        { key: "violations", title: "Violations",
            cell: (row) => violationsCell(row.impostors) },
        { key: "refused", title: "Refused",
            cell: (row) => [figure(row.impostors.actions.reject, "refused"),
                wouldBe(server, row.impostors, "reject")] },
    ] };
    return section("by-impostor", "Impostors",
        h("p", { class: "lead" }, "Their addresses are not the operator’s. " +
            "They are not counted under the crawler’s name."),
        sheet(tableOf(table, rows, context)));
};

const unlistedSection = (all, context) => {
    const { state, server } = context;
    if (all.unlisted.length === 0) {
        return null;
    }
    const table = { id: "unlisted", label: "Names of unlisted crawlers",
        keyOf: (row) => row.name, columns: [
            { key: "name", title: "Name", text: true,
                cell: (row) => [h("b", {}, foreign(row.name)),
                    adviceOf(`act-name-${row.name}`, row.name,
                        nameAdvice(row.name, row.group, row.site), nowOf(row, row.site))] },
            { key: "requests", title: "Requests",
                cell: (row) => figure(row.requests) },
            { key: "violations", title: "Violations",
                cell: (row) => figure(row.violations) },
            { key: "site", title: "Last site", text: true,
                cell: (row) => siteLink(state, row.site) },
            { key: "first", title: "First seen",
                cell: (row) => ago(row.first_seen, server.time) },
            { key: "last", title: "Last seen",
                cell: (row) => ago(row.last_seen, server.time) },
        ] };
    return section("by-name", "Unlisted crawlers",
        h("p", { class: "lead" }, "What crawlers that the catalogue does not " +
            "have call themselves. To count and treat one apart, name it in " +
            "the policy."),
        sheet(tableOf(table, all.unlisted, context)));
};

// ---- sites -----------------------------------------------------------------

const siteTable = ({ state, server }) => ({
    id: "sites", label: "Sites", sort: "sort_sites", usual: "-requests",
    keyOf: (row) => row.site,
    columns: [
        { key: "name", title: "Site", text: true, value: (row) => row.site,
            cell: (row) => [siteLink(state, row.site, row.listed),
                row.suspended
                    ? [" ", h("span", { class: "tag caution" }, "suspended")]
                    : null,
                adviceOf(`act-site-${row.site}`, row.site,
                    row.listed ? siteAdvice(row.site) : [],
                    siteWords(row))] },
        { key: "requests", title: "Requests",
            value: (row) => row.requests.total,
            cell: (row) => figure(row.requests.total) },
        { key: "violations", title: "Violations",
            value: (row) => violationsOf(row.requests),
            cell: (row) => violationsCell(row.requests) },
        { key: "delayed", title: "Delayed",
            value: (row) => row.delayed.requests,
            cell: (row) => delayedCell(server, row) },
        { key: "refused", title: "Refused",
            value: (row) => row.requests.would.reject,
            cell: (row) => refusedCell(server, row) },
        { key: "bytes", title: "Sent to crawlers", value: (row) => row.bytes,
            cell: (row) => octets(row.bytes) },
        { key: "crawlers", title: "Crawlers", value: (row) => row.crawlers,
            cell: (row) => figure(row.crawlers) },
        { key: "asked", title: "robots.txt requests",
            value: (row) => row.robots_txt,
            cell: (row) => figure(row.robots_txt) },
        { key: "since", title: "In effect since",
            value: (row) => row.effective_since,
            cell: (row) => when(row.effective_since) },
    ],
});

const sitesSection = (all, context) => {
    const table = siteTable(context);
    const wanted = valueOf(context.state, "site_name").toLowerCase();
    const rows = context.sites.filter((row) => row.site.includes(wanted));
    const { total: known } = all.sites;
    return h("section", { "aria-labelledby": "by-site" },
        h("div", { class: "bar" }, h("h2", { id: "by-site" }, "By site ",
            h("span", { class: "soft" }, wanted
                ? `${count(rows.length)} of ${count(known)}` : count(known))),
        h("form", { class: "filter", role: "search", "aria-label": "Sites",
            "data-filter": true },
        h("label", { for: "site_name" }, "Name"),
        h("input", { type: "search", id: "site_name", name: "site_name",
            dir: "auto", autocomplete: "off", spellcheck: "false",
            value: valueOf(context.state, "site_name") }))),
        sheet(rows.length || context.sites.length === 0
            ? tableOf(table, sorted(table, rows, context.state), context)
            : empty("No site has that name.")));
};

// ---- the rest --------------------------------------------------------------

const linesSection = (all, context) => section("broken", "Most violated lines",
    sheet(all.lines.length
        ? tableOf({ id: "broken-lines", label: "Lines by violations",
            columns: lineColumns(context, false) },
        all.lines.slice(0, 12), context)
        : empty("No violations yet.")));

const zoneSection = ({ zone }, context) => {
    const rows = [...zone.tables, { name: "budgets", entries: null,
        capacity: zone.budgets.capacity, evicted: zone.budgets.evicted,
        bytes: null }];
    const known = (value, text) => value === null ? "–" : text(value);
    return section("zone", "Shared memory",
        h("p", { class: "lead" }, `${octets(zone.bytes)}. Counting since `,
            when(zone.created), ". Evicted entries were removed because " +
                "their table was full."),
        sheet(tableOf({ id: "zone-tables", label: "Tables in shared memory",
            columns: [
                { key: "name", title: "Table", text: true,
                    cell: (row) => row.name },
                { key: "entries", title: "Entries",
                    cell: (row) => known(row.entries, count) },
                { key: "capacity", title: "Capacity",
                    cell: (row) => count(row.capacity) },
                { key: "evicted", title: "Evicted",
                    cell: (row) => count(row.evicted) },
                { key: "bytes", title: "Memory",
                    cell: (row) => known(row.bytes, octets) },
            ] }, rows, context)));
};

/**
 * @param {Object} all the JSON of the overview
 * @param {Object} context what tables need, and `crawlers` and `sites`: all
 *     their rows that are known
 */
export const overviewOf = (all, context) => {
    const around = { ...context, server: all.server, totals: all.totals };
    return [
        h("h1", {}, "Crawler compliance"),
        h("p", { class: "lead" }, `${counted(all.crawlers.total, "crawler")} ` +
            `came to ${counted(all.server.policy.sites, "site")}. Counting ` +
            "since ", when(all.zone.created), "."),
        totalsOf(all, around),
        seriesChart("requests", all.series, context.state),
        crawlersSection(all, around),
        impostorsSection(all, around),
        unlistedSection(all, around),
        sitesSection(all, around),
        linesSection(all, around),
        fleetSection(all, around),
        zoneSection(all, around),
    ];
};
