// The crawlers of npm, each set to follow every link of one host:
//
//     npm_crawlers.mjs CRAWLER URL DELAY obey|ignore

import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const require = createRequire(import.meta.url);
const [crawler, start, seconds, manner] = process.argv.slice(2);
const delay = Number(seconds);
const obeys = manner === "obey";
const { host, hostname, origin } = new URL(start);
// The pace of a crawler that has no delay to keep.
const interval = Math.max(delay * 1000, 5);

const crawlers = {
    simplecrawler: () => new Promise((resolve) => {
        const Crawler = require("simplecrawler");
        const spider = Crawler(start);
        spider.interval = interval;
        spider.maxConcurrency = 1;
        spider.respectRobotsTxt = obeys;
        spider.on("complete", resolve);
        spider.start();
    }),

    supercrawler: () => new Promise((resolve) => {
        const { Crawler, handlers } = require("supercrawler");
        const spider = new Crawler({
            interval,
            concurrentRequestsLimit: 1,
            robotsEnabled: obeys,
        });
        spider.addHandler("text/html",
            handlers.htmlLinkParser({ hostnames: [hostname] }));
        spider.on("urllistcomplete", () => {
            spider.stop();
            resolve();
        });
        spider.getUrlList()
            .insertIfNotExists(new (require("supercrawler").Url)(start))
            .then(() => spider.start());
    }),

    crawlee: async () => {
        process.env.CRAWLEE_STORAGE_DIR =
            await mkdtemp(join(tmpdir(), "crawlee-"));
        process.env.CRAWLEE_MEMORY_MBYTES = "512";
        const { CheerioCrawler, Configuration } = require("@crawlee/cheerio");
        Configuration.getGlobalConfig().set("persistStorage", false);
        const agent = "CrawleeBot/3.0";
        let due = 0;
        const spider = new CheerioCrawler({
            respectRobotsTxtFile: obeys ? { userAgent: agent } : false,
            maxConcurrency: 1,
            maxRequestRetries: 0,
            useSessionPool: false,
            // sameDomainDelaySecs knows no delay for an address.
            preNavigationHooks: [async (_, options) => {
                await sleep(Math.max(0, due - performance.now()));
                due = performance.now() + delay * 1000;
                options.useHeaderGenerator = false;
                options.headers = { "user-agent": agent };
            }],
            requestHandler: ({ enqueueLinks }) =>
                enqueueLinks({ strategy: "same-origin" }),
            failedRequestHandler: () => {},
        });
        await spider.run([start]);
        await rm(process.env.CRAWLEE_STORAGE_DIR,
            { recursive: true, force: true });
    },

    "broken-link-checker": () => new Promise((resolve) => {
        const { SiteChecker } = require("broken-link-checker");
        const checker = new SiteChecker({
            honorRobotExclusions: obeys,
            rateLimit: delay * 1000,
            maxSocketsPerHost: 1,
            excludeExternalLinks: true,
        }, { end: resolve });
        checker.enqueue(start);
    }),

    roboto: () => new Promise((resolve) => {
        const roboto = require("roboto");
        const spider = new roboto.Crawler({
            startUrls: [start],
            allowedDomains: [hostname, host],
            obeyRobotsTxt: obeys,
            requestDelay: delay * 1000,
            logLevel: "error",
        });
        spider.on("finish", resolve);
        spider.crawl();
    }),

    "sitemap-generator": () => new Promise((resolve) => {
        const generator = require("sitemap-generator")(start, {
            filepath: null,
            stripQuerystring: false,
            respectRobotsTxt: obeys,
            maxConcurrency: 1,
            interval,
        });
        generator.on("done", resolve);
        generator.start();
    }),

    "website-scraper": async () => {
        const { default: scrape } = await import("website-scraper");
        const folder = await mkdtemp(join(tmpdir(), "scraper-"));
        await scrape({
            urls: [start],
            directory: join(folder, "site"),
            recursive: true,
            maxRecursiveDepth: 3,
            requestConcurrency: 1,
            urlFilter: (url) => url.startsWith(origin),
            request: { headers: { "user-agent": "website-scraper/6.0" } },
        }).catch(() => {});
        await rm(folder, { recursive: true, force: true });
    },

    linkinator: async () => {
        const { LinkChecker } = await import("linkinator");
        await new LinkChecker().check({
            path: start,
            recurse: true,
            concurrency: 2,
            userAgent: "linkinator/7.6",
        });
    },

    "js-crawler": () => new Promise((resolve) => {
        const Crawler = require("js-crawler");
        new Crawler().configure({
            depth: 4,
            maxConcurrentRequests: 1,
            userAgent: "js-crawler/0.3",
            shouldCrawl: (url) => url.startsWith(origin),
        }).crawl({ url: start, success() {}, failure() {}, finished: resolve });
    }),

    crawler: async () => {
        const { default: Crawler } = await import("crawler");
        const seen = new Set([start]);
        await new Promise((resolve) => {
            const spider = new Crawler({
                maxConnections: 1,
                retries: 0,
                silence: true,
                userAgents: "node-crawler/2.0",
                callback: (error, answer, done) => {
                    const found = !error && answer.$ ? answer.$("a") : [];
                    for (const { attribs } of found) {
                        const there = new URL(attribs.href, origin);
                        if (there.origin === origin && !seen.has(there.href)) {
                            seen.add(there.href);
                            spider.add(there.href);
                        }
                    }
                    done();
                },
            });
            spider.on("drain", resolve);
            spider.add(start);
        });
    },
};

await crawlers[crawler]();
process.exit(0);
