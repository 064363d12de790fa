// Honest crawlers around npm's readers of robots.txt:
//
//     robots_readers.mjs READER URL DELAY
//
// READER is robots-parser, robots-txt-guard, robots-txt-parser or robots.

import { createRequire } from "node:module";
import { Readable } from "node:stream";

import { crawl } from "./following.mjs";

const require = createRequire(import.meta.url);
const [reader, start, seconds] = process.argv.slice(2);
const name = reader.replace(/(^|-)([a-z])/g, (_, __, letter) =>
    letter.toUpperCase()) + "Bot";
const agent = `${name}/1.0`;
const file = new URL("/robots.txt", start).href;

const text = async () =>
    (await fetch(file, { headers: { "User-Agent": agent } })).text();
const pathOf = (url) => url.slice(new URL(url).origin.length);

const readers = {
    "robots-parser": async () => {
        const rules = require("robots-parser")(file, await text());
        return {
            allows: (url) => rules.isAllowed(url, name) !== false,
            delay: rules.getCrawlDelay(name),
        };
    },
    "robots-txt-guard": async () => {
        const parsed = await require("robots-txt-parse")(
            Readable.from([await text()]));
        const rules = require("robots-txt-guard")(parsed);
        return { allows: (url) => rules.isAllowed(name, pathOf(url)) };
    },
    "robots-txt-parser": async () => {
        const rules = require("robots-txt-parser")({ userAgent: name });
        rules.parseRobots(file, await text());
        await rules.useRobotsFor(file);
        return {
            allows: (url) => rules.canCrawlSync(url),
            delay: await rules.getCrawlDelay(),
        };
    },
    robots: async () => {
        const Parser = require("robots").RobotsParser;
        const rules = new Parser();
        rules.parse((await text()).split(/\r?\n/));
        return {
            allows: (url) => rules.canFetchSync(name, pathOf(url)),
            delay: rules.getCrawlDelay(name),
        };
    },
};

const { allows, delay } = await readers[reader]();
await crawl({
    start,
    agent,
    allows,
    delay: Math.max(Number(seconds), Number(delay) || 0),
});
