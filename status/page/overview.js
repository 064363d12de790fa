// The overview: totals, a chart, and tables of all crawlers and all sites.

import { h } from "./dom.js";
import {
    ago, count, counted, crawlerLabel, duration, foreign, octets, share, when,
} from "./text.js";
import { changed, elsewhere, valueOf } from "./state.js";
import {
    bytesCell, crawlerLink, empty, fetchesCell, figure, genuine, gradeCell, intervalCell,
    lineColumns, section, sheet, siteLink, total, treatedColumns, upstreamCell,
    violationsCell, violationsOf, wouldBe,
} from "./cells.js";
import { sorted, tableOf } from "./table.js";
import { seriesChart } from "./chart.js";
import { alwaysAll, isAll, rangeOf, treatedOf } from "./range.js";
import { rollupChoice, rollupOf } from "./rollup.js";
import { viewBar } from "./frame.js";
import { totalsOf } from "./view.js";
import { actLink } from "./acts.js";
import { fleetSection } from "./fleet.js";
import { signedOf } from "./signatures.js";

const figuresOf = (all, context) => {
    const { totals } = all;
    const signed = signedOf(totals.signatures);
    return totalsOf(totals, all, context, {
        note: `${count(totals.delayed_now)} now `,
        before: (query) => signed.all === 0 ? null
            : total({ name: "Signed", value: signed.all,
                notes: [signed.failed ? `${count(signed.failed)} prove nothing`
                    : "all verified"], query: query.signed }),
        sent: { name: "Sent to crawlers",
            notes: [`${duration(totals.delays.seconds)} delayed`] },
        behind: (query) => total({ name: "robots.txt", value: totals.robots_txt,
            notes: ["requests answered"], query: query.robotsTxt }),
    });
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

const verifiedCell = (row, state) => [row.identities.verified
    ? h("span", { class: "good" }, `${share(row.identities.verified,
        row.counts.requests - row.impostors.requests)} verified`)
    : row.listed ? h("a", { class: "nil",
        href: elsewhere(state, { crawler: row.crawler }),
        title: "How to verify it" }, "not verifiable")
        : h("span", { class: "nil" }, "not verifiable"), signedNote(row)];

// Returns the grade in the range. One hour is too short: uses 24 hours instead.
const gradeIn = ({ obedience }, { key }) =>
    obedience[key === "1h" ? "24h" : key] ?? obedience.all;

const crawlerTable = ({ state, server, totals, range }) => ({
    id: "crawlers", label: "Crawlers", sort: "sort", usual: "-requests",
    keyOf: (row) => row.crawler, dense: true,
    columns: [
        { key: "name", title: "Crawler", text: true,
            value: (row) => crawlerLabel(row.crawler),
            cell: (row) => [crawlerLink(state, row.crawler, row.listed),
                h("small", {}, " ", foreign(noteOf(row)))] },
        ...treatedColumns(server, (row) => treatedOf(row, range), isAll(range)),
        ...isAll(range) ? [
            { key: "violations", title: "Violations",
                value: (row) => violationsOf(row.genuine),
                cell: (row) => violationsCell(row.genuine) },
            { key: "bytes", title: "Sent", value: (row) => row.bytes,
                cell: (row) => bytesCell(row, totals.bytes) },
            { key: "upstream", title: "Upstream",
                value: (row) => row.upstream_seconds,
                cell: (row) => upstreamCell(row, totals.upstream_seconds) },
        ] : [],
        { key: "grade", title: "Keeps to it",
            value: (row) => gradeIn(row, range)?.share ?? null,
            cell: (row) => gradeCell(gradeIn(row, range)) },
        { key: "fetched", title: "robots.txt",
            value: (row) => row.fetches.last,
            cell: (row) => fetchesCell(row.fetches, server.time) },
        { key: "interval", title: "Interval",
            value: (row) => row.median_interval,
            cell: (row) => intervalCell(row.median_interval, row.crawl_delay) },
        { key: "identity", title: "Identity",
            value: (row) => row.identities.verified,
            cell: (row) => verifiedCell(row, state) },
        { key: "seen", title: "Last seen", value: (row) => row.last_seen,
            cell: (row) => ago(row.last_seen, server.time) },
        { key: "act", title: "", cell: (row) => row.listed
            ? actLink(state, row.crawler, row.busiest_site) : null },
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

// Adds `genuine` to a crawler's row: the counts without impostors' requests.
const apart = (row) => {
    const less = (all, some) => Object.fromEntries(Object.entries(all)
        .map(([key, value]) => [key, typeof value === "number"
            ? value - some[key] : less(value, some[key])]));
    return { ...row, genuine: less(row.counts, row.impostors) };
};

// Rules apply to these two categories only if a group names the sender. So rows
// of these categories without violations are hidden at first.
const folding = { library: ["library", "libraries"],
    client: ["client", "clients"] };

const isQuiet = (row) =>
    row.category in folding && violationsOf(row.genuine) === 0;

// "2 libraries", "one client", "3 libraries and clients".
const foldedWords = (rows) => {
    const nouns = Object.keys(folding)
        .filter((name) => rows.some((row) => row.category === name))
        .map((name) => folding[name][rows.length === 1 ? 0 : 1]);
    return `${rows.length === 1 ? "one" : count(rows.length)} ` +
        nouns.join(" and ");
};

const fold = (rows, state) => {
    const isOpen = valueOf(state, "quiet") === "on";
    const folded = rows.filter(isQuiet);
    const searched = valueOf(state, "q") || valueOf(state, "category");
    if (folded.length === 0 || searched) {
        return [rows, null];
    }
    return [isOpen ? rows : rows.filter((row) => !isQuiet(row)),
        h("p", { class: "pages" }, h("a", { id: "quiet",
            "data-replace": true,
            href: changed(state, { quiet: isOpen ? "" : "on" }) },
        `${isOpen ? "Hide" : "Show"} ${foldedWords(folded)} without ` +
            "violations"))];
};

const came = (row, range) => {
    const counts = treatedOf(row, range);
    return counts === null || genuine(counts) > 0 || counts.impostor === 0 &&
        isAll(range);
};

const crawlersSection = (all, context) => {
    const { range, state } = context;
    const rows = context.crawlers.map(apart).filter((row) => came(row, range));
    const matching = rows.filter((row) => matches(row, state));
    const [shown, folded] = fold(matching, state);
    // Includes the crawlers of parts that the server has not sent yet.
    const known = rows.length + all.crawlers.total - context.crawlers.length;
    const table = crawlerTable(context);
    const by = valueOf(state, "by");
    return h("section", { "aria-labelledby": "by-crawler" },
        h("div", { class: "bar" },
            h("h2", { id: "by-crawler" }, "By crawler ",
                h("span", { class: "soft" }, matching.length === known
                    ? count(known)
                    : `${count(matching.length)} of ${count(known)}`)),
            rollupChoice(state),
            rows.length && !by ? filter(rows, state) : null),
        sheet(rows.length === 0 ? empty(isAll(range)
            ? "No requests from crawlers yet." : "None in this time.")
            : by ? rollupOf(rows, { ...context,
                missing: all.crawlers.total > context.crawlers.length })
                : [tableOf(table, sorted(table, shown, state), context),
                    folded]));
};

const impostorsSection = (all, context) => {
    const { state, range } = context;
    const of = (row) => treatedOf(row, range)?.impostor ?? 0;
    const rows = context.crawlers.filter((row) => of(row) > 0);
    if (rows.length === 0) {
        return null;
    }
    const table = { id: "impostors", label: "Whom impostors claim to be",
        dense: true, columns: [
            { key: "name", title: "Claims to be", text: true,
                cell: (row) => crawlerLink(state, row.crawler, row.listed) },
            { key: "requests", title: "Requests",
                cell: (row) => figure(of(row), "impostor") },
            ...isAll(range) ? [
                { key: "violations", title: "Violations",
                    cell: (row) => violationsCell(row.impostors) },
                { key: "refused", title: "Refused",
                    cell: (row) => [
                        wouldBe(context.server, row.impostors, "reject"),
                        figure(row.impostors.actions.reject, "refused")] },
            ] : [],
            { key: "act", title: "", cell: (row) =>
                actLink(state, row.crawler, row.busiest_site) },
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
        keyOf: (row) => row.name, dense: true, columns: [
            { key: "name", title: "Name", text: true,
                cell: (row) => h("b", {}, foreign(row.name)) },
            { key: "requests", title: "Requests",
                cell: (row) => figure(row.requests) },
            { key: "violations", title: "Violations",
                cell: (row) => figure(row.violating) },
            { key: "site", title: "Last site", text: true,
                cell: (row) => siteLink(state, row.site) },
            { key: "first", title: "First seen",
                cell: (row) => ago(row.first_seen, server.time) },
            { key: "last", title: "Last seen",
                cell: (row) => ago(row.last_seen, server.time) },
            { key: "act", title: "",
                cell: (row) => actLink(state, row.name, row.site) },
        ] };
    return section("by-name", ["Unlisted crawlers", alwaysAll(context.range)],
        h("p", { class: "lead" }, "What crawlers that the catalogue does not " +
            "have call themselves. To count and treat one apart, name it in " +
            "the policy."),
        sheet(tableOf(table, all.unlisted, context)));
};

// ---- sites -----------------------------------------------------------------

const siteTable = ({ state, server, totals, range }) => ({
    id: "sites", label: "Sites", sort: "sort_sites", usual: "-requests",
    keyOf: (row) => row.site, dense: true,
    columns: [
        { key: "name", title: "Site", text: true, value: (row) => row.site,
            cell: (row) => [siteLink(state, row.site, row.listed),
                row.suspended
                    ? [" ", h("span", { class: "tag caution" }, "suspended")]
                    : null] },
        ...treatedColumns(server, (row) => treatedOf(row, range), isAll(range)),
        ...isAll(range) ? [
            { key: "violations", title: "Violations",
                value: (row) => violationsOf(row.counts),
                cell: (row) => violationsCell(row.counts) },
            { key: "bytes", title: "Sent", value: (row) => row.bytes,
                cell: (row) => octets(row.bytes) },
            { key: "upstream", title: "Upstream",
                value: (row) => row.upstream_seconds,
                cell: (row) => upstreamCell(row, totals.upstream_seconds) },
            { key: "crawlers", title: "Crawlers",
                value: (row) => row.crawlers,
                cell: (row) => figure(row.crawlers) },
            { key: "asked", title: "robots.txt requests",
                value: (row) => row.robots_txt,
                cell: (row) => figure(row.robots_txt) },
        ] : [],
        { key: "since", title: "In effect since",
            value: (row) => row.effective_since,
            cell: (row) => when(row.effective_since) },
        { key: "act", title: "", cell: (row) => row.listed
            ? actLink(state, "*", row.site) : null },
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

// ---- lines and shared memory -----------------------------------------------

const linesSection = (all, context) => section("broken",
    ["Most violated lines", alwaysAll(context.range)],
    sheet(all.rules.length
        ? tableOf({ id: "broken-lines", label: "Lines by violations",
            columns: lineColumns(context, false) },
        all.rules.slice(0, 12), context)
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
 * @param {Object} context as in tableOf(); `crawlers` and `sites` have all rows
 *     of these lists that the server has sent
 */
export const overviewOf = (all, context) => {
    const range = rangeOf(context.state, all.server);
    const around = { ...context, server: all.server, totals: all.totals, range };
    return [
        viewBar(context.state, all.server, h("h1", {}, "Crawler compliance"),
            `${counted(all.crawlers.total, "crawler")} came to ` +
            `${counted(all.server.policy.sites, "site")}. Counting since `,
            when(all.zone.created), "."),
        figuresOf(all, around),
        seriesChart("requests", all.series, context.state, all.server),
        crawlersSection(all, around),
        impostorsSection(all, around),
        unlistedSection(all, around),
        sitesSection(all, around),
        linesSection(all, around),
        fleetSection(all, around),
        zoneSection(all, around),
    ];
};
