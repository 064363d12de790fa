// The lists of the overview of which the server sends the busiest at first, and
// the others when the reader looks for them.

import { valueOf } from "./state.js";

// As the server cuts them.
const rowsOfPart = 500;

/**
 * By the name that the JSON and the page's table have for it.
 *
 * `question` asks for a part, from 1; `search` names the parameters of the URL
 * that choose or sort rows.
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

/** The first part that is not known whole. */
export const nextPart = (known) => Math.floor(known / rowsOfPart) + 1;

/**
 * Whether the reader wants to see rows of a list that are not known yet.
 *
 * @param {string} name of the list
 * @param {{known: number, total: number, drawn: number,
 *     state: import("./state.js").State}} view how many rows are known, exist,
 *     and are wanted
 */
export const needsMore = (name, { known, total, drawn, state }) =>
    known < total && (drawn >= known ||
        lists[name].search.some((each) => valueOf(state, each) !== ""));
