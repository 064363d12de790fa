// The section "Fleet" of the overview, and warnings about the fleet. A fleet is
// several nginx (nodes) that share the budgets of crawlers through a server.

import { h } from "./dom.js";
import {
    ago, count, counted, duration, foreign, octets, share,
} from "./text.js";
import { crawlerLink, figure, section, sheet } from "./cells.js";
import { tableOf } from "./table.js";

const down = (fleet) => fleet.servers.filter((server) => !server.up);

const silent = (fleet) => fleet.nodes.filter((node) => !node.alive);

const revisionOf = (fleet) =>
    fleet.nodes.find((node) => node.name === fleet.node)?.revision;

// Returns the nodes that are alive and run another policy than this nginx.
const different = (fleet) => {
    const own = revisionOf(fleet);
    return own === undefined ? []
        : fleet.nodes.filter((node) => node.alive && node.revision !== own);
};

const named = (all) => all.slice(0, 5).map((name, at) => [at ? ", " : null,
    h("b", {}, foreign(name))]).concat(all.length > 5
    ? ` and ${count(all.length - 5)} more` : []);

const fallbacks = {
    local: "this nginx keeps their budgets alone, with the whole crawl-delay",
    divide: "this nginx keeps their budgets alone, with the crawl-delay " +
        "times the number of nginx",
};

/**
 * Returns the warnings about the fleet. Each is an array: the id of its
 * element, then the parts of its text.
 *
 * @param {Object|undefined} fleet the member `server.fleet` of the JSON
 */
export const fleetWarnings = (fleet) => {
    if (!fleet) {
        return [];
    }
    const [off, missing, other] = [down(fleet), silent(fleet), different(fleet)];
    return [
        off.length ? ["fleet-down", "The fleet’s ",
            off.length === 1 ? "server " : "servers ",
            named(off.map((server) => server.url)),
            off.length === 1 ? " does not answer: " : " do not answer: ",
            fleet.fallback_in_use ? [fallbacks[fleet.fallback], " (",
                h("code", {}, `fallback=${fleet.fallback}`), ")."]
                : "the next one of its URLs does, and keeps the budgets."]
            : null,
        missing.length ? ["fleet-silent", "Not heard of: ",
            named(missing.map((node) => node.name)), ". ",
            missing.length === 1 ? "It has " : "They have ",
            "stopped, or cannot reach the fleet’s server and " +
            (missing.length === 1 ? "keeps" : "keep") + " budgets alone."]
            : null,
        other.length ? ["fleet-different", named(other.map((node) => node.name)),
            other.length === 1 ? " runs " : " run ",
            "another policy than this nginx. Put the same policy on all " +
            "nginx, and reload them."] : null,
    ].filter(Boolean);
};

const stateOf = (node, fleet) => {
    if (!node.alive) {
        return h("span", { class: "tag refused" }, "silent");
    }
    return node.revision === revisionOf(fleet)
        ? h("span", { class: "good" }, "alive")
        : h("span", { class: "tag caution" }, "other policy");
};

// Returns the columns that count requests of a node or a crawler by what was
// done. `title` is the title of the column that counts all of them.
const countColumns = (title) => [
    { key: "judged", title, cell: (row) => figure(row.judged) },
    { key: "logged", title: "Logged", cell: (row) => figure(row.logged) },
    { key: "delayed", title: "Delayed",
        cell: (row) => figure(row.delayed, "caution") },
    { key: "refused", title: "Refused",
        cell: (row) => figure(row.refused, "refused") },
];

const askedColumn = { key: "asked", title: "robots.txt requests",
    cell: (row) => figure(row.robots_txt) };

