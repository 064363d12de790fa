// Sums of the crawlers' requests and costs, by category or by operator.

import { h } from "./dom.js";
import { count, duration, foreign, octets } from "./text.js";
import { changed, valueOf } from "./state.js";
import { figure, treatedColumns, upstreamCell, violationsOf } from "./cells.js";
import { sorted, tableOf } from "./table.js";
import { isAll, treatedOf, treatments } from "./range.js";

const kinds = { category: "Category", operator: "Operator" };

/** Links to choose what a row is: a crawler, a category or an operator.
 * @param {import("./state.js").State} state */
export const rollupChoice = (state) => h("ul", { class: "ranges",
    "aria-label": "Rows" },
Object.entries({ "": "Crawlers", category: "Categories",
    operator: "Operators" }).map(([by, title]) => h("li", {}, h("a", {
    id: `by-${by || "each"}`, "data-replace": true, "data-say": title,
    href: changed(state, { by, q: "", category: "" }),
    "aria-current": by === valueOf(state, "by") ? "true" : null,
}, title))));

const add = (sum, counts) => Object.fromEntries(treatments.map(([name]) =>
    [name, sum[name] + (counts?.[name] ?? 0)]));

const nothing = Object.fromEntries(treatments.map(([name]) => [name, 0]));

// Returns one sum for all `rows` with the same row[by] (category or operator).
const together = (rows, by, range) => {
    const groups = new Map();
    for (const row of rows) {
        const name = row[by] ?? "";
        const sum = groups.get(name) ?? { name, crawlers: 0, treated: nothing,
            violations: 0, bytes: 0, upstream_seconds: 0, seconds: 0 };
        groups.set(name, { name,
            crawlers: sum.crawlers + 1,
            treated: add(sum.treated, treatedOf(row, range)),
            violations: sum.violations + violationsOf(row.genuine),
            bytes: sum.bytes + row.bytes,
            upstream_seconds: sum.upstream_seconds + row.upstream_seconds,
            seconds: sum.seconds + row.delays.seconds });
    }
    return [...groups.values()];
};

/**
 * @param {Object[]} rows of crawlers; `genuine`: the counts without impostors
 * @param {Object} context as in tableOf(), with `range`, `server` and `totals`;
 *     `missing`: whether the server has not sent all crawlers yet
 */
export const rollupOf = (rows, context) => {
    const { range, server, state, totals } = context;
    const by = valueOf(state, "by") === "operator" ? "operator" : "category";
    const all = isAll(range);
    const table = { id: "rollup", label: `Crawlers by ${by}`, sort: "sort",
        usual: "-requests", dense: true, keyOf: (row) => row.name, columns: [
            { key: "name", title: kinds[by], text: true,
                value: (row) => row.name,
                cell: (row) => row.name === "" ? "unknown"
                    : h("a", { "data-replace": true,
                        href: changed(state, { by: "", ...by === "category"
                            ? { category: row.name } : { q: row.name } }),
                    }, foreign(row.name)) },
            { key: "crawlers", title: "Crawlers",
                value: (row) => row.crawlers,
                cell: (row) => figure(row.crawlers) },
            ...treatedColumns(server, (row) => row.treated, false),
            ...all ? [
                { key: "violations", title: "Violations",
                    value: (row) => row.violations,
                    cell: (row) => figure(row.violations) },
                { key: "bytes", title: "Sent", value: (row) => row.bytes,
                    cell: (row) => octets(row.bytes) },
                { key: "upstream", title: "Upstream",
                    value: (row) => row.upstream_seconds,
                    cell: (row) => upstreamCell(row, totals.upstream_seconds) },
                { key: "seconds", title: "Time delayed",
                    value: (row) => row.seconds,
                    cell: (row) => row.seconds === 0
                        ? h("span", { class: "nil" }, "0")
                        : duration(row.seconds) },
            ] : [],
        ] };
    const groups = together(rows, by, range);
    return [tableOf(table, sorted(table, groups, state), context),
        all ? null : h("p", { class: "pages" }, "Violations, bytes sent, time " +
            "of upstreams and time delayed are counted since counting began: " +
            "choose All."),
        context.missing ? h("p", { class: "pages" },
            `Of the ${count(rows.length)} busiest crawlers.`) : null];
};
