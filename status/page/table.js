// Tables whose rows are sorted and filtered, and drawn as they scroll into
// view.

import { h } from "./dom.js";
import { count, counted } from "./text.js";
import { changed, valueOf } from "./state.js";

/**
 * @template Row
 * @typedef {Object} Column
 * @property {string} key in the URL
 * @property {string} title
 * @property {(row: Row) => import("./dom.js").Child} cell
 * @property {(row: Row) => string|number|null} [value] what orders rows; texts
 *     begin with the least, numbers with the greatest. Without it, nothing is
 *     sorted by this column
 * @property {boolean} [text] not a number
 */

/**
 * @template Row
 * @typedef {Object} Table
 * @property {string} id
 * @property {string} label for readers who do not see it
 * @property {Column<Row>[]} columns the first has the name of the row
 * @property {(row: Row) => string} [keyOf] what tells rows apart
 * @property {string} [sort] the parameter of the URL
 * @property {string} [usual] how it is sorted without one
 * @property {(row: Row) => string} [style] class of a row
 * @property {boolean} [dense] one line a row, on a phone two
 * @property {boolean} [whole] all rows are drawn at once, to be searched
 */

/** Rows that are drawn at once. */
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

/** The rows in the order that the URL asks for. */
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

// On a phone, each cell says what it is.
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
 * @param {Row[]} rows in order
 * @param {{state: import("./state.js").State, drawn: Map<string, number>}}
 *     context `drawn` has how many rows of a table are wanted
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

/** The parts of a list that the server cuts, as links. */
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
