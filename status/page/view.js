// What views have in common: the figures at their top, and the table of the
// visits to one site or of one crawler.

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
 * What became of requests; and what is not counted by time, if the range is
 * all.
 *
 * @param {Object} row of the JSON: all crawlers, one, or a site
 * @param {Object} all the JSON
 * @param {Object} context with the `range`, and `of` whom Prometheus is asked
 * @param {Object} parts `note` on the delayed, `sent`: the title of the bytes;
 *     with the queries, `before` and `behind` give the figures around them
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
 * The visits of one crawler, or to one site: whom or which the first columns
 * say.
 *
 * @param {Object} list of the JSON
 * @param {Object} context what tables need, with the `range`
 * @param {Object} parts `first` and `more` columns, `actOf` a row, the `bytes`
 *     of all, how many are on a page by `pages`, and words
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
