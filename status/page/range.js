// The range: the time span that all figures and charts of a view cover.

import { h } from "./dom.js";
import { changed, valueOf } from "./state.js";

/**
 * What was done about requests, the mildest first: [name in the JSON, title]. A
 * request of an impostor counts only as `impostor`, whatever was done about it.
 */
export const treatments = [
    ["allowed", "Allowed"],
    ["logged", "Logged"],
    ["delayed", "Delayed"],
    ["refused", "Refused"],
    ["impostor", "By impostors"],
];

/**
 * @typedef {Object} Range
 * @property {string} key in the URL and in `recent` of the JSON (not "all")
 * @property {string} title
 * @property {number} seconds
 * @property {number} series the index in `series` of the JSON
 * @property {number} periods the number of periods at the end of that series
 */

const hour = { key: "1h", title: "the last hour", seconds: 3600, series: 0,
    periods: 60 };
const day = { key: "24h", title: "the last 24 hours", seconds: 86400, series: 1,
    periods: 144 };
const week = { key: "7d", title: "the last 7 days", seconds: 604800, series: 2,
    periods: 56 };
const month = { seconds: 2592000, series: 2, periods: 240 };

// Returns the range "all", with the finest series that covers `age` seconds, or
// else the last 30 days. The last period of a series is still running, so it is
// not included in the time that the series covers.
const sinceTheBeginning = (age) => ({
    ...[hour, day, month].find(({ seconds, periods }) =>
        age <= seconds - seconds / periods) ?? month,
    key: "all",
    title: age <= month.seconds ? "since counting began"
        : "since counting began; the chart has the last 30 days",
});

/**
 * Returns "all", and before it the ranges that began after counting began.
 *
 * @param {Object} server of the JSON
 * @returns {Range[]}
 */
const rangesOf = ({ time, counting_since: since }) => {
    const age = Math.max(0, time - since);
    return [hour, day, week].filter(({ seconds }) => seconds < age)
        .concat(sinceTheBeginning(age));
};

/**
 * Returns the range in the URL. The default is 7 days, or "all" if counting
 * began less than 7 days ago.
 *
 * @param {import("./state.js").State} state
 * @param {Object} server of the JSON
 */
export const rangeOf = (state, server) => {
    const ranges = rangesOf(server);
    return ranges.find(({ key }) => key === valueOf(state, "range")) ??
        ranges.find(({ key }) => key === "7d") ?? ranges.at(-1);
};

export const isAll = (range) => range.key === "all";

const less = (all, some) => ({
    allowed: all.actions.pass - some.actions.pass,
    logged: all.actions.log - some.actions.log,
    delayed: all.actions.throttle - some.actions.throttle,
    refused: all.actions.reject - some.actions.reject,
    impostor: some.requests,
});

/**
 * Returns the number of requests of a row by treatment; null if shared memory
 * has no room to count the row's requests by time.
 *
 * @returns {Object<string, number>|null}
 */
export const treatedOf = ({ counts, impostors, recent }, range) =>
    isAll(range) ? less(counts, impostors) : recent?.[range.key] ?? null;

/** Like treatedOf(), from the series of a view; null without series. */
export const treatedIn = (series, range) => series.length === 0 ? null
    : Object.fromEntries(treatments.map(([name]) =>
        [name, series[range.series][name].slice(-range.periods)
            .reduce((sum, value) => sum + value, 0)]));

/** Links to choose the range.
 * @param {Object} server of the JSON
 * @param {import("./state.js").State} state */
export const rangeChoice = (server, state) => {
    const chosen = rangeOf(state, server);
    return h("ul", { class: "ranges", "aria-label": "Time of all figures" },
        rangesOf(server).map(({ key, title }) => h("li", {}, h("a", {
            id: `range-${key}`,
            href: changed(state, { range: key }),
            "data-replace": true,
            "data-say": title,
            "aria-current": key === chosen.key ? "true" : null,
            title,
        }, key === "all" ? "All" : key))));
};

/** A note beside figures that are only counted as totals, not by time. */
export const alwaysAll = (range) => isAll(range) ? null
    : h("span", { class: "soft" }, " since counting began");
