// The overview after real traffic: what it counts, how it sorts and filters,
// refreshes, and what it says without JavaScript.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, looks, visit } from "./browser.mjs";
import { Nginx } from "./nginx.mjs";
import { headers, policy } from "./traffic.mjs";

let nginx;
let browser;

before(async () => {
    nginx = await Nginx.start({ policy });
    const host = "example.com";
    for (let i = 0; i < 5; i++) {
        await nginx.crawl(host, `/page/${i}`, headers.googlebot);
    }
    for (let i = 0; i < 3; i++) {
        assert.equal((await nginx.crawl(host, "/", headers.gptbot)).status, 403);
    }
    await nginx.crawl(host, "/admin/", headers.ccbot);
    await nginx.crawl("shop.example.com", "/robots.txt", headers.bingbot);
    await nginx.crawl("shop.example.com", "/", headers.bingbot);
    await nginx.crawl("shop.example.com", "/", headers.unlisted);
    browser = await launch();
});

after(async () => {
    await browser?.close();
    await nginx?.stop();
});

const look = (query, ...how) => visit(browser, nginx.status + query, ...how);

const names = (page) =>
    page.locator("#crawlers tbody tr:not([hidden]) th > :is(a, bdi)")
        .evaluateAll((all) => all.map((each) => each.textContent));

const cell = (page, crawler, column) =>
    page.locator("#crawlers tbody tr", { hasText: crawler })
        .locator(`td[data-key=${column}]`).innerText();

const reload = async (page) => {
    await page.reload();
    await page.waitForSelector("main h1");
};

const parameter = (page, name) => new URL(page.url()).searchParams.get(name);

test("counts requests", () =>
    look("", async (page) => {
        assert.equal(await cell(page, "Googlebot", "requests"), "5");
        assert.equal(await cell(page, "Googlebot", "logged"), "4");
        assert.equal(await cell(page, "GPTBot", "requests"), "3");
        assert.equal(await cell(page, "GPTBot", "violations"), "3");
        assert.equal(await cell(page, "GPTBot", "refused"), "3");
        assert.match(await cell(page, "GPTBot", "bytes"), /KiB|bytes/);
        assert.match(await cell(page, "GPTBot", "fetched"), /never fetched/);
        assert.match(await cell(page, "bingbot", "fetched"), /ago|now/);
        assert.match(await page.locator("#crawlers").innerText(),
            /Unlisted crawlers/);
    }));

test("has a title, a heading and the current view", () =>
    look("", async (page) => {
        assert.match(await page.title(), /robots status/);
        assert.equal(await page.locator("main h1").count(), 1);
        assert.equal(
            await page.locator("nav a[aria-current=page]").innerText(),
            "Overview",
        );
    }));

const requests = 11;

const figureOf = (page, name) =>
    page.locator(`#total-${name} .figure`).innerText();

test("all that counts requests agrees", () =>
    look("", async (page) => {
        assert.equal(await figureOf(page, "crawl-requests"), `${requests}`);
        const rows = await page.locator("#crawlers tbody td:nth-of-type(1)")
            .evaluateAll((all) => all.map((each) => Number(each.innerText)));
        assert.equal(rows.reduce((a, b) => a + b), requests);
        const heading = await page.locator("#by-crawler").innerText();
        assert.match(heading, new RegExp(`${rows.length}$`));
        assert.match(await page.locator(".lead").first().innerText(),
            new RegExp(`^${rows.length} crawlers came`));
    }));

test("the chart says the same in words and as a table", () =>
    look("", async (page) => {
        const chart = page.locator("#requests");
        assert.match(await chart.locator("figcaption p").innerText(),
            new RegExp(`^${requests} requests since counting began`));
        assert.match(await chart.locator(".legend").innerText(),
            /Refused\s+4/);
        await page.locator("#requests-table").evaluate((details) => {
            details.open = true;
        });
        const sums = await page.locator("#requests-table tbody td")
            .evaluateAll((all) => all.map((each) => Number(each.innerText)));
        assert.equal(sums.reduce((a, b) => a + b), requests);
        assert.equal(await chart.getByRole("img").count(), 1);
    }));

test("offers no time that is longer than what was counted", () =>
    look("?range=24h", async (page) => {
        assert.deepEqual(await page.locator(".ranges a[id^=range]")
            .allTextContents(), ["All"]);
        assert.equal(await figureOf(page, "crawl-requests"), `${requests}`);
    }));

