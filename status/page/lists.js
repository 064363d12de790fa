// The two long lists of the overview. The server first sends only the rows with
// the most requests. The page asks for more rows when the reader needs them.

import { valueOf } from "./state.js";

// The server sends a list in parts. Each part but the last has 500 rows.
const rowsOfPart = 500;

/**
 * The lists, by the name of the list in the JSON, which is also the table's id.
 *
 * `question` returns the query for a part; the first part has the number 1.
 * `search` has the names of the URL parameters that filter or sort the rows.
 */
export const lists = {
    crawlers: {
        keyOf: (row) => row.crawler,
        question: (part) => `crawlers=${part}`,
        search: ["q", "category", "sort", "by"],
    },
    sites: {
        keyOf: (row) => row.site,
        question: (part) => `view=sites&sites=${part}`,
        search: ["site_name", "sort_sites"],
    },
};

/** The number of the first part that lacks rows, after `known` rows. */
export const nextPart = (known) => Math.floor(known / rowsOfPart) + 1;

/**
 * Whether the reader needs rows of a list that the server has not sent yet.
 *
 * @param {string} name of the list
 * @param {{known: number, total: number, drawn: number,
 *     state: import("./state.js").State}} view numbers of rows: sent by
 *     the server so far (`known`), in total, and shown by the table (`drawn`)
 */
export const needsMore = (name, { known, total, drawn, state }) =>
    known < total && (drawn >= known ||
        lists[name].search.some((each) => valueOf(state, each) !== ""));
