// The last violations: the crawler, its address, the rule, and what was done.

import { h } from "./dom.js";
import { clock, count, date, foreign, place } from "./text.js";
import { elsewhere, valueOf } from "./state.js";
import {
    crawlerLink, empty, identityCell, lineText, section, sheet, siteLink,
} from "./cells.js";
import { tableOf } from "./table.js";
import { signatureWord } from "./signatures.js";

/** The words for a violation, by its name in the JSON. */
export const verdictWords = {
    disallow: "Disallowed", crawl_delay: "Too early",
    request_rate: "Too often", visit_time: "Outside visit time",
    budget: "Over budget", impostor: "Impostor",
    unverifiable: "Not verifiable",
};

const deeds = {
    pass: ["passed", "soft"], log: ["logged", "soft"],
    throttle: ["delayed", "caution"], reject: ["refused", "refused"],
};

const deedCell = ({ action, would, status }) => {
    const [word, style] = deeds[action];
    return [
        h("span", { class: `${style} whole` },
            status ? `${word}, ${status}` : word),
        would === action ? null
            : h("small", {}, `would be ${deeds[would][0]}`),
    ];
};

/** The other violations of the same request; null if there are none. */
export const alsoWords = ({ verdict, violations }) => {
    const others = violations.filter((each) => each !== verdict)
        .map((each) => verdictWords[each].toLowerCase());
    return others.length === 0 ? null
        : h("small", {}, `also: ${others.join(", ")}`);
};

// The requested path, with the host in front if it is not the site's name.
const targetOf = (row) => [
    row.host === row.site ? null
        : [h("span", { class: "soft" }, foreign(row.host))],
    foreign(row.path), row.path_cut ? "…" : null,
];

const columnsOf = ({ state, server }) => [
    { key: "time", title: "Time, UTC", text: true, cell: (row) =>
        h("time", { datetime: new Date(row.time * 1000).toISOString(),
            title: `${date(row.time)} UTC` },
        [clock(row.time), h("small", {}, date(row.time).slice(0, 10))]) },
    { key: "crawler", title: "Crawler", text: true, cell: (row) => [
        crawlerLink(state, row.crawler, row.listed),
        h("small", {}, h("span", { class: "whole" },
            identityCell(row.identity)), row.signature === null ? null
            : `, signature ${signatureWord(row.signature)}`)] },
    { key: "address", title: "Address", text: true,
        cell: (row) => h("span", { class: "mono" }, foreign(row.address ?? "–")) },
    { key: "site", title: "Site", text: true,
        cell: (row) => siteLink(state, row.site) },
    { key: "path", title: "Path", text: true,
        cell: (row) => h("span", { class: "mono" }, targetOf(row)) },
    { key: "rule", title: "Rule", text: true, cell: (row) => [
        row.rule === null ? verdictWords[row.verdict] : lineText(row.rule),
        alsoWords(row),
        h("small", {}, place(row.place, server.policy.file))] },
    { key: "action", title: "Done", text: true, cell: deedCell },
    { key: "id", title: "Request", text: true,
        cell: (row) => h("span", { class: "mono soft id" },
            foreign(row.request_id ?? "–")) },
];

const tableOfViolations = (rows, context) => tableOf({
    id: "violations", label: "The last violations",
    keyOf: (row) => String(row.number), columns: columnsOf(context),
}, rows, context);

/**
 * The section with the last violations of a crawler or on a site.
 *
 * @param {Object[]} rows of the JSON
 * @param {Object} context as in tableOf(), with `server`
 * @param {Object<string, string>} of the URL parameter of the crawler or site
 */
export const violationsSection = (rows, context, of) =>
    section("last-violations", "Last violations", sheet(rows.length
        ? [tableOfViolations(rows, context),
            h("p", { class: "pages" }, h("a", {
                href: elsewhere(context.state, { view: "violations", ...of }),
            }, "All that are kept"))]
        : empty("None is kept.")));

const filterOf = (all, state) => {
    const field = (name, label, values) => [
        h("label", { for: name }, label),
        h("input", { id: name, name, type: "search", dir: "auto",
            list: `${name}-known`, autocomplete: "off", spellcheck: "false",
            value: valueOf(state, name) }),
        h("datalist", { id: `${name}-known` },
            [...new Set(values)].sort().map((value) => h("option", { value }))),
    ];
    return h("form", { class: "filter", role: "search",
        "aria-label": "Violations", "data-go": true },
    h("input", { type: "hidden", name: "view", value: "violations" }),
    field("crawler", "Crawler", all.last_violations.filter((row) => row.listed)
        .map((row) => row.crawler)),
    field("site", "Site", all.last_violations.map((row) => row.site)),
    h("button", {}, "Show"));
};

/**
 * @param {Object} all the JSON of the violations
 * @param {Object} context as in tableOf()
 */
export const violationsOf = (all, context) => {
    const around = { ...context, server: all.server };
    const rows = all.last_violations;
    const isFiltered = valueOf(context.state, "crawler") ||
        valueOf(context.state, "site");
    return [
        h("h1", {}, "Violations"),
        h("p", { class: "lead" }, `The last ${count(all.capacity)} that were ` +
            "logged are kept, the latest first; robots_log_rate limits how " +
            `many a second are. There were ${count(all.total)} since counting ` +
            "began."),
        h("div", { class: "bar" },
            h("p", { class: "lead", id: "violations-said" }, isFiltered
                ? `${count(rows.length)} shown` : `${count(rows.length)} kept`),
            filterOf(all, context.state)),
        sheet(rows.length ? tableOfViolations(rows, around)
            : empty(isFiltered ? "None of these is kept."
                : "No violations yet.")),
    ];
};