const nodesTable = (fleet, now, context) => tableOf({
    id: "fleet-nodes", label: "The nginx of the fleet",
    keyOf: (node) => node.name,
    columns: [
        { key: "name", title: "nginx", text: true, cell: (node) => [
            foreign(node.name),
            node.name === fleet.node ? h("small", {}, "this one") : null] },
        { key: "state", title: "State", text: true,
            cell: (node) => stateOf(node, fleet) },
        { key: "heard", title: "Last heard",
            cell: (node) => ago(now - node.silent, now) },
        ...countColumns("Crawl requests"),
        askedColumn,
        { key: "policy", title: "Policy", text: true,
            cell: (node) => h("span", { class: "mono soft" },
                foreign(node.revision)) },
        { key: "version", title: "Version", text: true,
            cell: (node) => foreign(node.version) },
    ],
}, fleet.nodes, context);

const serversTable = (fleet, now, context) => tableOf({
    id: "fleet-servers", label: "The servers of the fleet",
    columns: [
        { key: "url", title: "Server", text: true,
            cell: (server) => foreign(server.url) },
        { key: "up", title: "State", text: true, cell: (server) => server.up
            ? h("span", { class: "good" }, "answers")
            : h("span", { class: "tag refused" }, "does not answer") },
        { key: "last", title: "Last answer",
            cell: (server) => ago(server.last_answer, now) },
    ],
}, fleet.servers, context);

const crawlersTable = (fleet, context) => tableOf({
    id: "fleet-crawlers", label: "Crawlers on all nginx of the fleet",
    columns: [
        { key: "crawler", title: "Crawler", text: true,
            cell: (row) => crawlerLink(context.state, row.crawler,
                !row.crawler.startsWith("(")) },
        ...countColumns("Requests"),
        { key: "sent", title: "Sent", cell: (row) => octets(row.bytes) },
        askedColumn,
    ],
}, fleet.crawlers, context);

// Returns the number of seconds within which the fraction `part` of all answers
// came; null if no answer came, or if that took longer than the greatest limit.
const within = (latency, part) => {
    const all = latency.reduce((sum, each) => sum + each.count, 0);
    let seen = 0;
    for (const { at_most: limit, count: number } of latency) {
        seen += number;
        if (all > 0 && seen >= part * all) {
            return limit;
        }
    }
    return null;
};

const milliseconds = (seconds) =>
    `${Number((seconds * 1000).toPrecision(3))} ms`;

const latencyWords = ({ latency }) => {
    const [half, most] = [within(latency, 0.5), within(latency, 0.99)];
    return half === null ? "No answer yet. "
        : `Half of the answers come within ${milliseconds(half)}, 99% ` +
            (most === null ? "take longer than " +
                `${milliseconds(latency.at(-2).at_most)}. `
                : `within ${milliseconds(most)}. `);
};

const decidedWords = ({ decided, timeout }) => {
    const shared = decided.shared + decided.known_here;
    const alone = decided.timeout + decided.error + decided.open_circuit;
    return `Of this nginx’s ${counted(shared + alone, "request")} with a ` +
        `budget, ${share(shared, shared + alone)} were decided by the fleet, ` +
        `${count(alone)} here alone. None waits longer than ` +
        `${duration(timeout)}.`;
};

/**
 * @param {Object} all the JSON of the overview
 * @param {Object} context `state`, and `drawn`: how many rows of each table
 */
export const fleetSection = ({ server }, context) => {
    const { fleet, time } = server;
    if (!fleet) {
        return null;
    }
    const { sum } = fleet;
    return section("fleet", "Fleet",
        h("p", { class: "lead" }, `${count(fleet.nodes.length)} nginx: ` +
            `${counted(sum.judged, "crawl request")}, ` +
            `${count(sum.refused)} refused, ` +
            `${count(sum.delayed)} delayed. All other figures on this ` +
            "page are those of ", h("b", {}, foreign(fleet.node)), "."),
        sheet(nodesTable(fleet, time, context)),
        fleet.crawlers.length
            ? [h("h3", {}, "On all of them, by crawler"),
                sheet(crawlersTable(fleet, context))] : null,
        h("p", { class: "lead", id: "fleet-said" }, latencyWords(fleet),
            decidedWords(fleet)),
        sheet(serversTable(fleet, time, context)));
};
