// What the tables and totals of several views are made of.

import { h } from "./dom.js";
import {
    ago, brief, count, counted, crawlerLabel, duration, foreign, octets, place,
    share, siteLabel,
} from "./text.js";
import { elsewhere } from "./state.js";

/** A count in a colour that says how grave it is; nothing stands back. */
export const figure = (value, style = null) =>
    value === 0 ? h("span", { class: "nil" }, "0")
        : h("span", { class: style }, count(value));

export const violationsOf = (counts) =>
    counts.requests - counts.verdicts.allow;

// What robots_enforce lowered to a line in the log.
const onlyLogged = (counts, action) =>
    counts.would[action] - counts.actions[action];

/**
 * "3 would be", while nothing, or not all, is enforced.
 *
 * @param {Object} server of the JSON
 */
export const wouldBe = (server, counts, action) => {
    const missed = server.log_only === "none" ? 0 : onlyLogged(counts, action);
    return missed > 0
        ? h("small", { class: "would" }, `${count(missed)} would be `) : null;
};

/** One of the figures at the top of a view.
 * @param {Object} figure its `query` is null where none is shown */
export const total = ({ name, value, style, notes = [], query }) =>
    h("div", { id: `total-${name.toLowerCase().replace(/\W+/g, "-")}` },
        h("dt", {}, name),
        h("dd", { class: "figure" }, value === null ? "–"
            : typeof value === "number" ? figure(value, style) : value),
        notes.filter(Boolean).map((note) => h("dd", { class: "note" }, note)),
        query ? h("dd", { class: "note query" }, h("code", {}, query), " ",
            copyButton(query, "Copy", `Copy the query of ${name}`)) : null);

/** A button that copies a text. */
export const copyButton = (text, label, spoken = label) => h("button", {
    type: "button", class: "copy", "data-copy": text, "aria-label": spoken,
}, label);

const treatmentStyles = { delayed: "caution", refused: "refused",
    impostor: "impostor" };

const treatmentActions = { delayed: "throttle", refused: "reject" };

const treatmentTitles = { logged: "Logged", delayed: "Delayed",
    refused: "Refused" };

const treatedFigure = (counts, name) => counts === null
    ? h("span", { class: "nil" }, "–")
    : figure(counts[name], treatmentStyles[name]);

/**
 * Columns of what became of requests, impostors' left out.
 *
 * @param {Object} server of the JSON
 * @param {(row: Object) => Object<string, number>|null} of by treatment
 * @param {boolean} all since counting began: only then "would be" is known
 */
export const treatedColumns = (server, of, all) => [
    { key: "requests", title: "Requests", value: (row) => genuine(of(row)),
        cell: (row) => of(row) === null ? h("span", { class: "nil" }, "–")
            : figure(genuine(of(row))) },
    ...Object.entries(treatmentTitles).map(([name, title]) => ({
        key: name, title, value: (row) => of(row)?.[name] ?? null,
        cell: (row) => [all && treatmentActions[name]
            ? wouldBe(server, row.counts, treatmentActions[name]) : null,
        treatedFigure(of(row), name)] })),
];

/** The same of a visit: the requests of one identity on one site. */
export const visitColumns = (server) => [
    { key: "requests", title: "Requests",
        cell: (row) => figure(row.counts.requests) },
    ...[["logged", "log"], ["delayed", "throttle"], ["refused", "reject"]]
        .map(([name, action]) => ({ key: name, title: treatmentTitles[name],
            cell: (row) => [action === "log" ? null
                : wouldBe(server, row.counts, action),
            figure(row.counts.actions[action], treatmentStyles[name])] })),
    { key: "violations", title: "Violations",
        cell: (row) => violationsCell(row.counts) },
];

/** How many came from who they said they were. */
export const genuine = (counts) => counts === null ? null
    : counts.allowed + counts.logged + counts.delayed + counts.refused;

/** The tiles of what became of requests. */
export const treatedTotals = (counts, { query, notes = {} }) => [
    total({ name: "Crawl requests", value: genuine(counts),
        notes: [notes.requests], query: query.requests }),
    ...[...Object.entries(treatmentTitles), ["impostor", "By impostors"]]
        .map(([name, title]) => total({ name: title,
            value: counts === null ? null : counts[name],
            style: treatmentStyles[name],
            notes: [counts && name !== "impostor"
                ? share(counts[name], genuine(counts)) : null, notes[name]],
            query: query[name] })),
];

/** Requests that broke a line; those of impostors are not among them. */
export const violationsCell = (counts) => {
    const broken = violationsOf(counts);
    return h("span", { title: `${share(broken, counts.requests)} of all` },
        figure(broken));
};

export const bytesCell = (row, all) => h("span",
    { title: all ? `${share(row.bytes, all)} of all` : null },
    octets(row.bytes));

