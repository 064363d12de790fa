// The time that the figures are of: one for all figures and charts of a view.

import { h } from "./dom.js";
import { changed, valueOf } from "./state.js";

/**
 * What became of requests, the least grave first; as the JSON names it. An
 * impostor's request is only that, whatever was done about it.
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
 * @property {string} key in the URL; those of time are in `recent` of the JSON
 * @property {string} title
 * @property {number} seconds
 * @property {number} series which of the JSON's has it
 * @property {number} periods how many of its periods
 */

const hour = { key: "1h", title: "the last hour", seconds: 3600, series: 0,
    periods: 60 };
const day = { key: "24h", title: "the last 24 hours", seconds: 86400, series: 1,
    periods: 144 };
const week = { key: "7d", title: "the last 7 days", seconds: 604800, series: 2,
    periods: 56 };
const month = { seconds: 2592000, series: 2, periods: 240 };

// The finest series that has all of a time: its last period is not over yet.
const sinceTheBeginning = (age) => ({
    ...[hour, day, month].find(({ seconds, periods }) =>
        age <= seconds - seconds / periods) ?? month,
    key: "all",
    title: age <= month.seconds ? "since counting began"
        : "since counting began; the chart has the last 30 days",
});

/**
 * Those that say less than all, and all.
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
 * The one that the URL asks for; or else a week, or all that there is yet.
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
 * What became of the requests of a row of the JSON; null if the zone has no
 * room to count them by time.
 *
 * @returns {Object<string, number>|null}
 */
export const treatedOf = ({ counts, impostors, recent }, range) =>
    isAll(range) ? less(counts, impostors) : recent?.[range.key] ?? null;

/** The same of the series of a view. */
export const treatedIn = (series, range) => series.length === 0 ? null
    : Object.fromEntries(treatments.map(([name]) =>
        [name, series[range.series][name].slice(-range.periods)
            .reduce((sum, value) => sum + value, 0)]));

/** The choice, and what it is about.
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

/** Beside what is not counted by time. */
export const alwaysAll = (range) => isAll(range) ? null
    : h("span", { class: "soft" }, " since counting began");
