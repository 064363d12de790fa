// Tables that can be sorted. A long table draws more rows when the reader comes
// near its end.

import { h } from "./dom.js";
import { count, counted } from "./text.js";
import { changed, valueOf } from "./state.js";

/**
 * @template Row
 * @typedef {Object} Column
 * @property {string} key the name of the column in the URL
 * @property {string} title
 * @property {(row: Row) => import("./dom.js").Child} cell
 * @property {(row: Row) => string|number|null} [value] the sort key. The first
 *     click sorts text ascending, and numbers descending. Without `value`, the
 *     table cannot be sorted by this column
 * @property {boolean} [text] whether the cells are text, not numbers
 */

/**
 * @template Row
 * @typedef {Object} Table
 * @property {string} id
 * @property {string} label for screen readers
 * @property {Column<Row>[]} columns the first column has the row's name
 * @property {(row: Row) => string} [keyOf] a unique key of a row
 * @property {string} [sort] the URL parameter with the sort order
 * @property {string} [usual] the sort order if the URL has none
 * @property {(row: Row) => string} [style] the CSS class of a row
 * @property {boolean} [dense] rows have one line, on a phone two
 * @property {boolean} [whole] draws all rows at once, for the browser's
 *     text search
 */

/** A table first draws this many rows, and later adds this many at a time. */
export const rowsAtOnce = 60;

const order = new Intl.Collator("en", { numeric: true });

const compare = (column) => (a, b) => {
    const [x, y] = [column.value(a), column.value(b)];
    return typeof x === "string" ? order.compare(x, y) : (x ?? -1) - (y ?? -1);
};

const sortKey = (table, state) =>
    (table.sort && valueOf(state, table.sort)) || table.usual || "";

const columnOf = (table, key) =>
    table.columns.find((column) =>
        column.value && column.key === key.replace(/^-/, ""));

/** Returns `rows` in the sort order of the URL. */
export const sorted = (table, rows, state) => {
    const key = sortKey(table, state);
    const column = columnOf(table, key);
    if (!column) {
        return rows;
    }
    const by = compare(column);
    return [...rows].sort(key.startsWith("-") ? (a, b) => by(b, a) : by);
};

const heading = (table, column, state) => {
    const style = column.text ? null : "n";
    if (!column.title) {
        return h("td", {});
    }
    if (!table.sort || !column.value) {
        return h("th", { scope: "col", class: style }, column.title);
    }
    const key = sortKey(table, state);
    const isChosen = columnOf(table, key) === column;
    const down = key.startsWith("-");
    const first = column.text ? column.key : `-${column.key}`;
    const next = isChosen ? (down ? column.key : `-${column.key}`) : first;
    return h("th", {
        scope: "col",
        class: style,
        "aria-sort": isChosen ? (down ? "descending" : "ascending") : null,
    }, h("a", {
        id: `${table.id}-by-${column.key}`,
        href: changed(state, { [table.sort]: next }),
        "data-replace": true,
        "data-say": `Sorted by ${column.title}`,
    }, column.title));
};

// On a phone, phone.css shows `data-title` (the column's title) in each cell.
const cellOf = (column, row, isFirst) => isFirst
    ? h("th", { scope: "row", class: "name" }, column.cell(row))
    : h("td", { class: column.text ? null : "n", "data-title": column.title,
        "data-key": column.key },
        h("div", {}, column.cell(row)));

const rowOf = (table, row) => h("tr", {
    id: table.keyOf ? `${table.id}:${table.keyOf(row)}` : null,
    class: table.style?.(row) || null,
}, table.columns.map((column, at) => cellOf(column, row, at === 0)));

const more = (table, drawn, total) => drawn >= total ? null
    : h("p", { class: "pages" }, h("button", {
        type: "button",
        "data-more": table.id,
    }, `Show more of ${count(total)}`));

/**
 * @template Row
 * @param {Table<Row>} table
 * @param {Row[]} rows in the order in which they are drawn
 * @param {{state: import("./state.js").State, drawn: Map<string, number>}}
 *     context `drawn` has the number of rows to draw, by the table's id
 */
export const tableOf = (table, rows, context) => {
    const drawn = table.whole ? rows.length : Math.min(rows.length,
        context.drawn.get(table.id) ?? rowsAtOnce);
    return [
        h("div", { class: "scroll", tabindex: 0, role: "region",
            "aria-label": table.label },
        h("table", { id: table.id,
            class: table.dense ? "cards dense" : "cards" },
            h("thead", {}, h("tr", {}, table.columns.map((column) =>
                heading(table, column, context.state)))),
            h("tbody", {}, rows.slice(0, drawn).map((row) =>
                rowOf(table, row))))),
        more(table, drawn, rows.length),
    ];
};

/** Links to the previous and next part of a list, if it has several parts. */
export const pagesOf = (name, list, noun, state) => {
    const { total, first, rows } = list;
    if (rows.length >= total) {
        return null;
    }
    const size = first > 0 && first + rows.length === total
        ? first / Math.max(1, Number(valueOf(state, name)) - 1) : rows.length;
    const page = Math.round(first / size) + 1;
    const link = (to, text) => h("a", {
        id: `${name}-${text}`,
        href: changed(state, { [name]: to === 1 ? "" : String(to) }),
    }, text);
    return h("p", { class: "pages" },
        `${count(first + 1)} to ${count(first + rows.length)} of ` +
            counted(total, noun),
        page > 1 ? link(page - 1, "Previous") : null,
        first + rows.length < total ? link(page + 1, "Next") : null);
};
