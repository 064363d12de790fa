// Bar charts. The bars are an SVG that stretches to the width of the page.
// Labels are HTML around the SVG, because text in the SVG would stretch, too.

import { h } from "./dom.js";
import { brief, clock, count, counted, date, duration } from "./text.js";
import { rangeOf, treatments } from "./range.js";

const sum = (values) => values.reduce((all, value) => all + value, 0);

/**
 * @typedef {Object} Bar
 * @property {number} start Unix time
 * @property {number[]} counts of requests, in the order of `treatments`
 */

// Fewer bars than this would be too wide, and more would be too thin.
const fewestBars = 24;
const mostBars = 150;

/** Returns how many periods of `series` one bar of the chart shows. */
const togetherIn = (series, { periods }) =>
    Math.ceil(Math.min(series.allowed.length, periods) / mostBars);

/** Returns the bars of the last periods of `series` that are in `range`. If
 * `series` has too few periods for `fewestBars`, the first bars are empty.
 * @returns {Bar[]} */
const barsOf = (series, range) => {
    const known = series.allowed.length;
    const together = togetherIn(series, range);
    const wanted = Math.max(fewestBars,
        Math.ceil(Math.min(known, range.periods) / together));
    return Array.from({ length: wanted }, (_, at) => {
        const from = known - (wanted - at) * together;
        const counts = treatments.map(([name]) => sum(series[name].slice(
            Math.max(0, from), Math.max(0, from + together))));
        return { start: series.start + from * series.period, counts };
    });
};

// Returns the top of the scale: the least of 1, 2, 5, 10, 20, 50 ... that is at
// least `most`, the height of the highest bar.
const scaleFor = (most) => {
    const step = 10 ** Math.floor(Math.log10(Math.max(1, most)));
    return [1, 2, 5, 10].map((by) => by * step)
        .find((value) => value >= most) ?? 1;
};

const wordsOf = ({ start, counts }) => `${date(start)} UTC: ` +
    (sum(counts) === 0 ? "none" : treatments
        .map(([, title], at) => [title, counts[at]])
        .filter(([, value]) => value > 0)
        .map(([title, value]) => `${title} ${count(value)}`).join(", "));

const stack = (bar, at, scale) => {
    let below = 0;
    const parts = bar.counts.map((value, which) => {
        const height = (value / scale) * 100;
        below += height;
        return value === 0 ? null : h("rect", {
            class: treatments[which][0], x: at + 0.1, width: 0.8,
            y: (100 - below).toFixed(3), height: height.toFixed(3),
        });
    });
    return h("g", {}, h("title", {}, wordsOf(bar)),
        h("rect", { class: "hover", x: at, width: 1, height: 100 }), parts);
};

const grid = (width) => [0, 50, 100].map((y) =>
    h("line", { class: y === 100 ? "base" : "grid", x2: width, y1: y, y2: y }));

const plot = (label, width, scale, ...inside) => h("div", { class: "plot" },
    h("svg", { viewBox: `0 0 ${width} 100`, preserveAspectRatio: "none",
        role: "img", "aria-label": label }, grid(width), ...inside),
    h("span", { class: "top", "aria-hidden": "true" }, count(scale)));

const axis = (bars, range) => h("div", { class: "axis", "aria-hidden": "true" },
    [0, 0.25, 0.5, 0.75].map((part) => {
        const { start } = bars[Math.floor(bars.length * part)];
        return h("span", {}, range.seconds > 86400
            ? date(start).slice(5, 10) : clock(start).slice(0, 5));
    }), h("span", {}, "now"));

const legend = (bars) => h("ul", { class: "legend" },
    treatments.map(([name, title], at) => h("li", {},
        h("span", { class: `key ${name}`, "aria-hidden": "true" }),
        `${title} `, h("b", {}, count(sum(bars.map(({ counts }) =>
            counts[at])))))));

// The figures of a chart as a table, closed at first. Each of `rows` is a name
// and its counts; `first` is the title of the names, `titles` of the counts.
const asTable = (id, label, [first, ...titles], rows) => h("details",
    { id: `${id}-table` },
    h("summary", {}, "As a table"),
    h("div", { class: "scroll", tabindex: 0, role: "region",
        "aria-label": label },
    h("table", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, first),
            titles.map((title) =>
                h("th", { scope: "col", class: "n" }, title)))),
        h("tbody", {}, rows.map(([name, ...counts]) => h("tr", {},
            h("th", { scope: "row" }, name),
            counts.map((value) =>
                h("td", { class: "n" }, count(value)))))))));

