// The panel "Act on ...". An act is a change to what the policy does about a
// crawler or a site, as YAML to paste into the policy. The server generates the
// YAML, because it knows the group that applies to the crawler.

import { h } from "./dom.js";
import { copyButton } from "./cells.js";
import { foreign, siteLabel } from "./text.js";
import { changed, elsewhere, valueOf } from "./state.js";
import { enforcementWords, siteWords } from "./enforcement.js";

const words = {
    slow_down: ["Slow down", "Requests wait for their crawl-delay."],
    refuse: ["Refuse", "All its requests are refused."],
    exempt: ["Exempt", "Nothing is done, and nothing logged."],
    log_only: ["Log only", "Violations are only logged."],
    refuse_impostors: ["Refuse impostors", "Who only claims to be it is refused."],
    name_it: ["Name it", "It is counted and treated apart."],
    suspend: ["Suspend", "robots.txt answers 503."],
};

const isEveryone = (crawler) => crawler === "*";

const subjectOf = ({ crawler, site }) =>
    isEveryone(crawler) ? siteLabel(site) : crawler;

/**
 * Returns the query of the JSON for the panel of acts that the URL opens;
 * "" if the URL opens none.
 *
 * @param {import("./state.js").State} state
 */
export const actsQuestion = (state) => {
    const [crawler, site] = [valueOf(state, "act"), valueOf(state, "on")];
    return !crawler || !site ? "" : new URLSearchParams({ view: "acts",
        ...isEveryone(crawler) ? {} : { crawler }, site }).toString();
};

/**
 * Returns a link that opens the panel of acts on `crawler` at `site`. "*" means
 * all crawlers without a group of their own. Returns null if `site` is null, or
 * if a name is in parentheses, such as "(unlisted)".
 *
 * @param {import("./state.js").State} state
 * @param {string} crawler
 * @param {string|null} site
 */
export const actLink = (state, crawler, site) =>
    crawler.startsWith("(") || !site || site.startsWith("(") ? null
        : h("a", { class: "act", id: `act:${crawler}:${site}`,
            href: changed(state, { act: crawler, on: site }),
            "aria-label": `Act on ${subjectOf({ crawler, site })}` }, "Act");

const one = (subject, { act, notes, yaml }) => {
    const [label, effect] = words[act] ?? [act, ""];
    return h("li", {}, h("details", { id: `act-${act}` },
        h("summary", {}, h("b", {}, label),
            h("span", { class: "soft" }, ` ${effect}`)),
        notes.map((note) => h("p", { class: "caution" }, foreign(note))),
        h("pre", { tabindex: 0, "aria-label": `YAML: ${label}` }, yaml),
        copyButton(yaml, "Copy the YAML", `Copy the YAML: ${label} ${subject}`)));
};

const listOf = (acts) => acts.acts.length === 0
    ? h("p", {}, "Nothing to paste: a group needs a product token, and a site " +
        "whose robots.txt is not a text of its own.")
    : h("ul", {}, acts.acts.map((each) => one(subjectOf(acts), each)));

const nowOf = (acts) => h("p", { class: "soft" }, "On ", foreign(acts.site),
    ", now: ", isEveryone(acts.crawler) ? siteWords(acts)
        : [enforcementWords(acts), "."]);

/**
 * @param {Object|null} acts JSON of `view=acts`, or an error; null: no panel
 * @param {import("./state.js").State} state
 */
export const actsPanel = (acts, state) => acts === null ? null
    : h("aside", { id: "acts", class: "sheet", "aria-labelledby": "acts-title" },
        h("div", { class: "bar" },
            h("h2", { id: "acts-title", tabindex: -1 }, "Act on ",
                foreign(acts.view === "acts" ? subjectOf(acts)
                    : valueOf(state, "act"))),
            h("a", { id: "acts-close", href: changed(state,
                { act: "", on: "" }) }, "Close")),
        acts.view === "acts" ? [nowOf(acts), listOf(acts)]
            : h("p", {}, foreign(acts.error)),
        h("p", {}, "Try it before you reload: ",
            h("code", {}, "robotsctl diff OLD NEW"), ". ",
            h("a", { href: elsewhere(state, { view: "explain" }) },
                "Explain a URL")));
