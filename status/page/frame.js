// The parts of the page around every view: the header with links to the views,
// the banners with warnings, and the footer with the source of the figures.

import { h } from "./dom.js";
import { counted, foreign, when } from "./text.js";
import { changed, elsewhere, valueOf } from "./state.js";
import { fleetWarnings } from "./fleet.js";
import { queryToggle } from "./queries.js";
import { rangeChoice } from "./range.js";

/** Seconds between two refreshes: enough to read the page. */
export const refreshSeconds = 30;

export const isPaused = (state) => valueOf(state, "refresh") === "off";

const mark = () => h("svg", { viewBox: "0 0 20 20", "aria-hidden": "true",
    fill: "none", stroke: "currentColor", "stroke-width": 1.6,
    "stroke-linecap": "round" },
h("rect", { x: 2.5, y: 6.5, width: 15, height: 10.5, rx: 3 }),
h("path", { d: "M10 6.5V3M7 11v1.6M13 11v1.6" }),
h("circle", { cx: 10, cy: 2.2, r: 0.7, fill: "currentColor" }));

const way = (state, view, label, values) => h("li", {}, h("a", {
    href: elsewhere(state, values),
    "aria-current": state.view === view ? "page" : null,
}, label));

const refresh = (state, note) => {
    const paused = isPaused(state);
    return h("p", { class: "refresh" },
        h("span", { id: "refresh-said" }, paused ? "Not refreshing"
            : note || `Refreshes every ${refreshSeconds} s`),
        " · ",
        h("a", { id: "pause", "data-replace": true,
            href: changed(state, { refresh: paused ? "" : "off" }) },
        paused ? "Resume" : "Pause"));
};

/**
 * @param {{state: import("./state.js").State, live: boolean, note: string}} now
 *     `live`: the figures come from the server, not from data inside the page;
 *     `note`: text to show instead of how often the page refreshes; "": none
 */
export const headerOf = ({ state, live, note }) => [
    h("a", { class: "brand", href: elsewhere(state) }, mark(),
        h("span", {}, "robots status")),
    h("nav", { "aria-label": "Views" }, h("ul", {},
        way(state, "overview", "Overview", {}),
        way(state, "violations", "Violations", { view: "violations" }),
        live ? way(state, "explain", "Explain a URL",
            { view: "explain" }) : null)),
    live && state.view !== "explain" ? refresh(state, note) : null,
];

const banner = (id, ...parts) => h("p", { class: "banner", id }, ...parts);

const logOnly = (server) => server.log_only === "none" ? null
    : banner("log-only", server.log_only === "all"
        ? "Log only: nothing is delayed or refused here"
        : "Some servers or locations only log: nothing is delayed or " +
            "refused there",
    " (", h("code", {}, "robots_enforce log"), "). ",
    "Beside the figures, “would be” says what the policy asks for.");

/** Returns the warnings that an admin must read before any figure. */
export const bannersOf = (server) => [
    server.policy.last_good_in_use
        ? h("p", { class: "banner alarm", id: "last-good" },
            "The policy does not load. nginx uses the last one that did. ",
            h("code", {}, "nginx -t"), " says what is wrong: correct it, then " +
            "reload.") : null,
    server.policy.kept_files > 0
        ? banner("kept-files", "Included files with errors: " +
            `${server.policy.kept_files}. Older versions of them stay in use, ` +
            "or their sites are left out. ", h("code", {}, "robotsctl check"),
        " says what to fix.") : null,
    server.policy.last_reload_successful || server.policy.last_good_in_use
        ? null : banner("reload-failed", "A reload failed. nginx still uses the " +
            "policy that it loaded on ", when(server.policy.loaded),
        "; error_log says what to fix."),
    server.policy.stale && !server.policy.last_good_in_use
        ? banner("stale", "The policy’s files have changed since nginx " +
            "loaded them on ", when(server.policy.loaded),
        ": the running policy is not what is on the disk. Check with ",
        h("code", {}, "nginx -t"), ", then reload.") : null,
    logOnly(server),
    fleetWarnings(server.fleet).map((parts) => banner(...parts)),
];

/** The heading of a view, with links that choose the time range of its figures.
 * @param {import("./state.js").State} state
 * @param {Object} server the member `server` of the JSON
 * @param {Node} heading
 * @param {...import("./dom.js").Child} lead text below the heading */
export const viewBar = (state, server, heading, ...lead) =>
    h("div", { class: "bar view" },
        h("div", {}, heading, lead.length
            ? h("p", { class: "lead" }, ...lead) : null),
        h("div", { class: "choice" }, queryToggle(state),
            rangeChoice(server, state)));

export const footerOf = (server, live) => h("p", {}, "Times are UTC. ",
    live ? ["The same as ", h("a", { href: "?format=json" }, "JSON"),
        " and for ", h("a", { href: "?format=prometheus" }, "Prometheus"),
        ". "] : null,
    `ngx_http_robots_module ${server.version}, policy `,
    foreign(server.policy.file), ", ",
    counted(server.policy.sites, "site"), ".");
