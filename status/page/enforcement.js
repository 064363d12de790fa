// What the policy does now, in words.

import { h } from "./dom.js";
import { foreign, privateWord } from "./text.js";

// A key of `enforce`, which is the verdict too, and a noun.
const kinds = [
    ["disallow", "disallowed paths"],
    ["crawl_delay", "early requests"],
    ["impostor", "impostors"],
    ["unverifiable", "unverifiable requests"],
];

const deeds = {
    pass: "pass", log: "are logged", throttle: "are delayed",
    reject: "are refused",
};

// Where less is done about this crawler than its group says, what.
const words = (enforcement, caps = []) =>
    kinds.map(([kind, noun]) => {
        const cap = caps.find(({ violation }) => violation === kind);
        return cap ? [`; ${noun} are `, foreign(cap.text)]
            : `; ${noun} ${deeds[enforcement[kind]]}`;
    });

/**
 * @param {{group: string|null, private: boolean,
 *     enforcement: Object<string, string>|null,
 *     caps: Object[]|undefined}} row
 */
export const enforcementWords = (row) => [
    row.group === null ? "no group applies"
        : [h("span", { class: "mono" }, "User-agent: ", foreign(row.group)),
            privateWord(row)],
    row.enforcement === null ? null : words(row.enforcement, row.caps),
];

/**
 * The same of a site.
 *
 * @param {{enforcement: Object<string, string>|null}} row
 */
export const siteWords = ({ enforcement }) => enforcement === null
    ? "crawlers without a group of their own may fetch everything."
    : ["crawlers without a group of their own", words(enforcement), "."];