/** How long upstreams took, of the time that they took for all. */
export const upstreamCell = ({ upstream_seconds: seconds }, all) =>
    seconds === 0 ? h("span", { class: "nil" }, "0")
        : h("span", { title: all ? `${share(seconds, all)} of all` : null },
            duration(seconds));

/** When it last fetched robots.txt, and whether that is old. */
export const fetchesCell = (fetches, now) => fetches.last === null
    ? h("span", { class: "tag caution" }, "never fetched")
    : [fetches.current ? null
        : [h("span", { class: "tag" }, "older revision"), " "],
    ago(fetches.last, now)];

const gradeWords = { keeps: ["keeps to it", "good"],
    mostly: ["mostly keeps to it", null], breaks: ["breaks it", "refused"],
    never_read: ["never read it", "caution"] };

const percent = (part) => `${(100 * part).toFixed(1)}%`;

/** "94.2% of 1,200 requests kept to it (92.7% to 95.4%)" */
const gradeSentence = ({ judged, share: part, low, high }) => judged === 0
    ? "no requests" : `${percent(part)} of ${counted(judged, "request")} ` +
        `kept to it (${percent(low)} to ${percent(high)})`;

/** Whether a crawler keeps to robots.txt.
 * @param {Object|null} grade of one time, as the JSON has it */
export const gradeCell = (grade) => {
    const [words, style] = gradeWords[grade?.grade] ?? [];
    return words === undefined
        ? h("span", { class: "nil", title: grade ? gradeSentence(grade) : null },
            "–")
        : h("span", { class: style, title: gradeSentence(grade) }, words);
};

/** The same of all times for which it is known. */
export const gradesOf = (obedience) => Object.entries({ "24h": "24 hours",
    "7d": "7 days", "30d": "30 days", all: "since counting began" })
    .filter(([key]) => obedience[key] && obedience[key].judged > 0)
    .map(([key, title], at) => [at ? h("br") : null, `${title}: `,
        gradeCell(obedience[key]), h("small", {},
            ` ${gradeSentence(obedience[key])}`)]);

/** A median interval beside the crawl-delay. */
export const intervalCell = (median, delay) => median === null
    ? h("span", { class: "nil" }, "–")
    : [h("span", { class: delay !== null && median < delay ? "caution" : null },
        brief(median)),
    delay === null ? null : h("small", {}, ` of ${duration(delay)}`)];

export const identityWords = {
    verified: "verified",
    unverifiable: "not verifiable",
    impostor: "impostor",
};

const identityStyles = {
    verified: "good", unverifiable: "soft", impostor: "impostor",
};

export const identityCell = (identity) =>
    h("span", { class: identityStyles[identity] }, identityWords[identity]);

export const crawlerLink = (state, name, isListed) => isListed
    ? h("a", { href: elsewhere(state, { crawler: name }) }, foreign(name))
    : foreign(crawlerLabel(name));

export const siteLink = (state, name, isListed = !name.startsWith("(")) =>
    isListed ? h("a", { href: elsewhere(state, { site: name }) }, foreign(name))
        : foreign(siteLabel(name));

export const lineText = (line) => line === "(gone)"
    ? h("span", { class: "soft" }, "no longer in the policy")
    : h("span", { class: "mono" }, foreign(line));

/** The lines that were broken most, as columns of a table. */
export const lineColumns = ({ state, server }, ofCrawler) => [
    { key: "rule", title: "Line", text: true,
        cell: (row) => lineText(row.rule) },
    { key: "requests", title: "Violations",
        cell: (row) => figure(row.requests) },
    ...(ofCrawler ? [] : [{ key: "crawler", title: "Crawler", text: true,
        cell: (row) => crawlerLink(state, row.crawler,
            !row.crawler.startsWith("(")) }]),
    { key: "site", title: "Site", text: true,
        cell: (row) => siteLink(state, row.site) },
    { key: "place", title: "In the policy", text: true,
        cell: (row) => place(row.place, server.policy.file) },
    { key: "last", title: "Last", cell: (row) => ago(row.last, server.time) },
];

/** A part of a view, with its heading. */
export const section = (id, title, ...parts) =>
    h("section", { id: `${id}-section`, "aria-labelledby": id },
        h("div", { class: "bar" }, h("h2", { id }, title)), ...parts);

export const sheet = (...parts) => h("div", { class: "sheet" }, ...parts);

export const empty = (text) => h("p", { class: "empty" }, text);

/** Pairs of a name and what it is. */
export const facts = (pairs) => h("dl", { class: "facts sheet" },
    pairs.filter(Boolean).map(([name, ...what]) =>
        [h("dt", {}, name), h("dd", {}, ...what)]));

export const timesText = (value) => counted(value, "time");
