// Thousands of sites: rows are drawn as they scroll into view, and found by
// name wherever they are.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, visit } from "./browser.mjs";
import { Nginx } from "./nginx.mjs";
import { headers } from "./traffic.mjs";

const count = 3000;

const policy = `
version: 1
sites:
${Array.from({ length: count }, (_, at) =>
        `  - {host: s${at}.example, groups: [{user_agent: "*", disallow: /x}]}`)
        .join("\n")}
`;

let nginx;
let browser;

before(async () => {
    nginx = await Nginx.start({ policy, site: "robots_zone 32m;" });
    await nginx.crawl("s2987.example", "/", headers.gptbot);
    browser = await launch();
});

after(async () => {
    await browser?.close();
    await nginx?.stop();
});

const rows = (page) => page.locator("#sites tbody tr").count();

test("draws rows as they scroll into view", () =>
    visit(browser, nginx.status, async (page) => {
        assert.equal(await page.locator("#sites tbody th").first().innerText()
            .then((text) => text.split("\n")[0]), "s2987.example",
        "who was visited comes first");
        assert.match(await page.locator("#by-site").innerText(), /3,000/);
        const atFirst = await rows(page);
        assert.ok(atFirst <= 120, `${atFirst} rows`);
        for (let wanted = 200; wanted <= 1200; wanted += 200) {
            while (await rows(page) < wanted) {
                const before = await rows(page);
                await page.locator("[data-more=sites]").scrollIntoViewIfNeeded();
                await page.waitForFunction((all) => document
                    .querySelectorAll("#sites tbody tr").length > all, before);
            }
        }
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
            .querySelector("#sites tbody th a")?.innerText === "s2999.example");
    }));