test("rolls crawlers up by category and operator", () =>
    look("", async (page) => {
        const row = (name) => page.locator("#rollup tbody tr")
            .filter({ has: page.getByRole("link", { name, exact: true }) });
        const figures = (name, ...keys) => Promise.all(keys.map((key) =>
            row(name).locator(`td[data-key=${key}]`).innerText()));
        await page.locator("#by-category").click();
        assert.deepEqual(await figures("ai-training",
            "crawlers", "requests", "refused", "violations", "seconds"),
        ["2", "4", "4", "4", "0"]);
        await page.locator("#by-operator").click();
        assert.deepEqual(await figures("OpenAI", "crawlers", "requests"),
            ["1", "3"]);
        await row("OpenAI").getByRole("link").click();
        assert.deepEqual(await names(page), ["GPTBot"]);
    }));

test("each figure has the query of Prometheus that gives it", () =>
    look("", async (page) => {
        assert.equal(await page.locator(".query").count(), 0);
        await page.locator("#promql").click();
        const { text } = await nginx.get("/status?format=prometheus");
        const queries = await page.locator(".query code").allTextContents();
        assert.ok(queries.length >= 6);
        for (const query of queries) {
            const [, name] = /^sum\((\w+)/.exec(query);
            assert.ok(text.includes(`# TYPE ${name} counter`), query);
        }
    }));

test("fifteen crawlers fit a screen, and two lines on a phone have one", () =>
    look("", async (page) => {
        const heights = await page.locator("#crawlers tbody tr")
            .evaluateAll((all) => all.map((each) => each.offsetHeight));
        const { y } = await page.locator("#crawlers tbody").boundingBox();
        assert.ok(y + 15 * Math.max(...heights) <= 1080, `${y}, ${heights}`);
        await page.setViewportSize(looks.phone.viewport);
        const lines = await page.locator("#crawlers tbody tr").evaluateAll(
            (all) => all.map((each) => each.offsetHeight));
        assert.ok(Math.max(...lines) <= 60, `${lines}`);
    }));

test("names what unlisted crawlers call themselves", () =>
    look("", async (page) =>
        assert.match(await page.locator("#unlisted tbody").innerText(),
            /Librarybot[^]*\b1\b/)));

test("sorts in place, and keeps that in the URL", () =>
    look("", async (page) => {
        const before = await names(page);
        assert.equal(before[0], "Googlebot");
        const heading = page.locator("#crawlers thead th", { hasText: "Crawler" });
        await heading.getByRole("link").click();
        assert.deepEqual(await names(page),
            [...before].sort(new Intl.Collator("en").compare));
        assert.equal(await heading.getAttribute("aria-sort"), "ascending");
        assert.equal(parameter(page, "sort"), "name");
        assert.equal(await page.locator("[aria-sort]").count(), 2,
            "one of each table");

        await heading.getByRole("link").focus();
        await page.keyboard.press("Enter");
        assert.equal(await heading.getAttribute("aria-sort"), "descending");
        assert.equal(await page.locator("#said").innerText(),
            "Sorted by Crawler");
        const sorted = await names(page);
        await reload(page);
        assert.deepEqual(await names(page), sorted);
    }));

test("sorts numbers as numbers", () =>
    look("", async (page) => {
        await page.locator("#crawlers thead th", { hasText: "Refused" })
            .getByRole("link").click();
        assert.equal((await names(page))[0], "GPTBot");
        assert.equal(parameter(page, "sort"), "-refused");
    }));

test("filters while typing, and keeps that in the URL", () =>
    look("", async (page) => {
        await page.locator("#q").fill("gpt");
        assert.deepEqual(await names(page), ["GPTBot"]);
        assert.equal(parameter(page, "q"), "gpt");
        assert.match(await page.locator("#said").innerText(),
            /By crawler 1 of \d+/);
        await reload(page);
        assert.deepEqual(await names(page), ["GPTBot"]);
        assert.equal(await page.locator("#q").inputValue(), "gpt");
        await page.locator("#q").fill("");
        await page.getByLabel("Category").selectOption("search");
        assert.deepEqual((await names(page)).sort(), ["Googlebot", "bingbot"]);
        assert.equal(parameter(page, "category"), "search");
        assert.equal(parameter(page, "q"), null);
    }));

test("links keep the settings", () =>
    look("", async (page) => {
        await page.locator("#q").fill("bot");
        await page.getByRole("link", { name: "Pause" }).click();
        await page.waitForURL(/refresh=off/);
        assert.equal(parameter(page, "q"), "bot");
        assert.match(await page.locator(".refresh").innerText(),
            /Not refreshing/);
        await page.getByRole("link", { name: "Resume" }).click();
        await page.waitForURL((url) => !url.searchParams.has("refresh"));
    }));

test("shows the totals without JavaScript", () =>
    look("", async (page) => {
        assert.match(await page.locator("main").innerText(),
            /needs JavaScript[^]*Crawl requests\s+11\s+Violations\s+\d+/);
    }, { ...looks.light, javaScriptEnabled: false }));

const answered = (page) => page.waitForResponse(/format=json/);

test("refreshes, but not while typing", () =>
    look("", async (page) => {
        await page.clock.install();
        await reload(page);
        await nginx.crawl("docs.example.com", "/new", headers.applebot);
        await page.locator("#q").fill("Apple");
        await page.clock.runFor(45_000);
        assert.deepEqual(await names(page), []);
        assert.match(await page.locator("#refresh-said").innerText(), /Waits/);

        await page.locator("#q").blur();
        const refreshed = answered(page);
        await page.clock.runFor(45_000);
        await refreshed;
        await page.waitForFunction(() =>
            document.querySelector("#crawlers tbody a")?.innerText ===
                "Applebot");
    }));

test("a refresh moves nothing that is being read", () =>
    look("", async (page) => {
        await page.clock.install();
        await reload(page);
        await page.locator("#requests-table summary").click();
        await page.locator("#crawlers thead th", { hasText: "Delayed" })
            .getByRole("link").focus();
        await page.evaluate(() => {
            globalThis.shifts = 0;
            new PerformanceObserver((list) => {
                for (const { value } of list.getEntries()) {
                    globalThis.shifts += value;
                }
            }).observe({ type: "layout-shift" });
            scrollTo(0, 300);
        });
        await nginx.crawl("example.com", "/", headers.googlebot);
        const refreshed = answered(page);
        await page.clock.runFor(45_000);
        await refreshed;
        await page.waitForFunction((all) => document
            .querySelector("#total-crawl-requests .figure").innerText === all,
        `${(await nginx.json()).totals.counts.requests}`);
        assert.equal(await page.locator("#requests-table").getAttribute("open"),
            "");
        assert.equal(await page.evaluate(() => document.activeElement.innerText),
            "Delayed");
        assert.equal(await page.evaluate(() => scrollY), 300);
        // A column may grow by a part of a pixel; a row that moves is 0.001.
        const shifts = await page.evaluate(() => globalThis.shifts);
        assert.ok(shifts < 0.0005, `${shifts}`);
    }));

test("the keyboard alone reaches and works everything", () =>
    look("", async (page) => {
        const reachable = await page.evaluate(() => [...document
            .querySelectorAll("a[href], button, input, select, summary")]
            .filter((each) => each.checkVisibility()).length);
        const seen = new Set();
        for (let i = 0; i < reachable + 60; i++) {
            await page.keyboard.press("Tab");
            seen.add(await page.evaluate(() => {
                const at = document.activeElement;
                at.dataset.nth ??= String(Math.random());
                return at === document.body ? "" : at.dataset.nth;
            }));
        }
        seen.delete("");
        assert.ok(seen.size >= reachable, `${seen.size} of ${reachable}`);
    }));

test("the skip link leads to the content", () =>
    look("", async (page) => {
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        assert.equal(await page.evaluate(() => document.activeElement.id),
            "main");
    }));

test("folds away libraries and clients that broke no rule", () =>
    look("", async (page) => {
        const others = await names(page);
        // No rule binds them, so that their fetches are all that is counted.
        for (const header of [headers.curl, headers.stripe]) {
            await nginx.crawl("docs.example.com", "/robots.txt", header);
        }
        await reload(page);
        assert.deepEqual(await names(page), others);
        const link = page.locator("#quiet");
        assert.equal(await link.innerText(),
            "Show 2 libraries and clients without violations");
        await link.click();
        assert.deepEqual([...await names(page)].sort(),
            [...others, "Stripe", "curl"].sort());
        assert.equal(await link.innerText(),
            "Hide 2 libraries and clients without violations");
        await page.getByLabel("Category").selectOption("client");
        assert.deepEqual(await names(page), ["Stripe"]);
    }));
