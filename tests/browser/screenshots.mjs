// Pictures of the status page after a day of traffic:
//
//     node screenshots.mjs FOLDER
//
// writes status-light.png, status-dark.png and status-phone.png there, of a
// crawler status-crawler.png, and status-violations.png. The day passes in
// seconds: nginx runs by libfaketime, whose clock this script sets on.

import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

import { launch, looks } from "./browser.mjs";
import { Nginx } from "./nginx.mjs";
import { headers } from "./traffic.mjs";

const folder = process.argv[2] ?? ".";
const limit = 200 * 1024;

const library = readdirSync("/usr/lib")
    .map((name) => `/usr/lib/${name}/faketime/libfaketime.so.1`)
    .find((file) => existsSync(file));

const policy = `
version: 1
enforce: {disallow: reject, crawl_delay: throttle, impostor: log, burst: 0, tolerance: 10%}
templates:
  production:
    comment: "Questions about crawling? bots@\${host}"
    sitemap: https://\${host}/sitemap.xml
    groups:
      - user_agent: "*"
        disallow:
          - {directory: /admin}
          - {query: sessionid}
          - /drafts/*/private
        allow: /admin/help/
        crawl_delay: 2s
      - user_agent: [Googlebot, Bingbot]
        inherit: "*"
        allow: /drafts/news/private
      - user_agent: [AhrefsBot, SemrushBot]
        inherit: "*"
        crawl_delay: 10s
      - category: ai-training
        disallow: /
sites:
  - {host: [example.com, www.example.com], template: production}
  - {host: shop.example.com, template: production, max_age: 2h}
  - {host: docs.example.com, template: production}
  - {host: "*.preview.example.com", template: production}
  - {host: old.example.com, suspend: {retry_after: 1h}}
crawlers:
  - {token: Googlebot, ranges: [66.249.64.0/19]}
  - {token: bingbot, ranges: [157.55.39.0/24]}
  - {token: GPTBot, ranges: [20.15.240.64/28]}
  - {token: Applebot, ranges: [17.241.0.0/16]}
default:
  groups: [{user_agent: "*", disallow: /}]
`;

// The same numbers every time (mulberry32).
const random = (() => {
    let state = 20240229;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
})();

const pick = (list) => list[Math.floor(random() * list.length)];

// How crawlers behave: requests in five minutes at noon, seconds between two of
// a run, the part of them that closed paths are, and how often in a day they
// ask for robots.txt.
const crawlers = [
    { name: "googlebot", rate: 13, gap: 6, closed: 0, asks: 24, address: "66.249.66.1" },
    { name: "bingbot", rate: 9, gap: 2.4, closed: 0.01, asks: 12, address: "157.55.39.12" },
    { name: "gptbot", rate: 3, gap: 4, closed: 0, asks: 6, address: "20.15.240.66" },
    { name: "claudebot", rate: 0, gap: 4, closed: 0, asks: 48, address: "198.51.100.40" },
    { name: "bytespider", rate: 1, gap: 0.9, closed: 0, asks: 0, address: "203.0.113.77",
        burst: [188, 197] },
    { name: "ahrefs", rate: 5, gap: 11, closed: 0.02, asks: 8, address: "198.51.100.7" },
    { name: "semrush", rate: 3, gap: 14, closed: 0.01, asks: 8, address: "198.51.100.8" },
    { name: "applebot", rate: 2.5, gap: 12, closed: 0, asks: 4, address: "17.241.75.9" },
    { name: "ccbot", rate: 0.4, gap: 30, closed: 0, asks: 2, address: "198.51.100.9" },
    { name: "perplexity", rate: 1, gap: 9, closed: 0.1, asks: 0, address: "198.51.100.10" },
    { name: "unlisted", rate: 0.6, gap: 9, closed: 0.1, asks: 1, address: "198.51.100.11" },
    // Not its operator's.
    { name: "gptbot", rate: 0.6, gap: 0.8, closed: 0.5, asks: 0, address: "203.0.113.5" },
];

const hosts = [
    "example.com", "example.com", "example.com", "www.example.com",
    "shop.example.com", "shop.example.com", "docs.example.com",
    "it.preview.example.com",
];
const open = ["/", "/news/", "/article/81", "/item/4711", "/drafts/news/12"];
const closed = ["/admin/", "/admin/users", "/cart?sessionid=7", "/drafts/a/private"];

