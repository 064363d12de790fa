// A crawler, a site, and the question what would become of a request.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, looks, visit } from "./browser.mjs";
import { Nginx } from "./nginx.mjs";
import { headers, policy } from "./traffic.mjs";

let nginx;
let browser;

before(async () => {
    nginx = await Nginx.start({ policy });
    await nginx.crawl("example.com", "/robots.txt", headers.ahrefs);
    for (let i = 0; i < 4; i++) {
        await nginx.crawl("example.com", `/admin/${i}`, headers.ahrefs);
    }
    await nginx.crawl("shop.example.com", "/?sessionid=1", headers.ahrefs);
    await nginx.crawl("example.com", "/a", headers.googlebot);
    await nginx.crawl("example.com", "/b", headers.googlebot);
    await nginx.crawl("example.com", "/c", headers.googlebot);
    browser = await launch();
});

after(async () => {
    await browser?.close();
    await nginx?.stop();
});

const look = (query, ...how) => visit(browser, nginx.status + query, ...how);

const heading = (page) => page.locator("h1").innerText();

const fact = (page, name) =>
    page.locator(`xpath=//dt[normalize-space()="${name}"]`)
        .locator("xpath=following-sibling::dd[1]").first().innerText();

test("opens a crawler", () =>
    look("", async (page) => {
        await page.getByRole("link", { name: "AhrefsBot" }).first().click();
        await page.getByRole("heading", { name: "AhrefsBot", level: 1 })
            .waitFor();
        assert.equal(await fact(page, "Crawl requests"), "5");
        assert.equal(await fact(page, "Disallowed"), "5");
        assert.match(await fact(page, "robots.txt"), /one time in total/);
        const broken = await page.locator("#broken-lines").innerText();
        assert.match(broken, /Disallow: \/admin\/\s+4/);
        assert.match(broken, /policy\.yaml:\d+:\d+/);
        const rules = await page.locator("#rules-1").innerText();
        assert.match(rules, /User-agent: \*/);
        assert.match(rules, /Allow: \/admin\/help\/\s+0/);
    }));

test("shows a crawler's intervals and its crawl-delay", () =>
    look("?crawler=Googlebot", async (page) => {
        assert.match(await page.locator("#intervals-said").innerText(),
            /Half of the requests came less than .* The crawl-delay, 2 s/);
        assert.equal(await page.locator("#intervals .delay").count(), 1);
        assert.ok(await page.locator("#intervals .early").count() > 0);
    }));

test("opens a site and its robots.txt", () =>
    look("", async (page) => {
        await page.locator("#sites")
            .getByRole("link", { name: "example.com", exact: true }).click();
        await page.getByRole("heading", { name: "example.com", level: 1 })
            .waitFor();
        assert.match(await fact(page, "Answers"), /one time 200, served/);
        const served = await nginx.get("/robots.txt", { Host: "example.com" });
        const lines = await page.locator("#text-lines tbody td:nth-child(3)")
            .evaluateAll((all) => all.map((each) => each.textContent));
        assert.equal(lines.join("\n") + "\n", served.text);
        const admin = page
            .locator("#text-lines tr.hit", { hasText: "Disallow: /admin/" });
        assert.equal(await admin.locator("td").nth(0).innerText(), "4");
        assert.match(await admin.locator("td").nth(2).innerText(),
            /policy\.yaml:\d+:\d+/);
    }));

const explain = async (page, question) => {
    for (const [label, value] of Object.entries(question)) {
        const field = page.getByLabel(label, { exact: true });
        await (label === "Scheme" ? field.selectOption(value) : field.fill(value));
    }
    const answered = page.waitForResponse(/format=json.*view=explain/);
    await page.getByRole("button", { name: "Explain" }).click();
    await answered;
    await page.locator(".verdict, [role=alert]").waitFor();
};

const question = {
    Scheme: "http",
    Host: "example.com",
    Port: "",
    "Path and query": "/admin/x",
    "Client address": "198.51.100.7",
    "User-Agent, or a product token": headers.ahrefs,
};

