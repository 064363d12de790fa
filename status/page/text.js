// Formats figures, times and names for readers.

import { h } from "./dom.js";

const grouped = new Intl.NumberFormat("en");

/** @param {number} value */
export const count = (value) => grouped.format(value);

/** "one site", "2 sites". */
export const counted = (value, noun) =>
    value === 1 ? `one ${noun}` : `${count(value)} ${noun}s`;

/** The note behind a group's name if the group is not in robots.txt. */
export const privateWord = (row) =>
    row.private ? " (private: not in robots.txt)" : null;

/** "12%". Only zero is "0%", and only the whole is "100%". */
export const share = (part, whole) => {
    if (!part || !whole) {
        return "0%";
    }
    if (part >= whole) {
        return "100%";
    }
    const percent = (part / whole) * 100;
    if (percent < 0.1) {
        return "<0.1%";
    }
    return `${Math.min(99, Number(percent.toPrecision(2)))}%`;
};

const units = [["s", 60], ["min", 60], ["h", 24], ["d", Infinity]];

// Converts seconds to the largest unit in which the value is at least 1.
// Returns [value, rest in the next smaller unit, index in `units`].
const measured = (seconds) => {
    let value = Math.round(seconds);
    let rest = 0;
    let unit = 0;
    while (value >= units[unit][1]) {
        rest = value % units[unit][1];
        value = Math.floor(value / units[unit][1]);
        unit += 1;
    }
    return [value, rest, unit];
};

/** "250 ms", "1.8 s", "3 min 20 s". */
export const duration = (seconds) => {
    if (seconds < 10) {
        return brief(seconds);
    }
    const [value, rest, unit] = measured(seconds);
    return `${value} ${units[unit][0]}` +
        (rest ? ` ${rest} ${units[unit - 1][0]}` : "");
};

/** Like duration(), but with only the largest unit: "3 min". */
export const brief = (seconds) => {
    if (seconds < 1) {
        return `${Math.round(seconds * 1000)} ms`;
    }
    if (seconds < 10) {
        return `${Math.round(seconds * 10) / 10} s`;
    }
    const [value, , unit] = measured(seconds);
    return `${value} ${units[unit][0]}`;
};

const iso = (time) => new Date(time * 1000).toISOString();

/** "2026-11-22 14:05", in UTC. */
export const date = (time) => iso(time).slice(0, 16).replace("T", " ");

/** "14:05:09", in UTC. */
export const clock = (time) => iso(time).slice(11, 19);

const timed = (time, text) =>
    h("time", { datetime: iso(time), title: `${date(time)} UTC` }, text);

/** A Unix time as an element; a dash if the time is 0 or null. */
export const when = (time) =>
    time ? timed(time, date(time)) : h("span", { class: "nil" }, "–");

/** "3 min ago". */
export const ago = (time, now) => {
    if (!time) {
        return h("span", { class: "nil" }, "–");
    }
    const [value, , unit] = measured(Math.max(0, now - time));
    return timed(time, now - time < 1 ? "now" : `${value} ${units[unit][0]} ago`);
};

/** "1.4 MiB". */
export const octets = (value) => {
    const names = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let unit = 0;
    while (value >= 1024 && unit + 1 < names.length) {
        value /= 1024;
        unit += 1;
    }
    return `${unit === 0 || value >= 100 ? Math.round(value)
        : Math.round(value * 10) / 10} ${names[unit]}`;
};

// Characters that are invisible, or change how the characters near them look.
const odd =
    /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\p{Co}\ufff9-\ufffb]/u;

const spelledOut = (character) => h("span", { class: "odd" }, "U+" +
    character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0"));

const longest = 1024;

/** Text with invisible characters as "U+200B", cut after 1,024 UTF-16 units.
 * @returns {(Node|string)[]} */
export const plain = (text) => {
    const shown = text.length > longest ? text.slice(0, longest) : text;
    const parts = [];
    let run = "";
    for (const character of shown) {
        if (odd.test(character)) {
            parts.push(run, spelledOut(character));
            run = "";
        } else {
            run += character;
        }
    }
    parts.push(run);
    if (shown.length < text.length) {
        parts.push(h("span", { class: "odd" },
            `… ${text.length - shown.length} more characters`));
    }
    return parts;
};

// The minimum length, in UTF-16 units, of texts that may break across lines.
const breakableFrom = 18;

// Allows long texts to break behind dots and slashes.
const breakable = (part) =>
    typeof part !== "string" || part.length < breakableFrom ? [part]
        : part.split(/(?<=[./])/).flatMap((piece, at) =>
            at === 0 ? [piece] : [h("wbr"), piece]);

/** Text from outside the page. <bdi> isolates its writing direction. */
export const foreign = (text) => h("bdi", {}, plain(text).flatMap(breakable));

/** A crawler's name; in the JSON, "(unlisted)" and "(gone)" replace a name. */
export const crawlerLabel = (name) => ({
    "(unlisted)": "Unlisted crawlers",
    "(gone)": "No longer in the policy",
})[name] ?? name;

export const siteLabel = (name) =>
    name === "(gone)" ? "No longer in the policy" : name;

/** "policy.yaml:12:7": a place without the folder of the policy file. */
export const place = (text, policyFile) => {
    if (!text) {
        return null;
    }
    const folder = policyFile.slice(0, policyFile.lastIndexOf("/") + 1);
    const short = folder && text.startsWith(folder)
        ? text.slice(folder.length) : text;
    return h("span", { class: "mono soft", title: text }, plain(short)
        .flatMap(breakable));
};
