// The results of checking signed requests (Web Bot Auth), in words.

import { h } from "./dom.js";
import { count } from "./text.js";

// The keys are the names of the results in the JSON.
const words = {
    verified: "verified", invalid: "invalid", expired: "expired",
    unknown_key: "by an unknown key", malformed: "malformed",
    unchecked: "not checked",
};

/** The words for the result of one signature. */
export const signatureWord = (result) => words[result] ?? result;

/** The number of signed requests, and of those that were not verified.
 * @param {Object<string, number>|null} signatures null: none is signed */
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
