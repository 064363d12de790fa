// Says in words what the policy does about violations.

import { h } from "./dom.js";
import { foreign, privateWord } from "./text.js";

// Pairs: a verdict, which is also a key of the policy's `enforce`; and a noun.
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

// Says what is done about each kind of violation. If a kind has a cap, then
// less is done than `enforcement` says, and the text of the cap says what.
const words = (enforcement, caps = []) =>
    kinds.map(([kind, noun]) => {
        const cap = caps.find(({ violation }) => violation === kind);
        return cap ? [`; ${noun} are `, foreign(cap.text)]
            : `; ${noun} ${deeds[enforcement[kind]]}`;
    });

/**
 * Says which group applies to a crawler, and what is done about its violations.
 *
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
 * Says what a site does about violations of crawlers without their own group.
 *
 * @param {{enforcement: Object<string, string>|null}} row
 */
export const siteWords = ({ enforcement }) => enforcement === null
    ? "crawlers without a group of their own may fetch everything."
    : ["crawlers without a group of their own", words(enforcement), "."];
