// What the policy does now, in words.

import { h } from "./dom.js";
import { foreign } from "./text.js";

const kinds = [
    ["disallow", "disallowed paths"],
    ["crawl_delay", "early requests"],
    ["impostor", "impostors"],
];

const deeds = {
    off: "pass", log: "are logged", throttle: "are delayed",
    reject: "are refused",
};

const words = (enforcement) => kinds.map(([kind, noun]) =>
    `; ${noun} ${deeds[enforcement[kind]]}`);

/**
 * @param {{group: string|null, enforcement: Object<string, string>|null}} row
 */
export const enforcementWords = ({ group, enforcement }) => [
    group === null ? "no group applies"
        : [h("span", { class: "mono" }, "User-agent: ", foreign(group))],
    enforcement === null ? null : words(enforcement),
];

/**
 * The same of a site.
 *
 * @param {{enforcement: Object<string, string>|null}} row
 */
export const siteWords = ({ enforcement }) => enforcement === null
    ? "crawlers without a group of their own may fetch everything."
    : ["crawlers without a group of their own", words(enforcement), "."];
