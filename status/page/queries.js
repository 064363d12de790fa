// The PromQL queries with which Prometheus returns the figures of the page.

import { h } from "./dom.js";
import { changed, valueOf } from "./state.js";

const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n")}"`;

/** {site="a.example",action="reject"}; the value "!x" means: not "x". */
const selector = (labels) => {
    const parts = Object.entries(labels).map(([name, value]) =>
        value.startsWith("!")
            ? `${name}!=${quoted(value.slice(1))}`
            : `${name}=${quoted(value)}`);
    return parts.length ? `{${parts.join(",")}}` : "";
};

/**
 * Returns the queries by the names of their figures. Returns an empty object if
 * the reader has not switched the queries on.
 *
 * @param {import("./state.js").State} state
 * @param {import("./range.js").Range} range
 * @param {Object<string, string>} labels of one site or one crawler; {}: all
 */
export const queriesOf = (state, range, labels = {}) => {
    if (valueOf(state, "promql") !== "on") {
        return {};
    }
    const sum = (metric, more = {}) => {
        const series = `${metric}${selector({ ...labels, ...more })}`;
        return range.key === "all" ? `sum(${series})`
            : `sum(increase(${series}[${range.key}]))`;
    };
    const requests = (more = {}) =>
        sum("robots_requests_total", { verdict: "!impostor", ...more });
    return {
        requests: requests(),
        logged: requests({ action: "log" }),
        delayed: requests({ action: "throttle" }),
        refused: requests({ action: "reject" }),
        impostor: sum("robots_identified_requests_total",
            { identity: "impostor" }),
        signed: sum(Object.keys(labels).length === 0
            ? "robots_received_signatures_total" : "robots_signed_requests_total"),
        bytes: sum("robots_sent_bytes_total"),
        upstream: sum("robots_upstream_seconds_total"),
        robotsTxt: sum("robots_txt_served_total"),
    };
};

/** Shows or hides queries. @param {import("./state.js").State} state */
export const queryToggle = (state) => {
    const isOn = valueOf(state, "promql") === "on";
    return h("a", { id: "promql", class: "toggle", "data-replace": true,
        href: changed(state, { promql: isOn ? "" : "on" }),
        "aria-current": isOn ? "true" : null }, "PromQL");
};
