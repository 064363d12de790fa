// Parts of several views: the figures at the top, and the table of visits. A
// visit is all requests of one crawler, with one identity, to one site.

import { h } from "./dom.js";
import { ago, duration, octets } from "./text.js";
import {
    bytesCell, empty, fetchesCell, section, sheet, total, treatedTotals,
    upstreamCell, visitColumns, wouldBe,
} from "./cells.js";
import { pagesOf, tableOf } from "./table.js";
import { queriesOf } from "./queries.js";
import { alwaysAll, isAll, treatedIn, treatedOf } from "./range.js";

/**
 * The figures of what was done about requests. If the range is "all", also the
 * figures that are only counted as totals, not by time.
 *
 * @param {Object} row of the JSON: the totals, a crawler, or a site
 * @param {Object} all the JSON
 * @param {Object} context with `range`, and `of`: the labels for queriesOf()
 * @param {Object} parts `note` on delayed requests; `sent`: texts of the figure
 *     of bytes; `before` and `behind` get the queries and return more figures
 */
export const totalsOf = (row, { server, series }, { range, state, of },
    { note, sent, before, behind }) => {
    const query = queriesOf(state, range, of);
    const would = (action) =>
        isAll(range) ? wouldBe(server, row.counts, action) : null;
    const delayed = [note, would("throttle")].filter(Boolean);
    return h("dl", { class: "totals sheet", id: "totals" },
        treatedTotals(isAll(range) ? treatedOf(row, range)
            : treatedIn(series, range), { query, notes: {
            delayed: delayed.length ? delayed : null,
            refused: would("reject") } }),
        !isAll(range) ? null : [before(query),
            total({ ...sent, value: octets(row.bytes), query: query.bytes }),
            total({ name: "Upstream", value: duration(row.upstream_seconds),
                query: query.upstream }),
            behind ? behind(query) : null]);
};

/**
 * A table of the visits of one crawler or to one site. The column `first` has
 * the site or the crawler of each visit.
 *
 * @param {Object} list of the JSON
 * @param {Object} context as in tableOf(), with `server` and `range`
 * @param {Object} parts `bytes`: the bytes of all rows, or 0; `actOf` returns a
 *     row's link "Act"; `pages`: URL parameter of the page, and a row's noun
 */
export const visitsSection = (list, context,
    { id, title, label, none, pages, first, more, bytes, actOf }) => {
    const { state, server } = context;
    const table = { id: "visits", label, dense: true, columns: [
        first,
        ...visitColumns(server),
        { key: "bytes", title: "Sent", cell: (row) => bytesCell(row, bytes) },
        { key: "upstream", title: "Upstream", cell: (row) => upstreamCell(row) },
        { key: "fetched", title: "robots.txt",
            cell: (row) => fetchesCell(row.fetches, server.time) },
        ...more,
        { key: "seen", title: "Last seen",
            cell: (row) => ago(row.last_seen, server.time) },
        { key: "act", title: "", cell: actOf },
    ] };
    return section(id, [title, alwaysAll(context.range)],
        sheet(list.rows.length
            ? [tableOf(table, list.rows, context),
                pagesOf(pages.name, list, pages.noun, state)]
            : empty(none)));
};