test("explains a URL", () =>
    look("", async (page) => {
        await page.getByRole("link", { name: "Explain a URL" }).click();
        await explain(page, question);
        assert.match(await page.locator(".verdict").innerText(),
            /disallow.*status 403/s);
        assert.equal(await fact(page, "Site"), "example.com");
        assert.match(await fact(page, "Crawler"), /AhrefsBot/);
        assert.match(await fact(page, "Group"), /User-agent: \*/);
        assert.match(await fact(page, "Rule"),
            /Disallow: \/admin\/.*policy\.yaml:\d+:\d+/s);
        assert.match(await fact(page, "Revision"), /[0-9a-f]{8}/);
    }));

test("the URL has the question, and the form keeps it", () =>
    look("?view=explain", async (page) => {
        await explain(page, {
            ...question,
            "Path and query": "/open?a=1&b=%20",
            "User-Agent, or a product token": "Googlebot",
        });
        await page.goto(page.url());
        assert.match(await page.locator(".verdict").innerText(), /allow/);
        assert.equal(await page.getByLabel("Path and query").inputValue(),
            "/open?a=1&b=%20");
        assert.equal(await page.getByLabel("Host").inputValue(), "example.com");
    }));

test("says what is wrong with a question", () =>
    look("?view=explain", async (page) => {
        await explain(page, { ...question, Port: "http" });
        assert.match(await page.getByRole("alert").innerText(), /^Port: /);
        await explain(page, { ...question, "Client address": "here" });
        assert.match(await page.getByRole("alert").innerText(), /^Client address/);
    }));

test("an explanation charges nobody", () =>
    look("?view=explain", async (page) => {
        const ask = {
            ...question,
            Host: "docs.example.com",
            "Path and query": "/",
            "User-Agent, or a product token": headers.semrush,
        };
        const budget = async () => {
            await explain(page, ask);
            return fact(page, "Budget");
        };
        assert.match(await budget(), /next request allowed now/);
        assert.match(await budget(), /next request allowed now/);
        await nginx.crawl("docs.example.com", "/", headers.semrush, "198.51.100.7");
        assert.match(await budget(), /next request allowed in/);
        const { crawlers } = await nginx.json();
        assert.equal(
            JSON.stringify(crawlers).match(/SemrushBot/g)?.length, 1,
            "counted once");
    }));

test("the way back leads to the view before", () =>
    look("?range=7d", async (page) => {
        await page.getByRole("link", { name: "AhrefsBot" }).first().click();
        await page.getByRole("heading", { name: "AhrefsBot", level: 1 })
            .waitFor();
        assert.match(page.url(), /range=7d/);
        await page.goBack();
        await page.getByRole("heading", { name: "Crawler compliance" })
            .waitFor();
    }));

test("lists the last violations, and filters them", () =>
    look("?view=violations", async (page) => {
        const rows = page.locator("#violations tbody tr");
        assert.equal(await rows.count(), 7);
        const row = await rows.filter({ hasText: "/?sessionid=1" }).innerText();
        for (const part of ["AhrefsBot", "198.51.100.1", "shop.example.com",
            "Disallow: /*?sessionid=", "refused, 403", "not verifiable"]) {
            assert.ok(row.includes(part), `${part} in ${row}`);
        }
        assert.match(row, /policy\.yaml:\d+:\d+/);
        assert.match(row, /[0-9a-f]{32}/);
        await page.getByLabel("Crawler").fill("Googlebot");
        await page.getByRole("button", { name: "Show" }).click();
        await page.waitForFunction(() =>
            document.querySelectorAll("#violations tbody tr").length === 2);
        assert.match(page.url(), /crawler=Googlebot/);
    }));

test("says Not found of an unknown crawler or site", async () => {
    for (const query of ["?crawler=nobody", "?site=nowhere.example"]) {
        const json = `/status${query}&format=json`;
        assert.equal((await nginx.get(json)).status, 404);
        await look(query, async (page) =>
            assert.equal(await heading(page), "Not found"));
    }
});
