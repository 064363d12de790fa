// 10,000 sites and 1,101 crawlers: rows are drawn as they scroll into view, and
// found by name wherever they are; and the page never holds more than a few
// thousand elements, whatever the server knows.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, visit } from "./browser.mjs";
import { Nginx } from "./nginx.mjs";
import { headers } from "./traffic.mjs";

const count = 10000;
const crawlers = 1100;
const busy = 600; // of these

const policy = `
version: 1
crawlers:
${Array.from({ length: crawlers }, (_, at) =>
        `  - {token: Many${at}Bot, category: other}`).join("\n")}
sites:
${Array.from({ length: count }, (_, at) =>
        `  - {host: s${at}.example, groups: [{user_agent: "*", disallow: /x}]}`)
        .join("\n")}
`;

let nginx;
let browser;

before(async () => {
    nginx = await Nginx.start({ policy, site: "robots_zone 64m;" });
    for (let at = 0; at < crawlers; at++) {
        for (let times = at < busy ? 2 : 1; times > 0; times--) {
            await nginx.crawl(`s${at * 7}.example`, at % 3 ? "/" : "/x",
                `Many${at}Bot/1.0`);
        }
    }
    for (let at = 0; at < 3; at++) {
        await nginx.crawl("s2987.example", "/", headers.gptbot);
    }
    browser = await launch();
});

after(async () => {
    await browser?.close();
    await nginx?.stop();
});

// Scrolls on until a table has so many rows. Each time it gets some, the end of
// it is another element.
const scrollTo = (page, table, wanted) => page.waitForFunction(
    ([name, all]) => {
        document.querySelector(`[data-more=${name}]`)?.scrollIntoView();
        return document.querySelectorAll(`#${name} tbody tr`).length >= all;
    }, [table, wanted], { polling: 50, timeout: 60_000 });

const rows = (page) => page.locator("#sites tbody tr").count();

test("draws rows as they scroll into view", () =>
    visit(browser, nginx.status, async (page) => {
        assert.equal(await page.locator("#sites tbody th").first().innerText()
            .then((text) => text.split("\n")[0]), "s2987.example",
        "who was visited comes first");
        assert.match(await page.locator("#by-site").innerText(), /10,000/);
        const atFirst = await rows(page);
        assert.ok(atFirst <= 120, `${atFirst} rows`);
        await scrollTo(page, "sites", 800);
        const names = await page.locator("#sites tbody tr").evaluateAll((all) =>
            all.map((row) => row.id));
        assert.equal(new Set(names).size, names.length, "each site once");
    }));

test("finds a site by its name wherever it is", () =>
    visit(browser, nginx.status, async (page) => {
        await page.locator("#site_name").fill("s2345.");
        await page.waitForFunction(() => document
            .querySelector("#sites tbody th a")?.innerText === "s2345.example");
        assert.equal(await rows(page), 1);
        assert.match(page.url(), /site_name=s2345\./);
    }));

test("sorts all sites, not only those that are known", () =>
    visit(browser, nginx.status, async (page) => {
        await page.locator("#sites-by-name").click();
        await page.waitForFunction(() => document
            .querySelector("#sites tbody th a")?.innerText === "s0.example");
        await page.locator("#sites-by-name").click();
        await page.waitForFunction(() => document
            .querySelector("#sites tbody th a")?.innerText === "s9999.example");
    }));

const elements = (page) => page.evaluate(() =>
    document.querySelectorAll("*").length);

test("holds few elements at first, and after a refresh", () =>
    visit(browser, nginx.status, async (page) => {
        assert.match(await page.locator("#by-crawler").innerText(), /1,101/);
        assert.ok(await page.locator("#crawlers tbody tr").count() <= 120);
        assert.ok(await elements(page) < 20_000, `${await elements(page)}`);
        await page.clock.install();
        await page.reload();
        await page.waitForSelector("main h1");
        const before = await elements(page);
        const refreshed = page.waitForResponse(/format=json/);
        await page.clock.runFor(45_000);
        await refreshed;
        await page.evaluate(() => new Promise((resolve) => {
            requestAnimationFrame(() => requestAnimationFrame(resolve));
        }).catch(() => {}));
        assert.ok(await elements(page) <= before + 100);
    }));

test("finds a crawler among all, and sorts all of them", () =>
    visit(browser, nginx.status, async (page) => {
        await page.locator("#q").fill("Many487");
        await page.waitForFunction(() => document
            .querySelector("#crawlers tbody th a")?.innerText === "Many487Bot");
        assert.equal(await page.locator("#crawlers tbody tr").count(), 1);
        await page.locator("#q").fill("");
        await page.locator("#crawlers-by-violations").click();
        await page.waitForFunction(() => document.querySelector(
            "#crawlers tbody td[data-key=violations]").innerText === "2");
    }));

const firstCrawler = (page, name) => page.waitForFunction((wanted) => document
    .querySelector("#crawlers tbody th a")?.innerText === wanted, name);

// The server sends the busiest 500 at first.
test("finds and sorts crawlers that are not among the busiest", () =>
    visit(browser, nginx.status, async (page) => {
        await page.locator("#q").fill("Many1099");
        await firstCrawler(page, "Many1099Bot");
        assert.match(await page.locator("#by-crawler").innerText(),
            /\b1 of 1,101/);
        await page.locator("#q").fill("");
        await page.locator("#crawlers-by-name").click();
        await firstCrawler(page, "GPTBot");
        await page.locator("#crawlers-by-name").click();
        await firstCrawler(page, "Many1099Bot");
    }));

test("shows all crawlers to who scrolls on", () =>
    visit(browser, nginx.status, async (page) => {
        await scrollTo(page, "crawlers", crawlers + 1);
        const names = await page.locator("#crawlers tbody tr")
            .evaluateAll((all) => all.map((row) => row.id));
        assert.equal(new Set(names).size, crawlers + 1);
    }));

// What the page itself does, beside what the server takes: in steps short
// enough to scroll through. The figure is printed, not held to: it is the
// machine's.
test("says how long its longest step is", async (context) =>
    visit(browser, nginx.status, async (page) => {
        const longest = await page.evaluate(async () => {
            let most = 0;
            new PerformanceObserver((list) => {
                for (const { duration } of list.getEntries()) {
                    most = Math.max(most, duration);
                }
            }).observe({ type: "longtask", buffered: true });
            for (let at = 0; at < 20; at++) {
                scrollBy(0, 600);
                await new Promise((resolve) => {
                    requestAnimationFrame(() => setTimeout(resolve, 50));
                });
            }
            return most;
        });
        context.diagnostic(`longest task: ${Math.round(longest)} ms ` +
            "(0: none of 50 ms or more)");
    }));
