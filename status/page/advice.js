// "Copy the YAML": what the policy could do instead.

import { h } from "./dom.js";
import { copyButton } from "./cells.js";

const one = (subject, { label, yaml }) => h("li", {},
    h("b", {}, label),
    h("pre", { tabindex: 0, "aria-label": `YAML to ${label.toLowerCase()}` },
        yaml),
    copyButton(yaml, "Copy the YAML", `Copy the YAML: ${label} ${subject}`));

/**
 * A disclosure with all that can be done about one.
 *
 * @param {string} id
 * @param {string} subject its name
 * @param {import("./yaml.js").Advice[]} advice
 * @param {import("./dom.js").Child} [now] what the policy does now
 */
export const adviceOf = (id, subject, advice, now) => advice.length === 0 ? null
    : h("details", { class: "advice", id },
        h("summary", {}, "Act",
            h("span", { class: "unseen" }, ` on ${subject}`)),
        now ? h("p", {}, "Now: ", now) : null,
        h("ul", {}, advice.map((each) => one(subject, each))));
