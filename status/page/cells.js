// Table cells, table columns and totals that several views use.

import { h } from "./dom.js";
import {
    ago, brief, count, counted, crawlerLabel, duration, foreign, octets, place,
    share, siteLabel,
} from "./text.js";
import { elsewhere } from "./state.js";

/** A count in the colour of the CSS class `style`; zero is grey. */
export const figure = (value, style = null) =>
    value === 0 ? h("span", { class: "nil" }, "0")
        : h("span", { class: style }, count(value));

export const violationsOf = (counts) =>
    counts.requests - counts.verdicts.allow;

// Returns how many requests should have got `action` according to the policy,
// but were only logged, because of "robots_enforce log".
const onlyLogged = (counts, action) =>
    counts.would[action] - counts.actions[action];

/**
 * Returns the text "3 would be": 3 requests did not get `action`, but were only
 * logged, because of "robots_enforce log". Returns null if the number is 0, or
 * if no server or location has "robots_enforce log" now.
 *
 * @param {Object} server the member `server` of the JSON
 */
export const wouldBe = (server, counts, action) => {
    const missed = server.log_only === "none" ? 0 : onlyLogged(counts, action);
    return missed > 0
        ? h("small", { class: "would" }, `${count(missed)} would be `) : null;
};

/** One of the figures at the top of a view.
 * @param {Object} figure `query`: its Prometheus query; null: do not show it */
export const total = ({ name, value, style, notes = [], query }) =>
    h("div", { id: `total-${name.toLowerCase().replace(/\W+/g, "-")}` },
        h("dt", {}, name),
        h("dd", { class: "figure" }, value === null ? "–"
            : typeof value === "number" ? figure(value, style) : value),
        notes.filter(Boolean).map((note) => h("dd", { class: "note" }, note)),
        query ? h("dd", { class: "note query" }, h("code", {}, query), " ",
            copyButton(query, "Copy", `Copy the query of ${name}`)) : null);

/** A button that copies `text`. Screen readers read `spoken` as its label. */
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
 * Returns the columns "Requests", "Logged", "Delayed" and "Refused". Requests
 * from impostors do not count in these columns.
 *
 * @param {Object} server the member `server` of the JSON
 * @param {(row: Object) => Object<string, number>|null} of returns the requests
 *     of `row` by treatment; null if they are unknown
 * @param {boolean} all whether the counts are since counting began: other
 *     counts do not have "would be"
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

/** Returns the columns of counts of a table of visits. A visit is all requests
 * of one crawler with one identity on one site. */
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

/** Returns the number of requests that are not an impostor's; null for null. */
export const genuine = (counts) => counts === null ? null
    : counts.allowed + counts.logged + counts.delayed + counts.refused;

/** Returns the totals "Crawl requests", "Logged", "Delayed", "Refused" and "By
 * impostors". `query` and `notes` may have a member for each total. */
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

/** How many requests in `counts` got another verdict than "allow". */
export const violationsCell = (counts) => {
    const broken = violationsOf(counts);
    return h("span", { title: `${share(broken, counts.requests)} of all` },
        figure(broken));
};

export const bytesCell = (row, all) => h("span",
    { title: all ? `${share(row.bytes, all)} of all` : null },
    octets(row.bytes));

/** The time that upstreams took for a row. The tooltip is its share of `all`,
 * the total upstream time in seconds; without `all`, it has no tooltip. */
export const upstreamCell = ({ upstream_seconds: seconds }, all) =>
    seconds === 0 ? h("span", { class: "nil" }, "0")
        : h("span", { title: all ? `${share(seconds, all)} of all` : null },
            duration(seconds));

/** When a crawler last fetched robots.txt, and whether the revision that it got
 * is older than the current one. */
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
 * @param {Object|null} grade a member of `obedience`, such as its `24h` */
export const gradeCell = (grade) => {
    const [words, style] = gradeWords[grade?.grade] ?? [];
    return words === undefined
        ? h("span", { class: "nil", title: grade ? gradeSentence(grade) : null },
            "–")
        : h("span", { class: style, title: gradeSentence(grade) }, words);
};

/** Returns the grades of a crawler for the last 24 hours, 7 days, 30 days, and
 * since counting began. A time range without judged requests is left out. */
export const gradesOf = (obedience) => Object.entries({ "24h": "24 hours",
    "7d": "7 days", "30d": "30 days", all: "since counting began" })
    .filter(([key]) => obedience[key] && obedience[key].judged > 0)
    .map(([key, title], at) => [at ? h("br") : null, `${title}: `,
        gradeCell(obedience[key]), h("small", {},
            ` ${gradeSentence(obedience[key])}`)]);

/** The median time between requests and the crawl-delay, both in seconds.
 * `median` is null if it is unknown, `delay` if the crawler has none. */
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

/** Returns the columns of a table of the robots.txt lines that were violated
 * most. The view of a crawler sets `ofCrawler`: its table has no crawlers. */
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

/** A section of a view. `id` is the id of its heading. */
export const section = (id, title, ...parts) =>
    h("section", { id: `${id}-section`, "aria-labelledby": id },
        h("div", { class: "bar" }, h("h2", { id }, title)), ...parts);

export const sheet = (...parts) => h("div", { class: "sheet" }, ...parts);

export const empty = (text) => h("p", { class: "empty" }, text);

/** A definition list. Each of `pairs` is a name and the contents beside it. */
export const facts = (pairs) => h("dl", { class: "facts sheet" },
    pairs.filter(Boolean).map(([name, ...what]) =>
        [h("dt", {}, name), h("dd", {}, ...what)]));

export const timesText = (value) => counted(value, "time");
