// What was found of signed requests (Web Bot Auth), in words.

import { h } from "./dom.js";
import { count } from "./text.js";

// By the names of the JSON.
const words = {
    verified: "verified", invalid: "invalid", expired: "expired",
    unknown_key: "by an unknown key", malformed: "malformed",
    unchecked: "not checked",
};

/** What is said of one. */
export const signatureWord = (result) => words[result] ?? result;

/** Signed requests, and those that proved nothing.
 * @param {Object<string, number>|null} signatures null: none was signed */
export const signedOf = (signatures) => {
    const all = Object.values(signatures ?? {})
        .reduce((sum, value) => sum + value, 0);
    return { all, failed: all - (signatures?.verified ?? 0) };
};

/** "3 verified, 1 expired". */
export const signatureWords = (signatures) => Object.keys(words)
    .filter((result) => signatures[result] > 0)
    .map((result, at) => [at ? ", " : null,
        h("span", { class: result === "verified" ? "good" : "caution" },
            `${count(signatures[result])} ${words[result]}`)]);
