// The overview after real traffic: what it counts, how it sorts and filters,
// with a script and without one.

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
        .locator("td").nth(column - 2).innerText();

const parameter = (page, name) => new URL(page.url()).searchParams.get(name);

test("counts requests", () =>
    look("", async (page) => {
        assert.equal(await cell(page, "Googlebot", 2), "5");
        assert.equal(await cell(page, "GPTBot", 2), "3");
        assert.match(await cell(page, "GPTBot", 3), /^3/);
        assert.equal(await cell(page, "GPTBot", 5), "3");
        assert.match(await cell(page, "GPTBot", 6), /never fetched/);
        assert.match(await cell(page, "bingbot", 6), /ago|now/);
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

test("charts have a caption in words", () =>
    look("", async (page) => {
        const chart = page.getByRole("img", { name: /Crawl requests/ });
        assert.equal(await chart.count(), 1);
        assert.match(await page.locator("#requests-said").innerText(),
            /^11 requests in the last/);
        await page.getByText("As a table, by hour").click();
        const sums = await page
            .locator("#series-table tbody tr td:nth-of-type(1)")
            .evaluateAll((all) => all.map((each) => Number(each.textContent)));
        assert.equal(sums.reduce((a, b) => a + b), 11);
    }));

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
        assert.match(await page.locator("#crawlers-said").innerText(),
            /Sorted by Crawler, descending/);
        const sorted = await names(page);
        await page.reload();
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
        await page.getByLabel("Name").fill("gpt");
        assert.deepEqual(await names(page), ["GPTBot"]);
        assert.equal(parameter(page, "q"), "gpt");
        assert.match(await page.locator("#crawlers-said").innerText(),
            /1 of \d+ shown/);
        await page.reload();
        assert.deepEqual(await names(page), ["GPTBot"]);
        assert.equal(await page.getByLabel("Name").inputValue(), "gpt");
        await page.getByLabel("Name").fill("");
        await page.getByLabel("Category").selectOption("search");
        assert.deepEqual((await names(page)).sort(), ["Googlebot", "bingbot"]);
        assert.equal(parameter(page, "category"), "search");
        assert.equal(parameter(page, "q"), null);
    }));

test("links keep the settings", () =>
    look("", async (page) => {
        await page.getByLabel("Name").fill("bot");
        await page.getByRole("link", { name: "Pause" }).click();
        await page.waitForURL(/refresh=off/);
        assert.equal(parameter(page, "q"), "bot");
        assert.match(await page.locator(".refresh").innerText(),
            /Not refreshing/);
        await page.getByRole("link", { name: "Resume" }).click();
        await page.waitForURL((url) => !url.searchParams.has("refresh"));
    }));

test("sorts and filters without a script", () =>
    look("", async (page) => {
        await page.locator("#crawlers thead th", { hasText: "Refused" })
            .getByRole("link").click();
        await page.waitForURL(/sort=-refused/);
        assert.equal((await names(page))[0], "GPTBot");
        await page.getByLabel("Name").fill("bing");
        await page.getByRole("button", { name: "Filter" }).click();
        await page.waitForURL(/q=bing/);
        assert.deepEqual(await names(page), ["bingbot"]);
        assert.equal(parameter(page, "sort"), "-refused");
    }, { ...looks.light, javaScriptEnabled: false }));

test("refreshes, but not while typing", () =>
    look("", async (page) => {
        await page.clock.install();
        await page.reload();
        await nginx.crawl("example.com", "/new", headers.applebot);
        await page.getByLabel("Name").fill("Apple");
        await page.clock.runFor(45_000);
        assert.deepEqual(await names(page), []);
        assert.match(await page.locator("#refresh-said").innerText(), /Waits/);

        await page.getByLabel("Name").blur();
        const refreshed = page.waitForEvent("load");
        await page.clock.runFor(45_000);
        await refreshed;
        assert.deepEqual(await names(page), ["Applebot"]);
    }));

test("keeps scroll, focus and open tables on a refresh", () =>
    look("", async (page) => {
        await page.clock.install();
        await page.reload();
        await page.getByText("As a table, by hour").click();
        await page.locator("#crawlers thead th", { hasText: "Delayed" })
            .getByRole("link").focus();
        const refreshed = page.waitForEvent("load");
        await page.clock.runFor(45_000);
        await refreshed;
        assert.equal(await page.locator("#series-table").getAttribute("open"),
            "");
        assert.equal(await page.evaluate(() => document.activeElement.innerText),
            "Delayed");
    }));

test("the skip link leads to the content", () =>
    look("", async (page) => {
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        assert.equal(await page.evaluate(() => document.activeElement.id),
            "main");
    }));
