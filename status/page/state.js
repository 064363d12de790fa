// What the URL says: which view, how it is sorted and filtered.

/**
 * @typedef {Object} State
 * @property {string} view overview, crawler, site, violations or explain
 * @property {URLSearchParams} parameters all of them
 */

// These stay on the way from one view to another.
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

/** The value of a parameter; "" if it has none. */
export const valueOf = (state, name) => state.parameters.get(name) ?? "";

const written = (parameters) => {
    const text = parameters.toString();
    return text ? `?${text}` : "?";
};

/** This view with other values of some parameters; "" leaves one out. */
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

/** Another view. */
export const elsewhere = (state, values = {}) => {
    const parameters = new URLSearchParams(values);
    for (const name of lasting) {
        if (state.parameters.has(name)) {
            parameters.set(name, state.parameters.get(name));
        }
    }
    return written(parameters);
};

// What the server has to know of the URL, by view.
const asked = {
    overview: [],
    crawler: ["crawler", "sites"],
    site: ["site", "visits", "lines"],
    violations: ["view", "crawler", "site"],
    explain: ["view", "scheme", "host", "port", "path", "user_agent", "address",
        "headers"],
};

/** The query of the JSON that the view shows. */
export const questionOf = (state) => {
    const question = new URLSearchParams();
    for (const name of asked[state.view]) {
        if (state.parameters.get(name)) {
            question.set(name, state.parameters.get(name));
        }
    }
    return question.toString();
};