/**
 * A chart of requests over time, stacked by treatment: allowed, logged,
 * delayed, refused, or from impostors.
 *
 * @param {string} id
 * @param {Object[]} all the member `series` of the JSON
 * @param {import("./state.js").State} state
 * @param {Object} server the member `server` of the JSON
 */
export const seriesChart = (id, all, state, server) => {
    const range = rangeOf(state, server);
    if (all.length === 0) {
        return h("figure", { id, class: "sheet" }, h("figcaption", {},
            h("p", {}, "The zone has no room for a chart of this one. " +
                "Make robots_zone larger.")));
    }
    const bars = barsOf(all[range.series], range);
    const requests = sum(bars.map(({ counts }) => sum(counts)));
    const scale = scaleFor(Math.max(...bars.map(({ counts }) => sum(counts))));
    const each = all[range.series].period *
        togetherIn(all[range.series], range);
    const words = `${counted(requests, "request")} ` +
        `${range.key === "all" ? "" : "in "}${range.title}, by ${brief(each)}`;
    return h("figure", { id, class: "sheet" },
        h("figcaption", { class: "bar" },
            h("h2", {}, "Crawl requests"), h("p", {}, words), legend(bars)),
        plot(words, bars.length, scale,
            bars.map((bar, at) => stack(bar, at, scale))),
        axis(bars, range), asTable(id, "The same as a table",
            ["From, UTC", ...treatments.map(([, title]) => title)],
            bars.filter(({ counts }) => sum(counts) > 0)
                .map(({ start, counts }) => [date(start), ...counts])));
};

const bucketWords = ({ from, to }) => to === null
    ? `${duration(from)} or more`
    : from === 0 ? `less than ${duration(to)}`
        : `${duration(from)} to ${duration(to)}`;

// Returns the x position of `delay` in the chart of intervals; null if `delay`
// is null or in no bucket. Each bucket is 1 wide, and spans twice as many
// seconds as the bucket before it.
const positionOf = (buckets, delay) => {
    const at = buckets.findIndex(({ from, to }) =>
        delay >= from && (to === null || delay < to));
    if (delay === null || at < 0) {
        return null;
    }
    const log = (seconds) => Math.log2(seconds * 1000 + 1);
    const { from, to } = buckets[at];
    return to === null ? at
        : at + (log(delay) - log(from)) / (log(to) - log(from));
};

const intervalBar = (bucket, at, scale, delayAt) => {
    const height = (bucket.count / scale) * 100;
    return h("g", {},
        h("title", {}, `${bucketWords(bucket)}: ` +
            counted(bucket.count, "request")),
        h("rect", { class: "hover", x: at, width: 1, height: 100 }),
        bucket.count === 0 ? null : h("rect", {
            class: delayAt !== null && at + 1 <= delayAt ? "early" : "allowed",
            x: at + 0.1, width: 0.8,
            y: (100 - height).toFixed(3), height: height.toFixed(3),
        }));
};

const intervalWords = ({ median }, delay) => median === null
    ? "No site has had two requests yet."
    : `Half of the requests came less than ${duration(median)} after the ` +
        "one before" + (delay === null ? "."
            : `. The crawl-delay, ${duration(delay)}, is the dashed line.`);

/**
 * A histogram of the times between requests. A dashed line is the crawl-delay.
 *
 * @param {{median: number|null, buckets: Object[]}} intervals
 * @param {number|null} delay the crawl-delay in seconds; null: none
 */
export const intervalChart = (intervals, delay) => {
    const { buckets } = intervals;
    const words = intervalWords(intervals, delay);
    const scale = scaleFor(Math.max(1, ...buckets.map((each) => each.count)));
    const delayAt = positionOf(buckets, delay);
    const every = Math.floor(buckets.length / 8) + 1;
    return h("figure", { id: "intervals", class: "sheet" },
        h("figcaption", {}, h("h3", {}, "Time between requests"),
            h("p", { id: "intervals-said" }, words)),
        plot(words, Math.max(1, buckets.length), scale,
            buckets.map((bucket, at) => intervalBar(bucket, at, scale, delayAt)),
            delayAt === null ? null
                : h("line", { class: "delay", x1: delayAt.toFixed(2),
                    x2: delayAt.toFixed(2), y2: 100 })),
        h("div", { class: "axis even", "aria-hidden": "true" },
            buckets.map(({ from }, at) =>
                h("span", {}, at % every === 0 ? brief(from) : ""))),
        buckets.length ? asTable("intervals", "Intervals as a table",
            ["Interval", "Requests"],
            buckets.map((bucket) => [bucketWords(bucket), bucket.count]))
            : null);
};
