// The state of the page is its URL: the view, its sort order and its filters.

/**
 * @typedef {Object} State
 * @property {string} view overview, crawler, site, violations or explain
 * @property {URLSearchParams} parameters all but `format`
 */

// The parameters that links to another view keep.
const lasting = ["refresh", "range", "promql"];

const viewOf = (parameters) => {
    const view = parameters.get("view");
    if (view === "explain" || view === "violations") {
        return view;
    }
    if (parameters.get("crawler")) {
        return "crawler";
    }
    return parameters.get("site") ? "site" : "overview";
};

/** @returns {State} */
export const stateFrom = (search) => {
    const parameters = new URLSearchParams(search);
    parameters.delete("format");
    return { view: viewOf(parameters), parameters };
};

/** The value of a parameter; "" if the URL does not have the parameter. */
export const valueOf = (state, name) => state.parameters.get(name) ?? "";

const written = (parameters) => {
    const text = parameters.toString();
    return text ? `?${text}` : "?";
};

/** The URL of this view with changed parameters; "" removes a parameter. */
export const changed = (state, values) => {
    const parameters = new URLSearchParams(state.parameters);
    for (const [name, value] of Object.entries(values)) {
        if (value) {
            parameters.set(name, value);
        } else {
            parameters.delete(name);
        }
    }
    return written(parameters);
};

/** The URL of another view, with `values` and the lasting parameters. */
export const elsewhere = (state, values = {}) => {
    const parameters = new URLSearchParams(values);
    for (const name of lasting) {
        if (state.parameters.has(name)) {
            parameters.set(name, state.parameters.get(name));
        }
    }
    return written(parameters);
};

// The URL parameters that the page sends to the server, by view.
const asked = {
    overview: [],
    crawler: ["crawler", "sites"],
    site: ["site", "visits", "lines"],
    violations: ["view", "crawler", "site"],
    explain: ["view", "scheme", "host", "port", "path", "user_agent", "address",
        "headers"],
};

/** The query with which the page asks the server for the JSON of the view. */
export const questionOf = (state) => {
    const question = new URLSearchParams();
    for (const name of asked[state.view]) {
        if (state.parameters.get(name)) {
            question.set(name, state.parameters.get(name));
        }
    }
    return question.toString();
};
