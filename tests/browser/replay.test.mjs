// What `robotsctl replay --html` writes: the page with its data inside, opened
// from the disk.
//
// Environment: ROBOTSCTL, the binary.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { launch, looks, violations, visit } from "./browser.mjs";
import { headers, policy } from "./traffic.mjs";

const robotsctl = process.env.ROBOTSCTL ||
    new URL("../../build/robotsctl", import.meta.url).pathname;

let folder;
let url;
let browser;

const lineOf = (host, path, agent, second) => JSON.stringify({
    msec: `${1791590400 + second}.000`,
    request: `GET ${path} HTTP/1.1`,
    remote_addr: "192.0.2.7",
    status: "200",
    user_agent: agent,
    host,
});

before(async () => {
    folder = await mkdtemp(join(tmpdir(), "robots-replay-"));
    const file = (name) => join(folder, name);
    await writeFile(file("policy.yaml"), policy);
    const lines = Object.values(headers).flatMap((agent, at) => [
        lineOf("example.com", "/robots.txt", agent, 100 * at),
        lineOf("example.com", "/", agent, 100 * at + 1),
        lineOf("example.com", "/admin/</script><b>", agent, 100 * at + 2),
    ]);
    await writeFile(file("access.log"), `${lines.join("\n")}\n`);
    await promisify(execFile)(robotsctl, ["replay", "--html",
        file("report.html"), file("policy.yaml"), file("access.log")]);
    url = pathToFileURL(file("report.html")).href;
    browser = await launch();
});

after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
});

test("opens from the disk, with all views and without a request", () =>
    visit(browser, url, async (page) => {
        assert.equal(
            await page.locator("#total-crawl-requests .figure").innerText(),
            "22");
        await page.locator("#crawlers").getByRole("link",
            { name: "GPTBot", exact: true }).click();
        await page.getByRole("heading", { name: "GPTBot", level: 1 }).waitFor();
        assert.match(await page.locator("#violations tbody").innerText(),
            /\/admin\/<\/script><b>/);
        await page.getByRole("link", { name: "All that are kept" }).click();
        await page.getByRole("heading", { name: "Violations", level: 1 })
            .waitFor();
        await page.goBack();
        await page.getByRole("heading", { name: "GPTBot", level: 1 }).waitFor();
    }));

for (const [look, options] of Object.entries(looks)) {
    test(`passes axe-core, ${look}`, () =>
        visit(browser, url, async (page) =>
            assert.deepEqual(await violations(page), []), options));
}

test("has no way to what only a server answers", () =>
    visit(browser, url, async (page) => {
        assert.equal(await page.locator("nav a").count(), 2);
        assert.equal(await page.locator(".refresh").count(), 0);
        assert.equal(await page.locator("footer a").count(), 0);
    }));