const period = 300;
// A little less than a day: that long, requests have periods of ten minutes.
const periods = 280;

// One period's requests, by time.
const requestsOf = (which) => {
    const hour = (which * period) / 3600;
    const day = 0.55 + 0.45 * Math.sin(((hour - 7) / 24) * 2 * Math.PI);
    const out = [];
    for (const crawler of crawlers) {
        const [from, to] = crawler.burst ?? [0, 0];
        const more = which >= from && which < to ? 45 : 1;
        const count = Math.floor(
            crawler.rate * day * more * (0.6 + 0.8 * random()) + random(),
        );
        const host = pick(hosts);
        let at = random() * Math.max(period - count * crawler.gap, 0);
        if (random() < (crawler.asks * period) / 86400) {
            out.push({ at, crawler, host, path: "/robots.txt" });
        }
        for (let i = 0; i < count; i++) {
            const path = random() < crawler.closed ? pick(closed) : pick(open);
            out.push({ at, crawler, host, path });
            at += crawler.gap * (0.6 + 0.9 * random());
        }
    }
    return out.filter(({ at }) => at < period).sort((a, b) => a.at - b.at);
};

const fake = await mkdtemp(join(tmpdir(), "robots-clock-"));
await chmod(fake, 0o755); // nginx' workers are other users'
const clock = join(fake, "clock");
const start = Math.floor(Date.now() / 1000) - periods * period;

// nginx' clock stands still at that time until it is set again.
const setClock = async (seconds) => {
    const date = new Date(seconds * 1000).toISOString();
    await writeFile(`${clock}.new`, `${date.slice(0, 10)} ${date.slice(11, 23)}`);
    await rename(`${clock}.new`, clock);
};

await setClock(start);
const nginx = await Nginx.start({
    policy,
    workers: 1,
    environment: {
        TZ: "UTC",
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: "1",
    },
});

// Requests that are delayed, and answered when the clock has moved on.
const delayed = new Set();

// Half a second at a time while any are delayed, so that each ends when due.
const goOn = async (from, to) => {
    for (let now = from + 0.5; delayed.size > 0 && now < to; now += 0.5) {
        await setClock(now);
        // A worker looks at the clock when something comes.
        await nginx.get("/");
        await delay(1);
    }
    await setClock(to);
};

let count = 0;
let now = start;
for (let which = 0; which < periods; which++) {
    for (const { at, crawler, host, path } of requestsOf(which)) {
        const next = start + which * period + at;
        await goOn(now, next);
        now = next;
        const answer = nginx.crawl(
            host, path, headers[crawler.name], crawler.address,
        );
        const pending = answer.finally(() => delayed.delete(pending));
        delayed.add(pending);
        await Promise.race([answer, delay(20)]);
        count++;
    }
}
await goOn(now, start + periods * period);
console.log(`${count} requests in a day`);

const browser = await launch();
await mkdir(folder, { recursive: true });
const pictures = [
    { name: "light", look: "light", query: "" },
    { name: "dark", look: "dark", query: "" },
    { name: "phone", look: "phone", query: "" },
    { name: "crawler", look: "light", query: "?crawler=AhrefsBot" },
    { name: "violations", look: "light", query: "?view=violations",
        height: 640 },
];
for (const { name, look, query, height = 960 } of pictures) {
    const isPhone = look === "phone";
    const context = await browser.newContext({
        ...looks[look],
        viewport: isPhone ? looks.phone.viewport : { width: 1280, height },
        deviceScaleFactor: isPhone ? 2 : 1.5,
    });
    const page = await context.newPage();
    await page.goto(nginx.status + query);
    await page.waitForSelector("main h1");
    const file = join(folder, `status-${name}.png`);
    await page.screenshot({ path: file });
    await promisify(execFile)("pngquant", [
        "--force", "--strip", "--speed", "1", "--output", file, "256", file,
    ]);
    const { size } = await stat(file);
    console.log(`${file}: ${Math.ceil(size / 1024)} KiB`);
    if (size > limit) {
        process.exitCode = 1;
    }
    await context.close();
}
await browser.close();
await nginx.stop();
await rm(fake, { recursive: true });
