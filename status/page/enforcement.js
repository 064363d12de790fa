// What the policy does now, in words.

import { h } from "./dom.js";
import { foreign } from "./text.js";

const kinds = [
    ["disallow", "disallowed paths"],
    ["crawl_delay", "early requests"],
];

const deeds = {
    off: "pass", log: "are logged", throttle: "are delayed",
    reject: "are refused",
};

/**
 * @param {{group: string|null, enforcement: Object<string, string>|null}} row
 */
export const enforcementWords = ({ group, enforcement }) => [
    group === null ? "no group applies"
        : [h("span", { class: "mono" }, "User-agent: ", foreign(group))],
    enforcement === null ? null : kinds.map(([kind, noun]) =>
        `; ${noun} ${deeds[enforcement[kind]]}`),
];
