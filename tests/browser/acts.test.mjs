// What the page offers to copy: pasted into the policy as its first line says,
// it loads, and does what its name says.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, violations, visit } from "./browser.mjs";
import { Nginx } from "./nginx.mjs";
import { headers } from "./traffic.mjs";

// Where each kind of text is pasted.
const policy = ({ crawlers = "", groups = "", site = "" } = {}) => `
version: 1
crawlers:
  - {token: Somebot, category: other}
${crawlers}
sites:
  - host: example.com
    enforce: {disallow: reject, crawl_delay: log, burst: 0, tolerance: 0%}
${site}
    groups:
      - user_agent: "*"
        disallow: /private/
${groups}
`;

const indented = (text, by) =>
    text.split("\n").map((line) => " ".repeat(by) + line).join("\n");

// By the place that the first line names.
const pasted = (yaml) => {
    if (yaml.startsWith("# Paste below `crawlers:`")) {
        return policy({ crawlers: indented(yaml, 2) });
    }
    return yaml.startsWith("# Paste at the end of `groups:`")
        ? policy({ groups: indented(yaml, 6) })
        : policy({ site: indented(yaml, 4) });
};

let nginx;
let browser;

before(async () => {
    nginx = await Nginx.start({ policy: policy() });
    await nginx.crawl("example.com", "/", headers.gptbot);
    await nginx.crawl("example.com", "/", headers.unlisted);
    browser = await launch();
});

after(async () => {
    await browser?.close();
    await nginx?.stop();
});

const open = async (page, scope, name) => {
    await page.locator(scope).getByRole("link", { name }).first().click();
    await page.locator("#acts").waitFor();
};

// The texts of the panel, by the names of their acts.
const offered = async (scope, name) => {
    let all;
    await visit(browser, nginx.status, async (page) => {
        await open(page, scope, name);
        all = await page.locator("#acts li").evaluateAll((items) =>
            items.map((item) => [item.querySelector("b").textContent,
                item.querySelector("button").dataset.copy]));
    });
    return Object.fromEntries(all);
};

// An nginx that runs the policy with the text in it.
const run = async (yaml, check) => {
    const other = await Nginx.start({ policy: pasted(yaml) });
    try {
        await check(other);
    } finally {
        await other.stop();
    }
};

const statuses = async (other, agent, ...paths) => {
    const all = [];
    for (const path of paths) {
        all.push((await other.crawl("example.com", path, agent)).status);
    }
    return all;
};

const delayedOf = async (other, token) => {
    const { crawlers } = await other.json();
    return crawlers.rows.find((row) => row.crawler === token);
};

// For a crawler of that header; `token` is its own, as the status counts it.
const checks = {
    "Refuse": async (other, agent) => {
        assert.deepEqual(await statuses(other, agent, "/"), [403]);
        assert.equal((await other.crawl("example.com", "/", headers.bingbot))
            .status, 200, "nobody else");
    },
    "Exempt": async (other, agent) => {
        assert.deepEqual(await statuses(other, agent, "/private/"), [200]);
        assert.equal((await other.crawl("example.com", "/private/",
            headers.bingbot)).status, 403, "nobody else");
    },
    "Log only": async (other, agent, token) => {
        assert.deepEqual(await statuses(other, agent, "/private/"), [200]);
        const row = await delayedOf(other, token);
        assert.equal(row.counts.actions.log, 1);
    },
    "Slow down": async (other, agent, token) => {
        assert.deepEqual(await statuses(other, agent, "/", "/private/"),
            [200, 403], "its rules are what they were");
        const second = other.crawl("example.com", "/", agent);
        for (let attempt = 0; attempt < 200; attempt++) {
            if ((await other.json()).totals.delayed_now === 1) {
                break;
            }
        }
        const row = await delayedOf(other, token);
        assert.equal(row.counts.actions.throttle, 1);
        assert.equal((await second).status, 200);
    },
};

test("offers all acts for a crawler", async () => {
    assert.deepEqual(Object.keys(await offered("#crawlers", "Act on GPTBot")),
        ["Slow down", "Refuse", "Exempt", "Log only", "Refuse impostors"]);
});

for (const [label, check] of Object.entries(checks)) {
    test(`${label}, for a crawler`, async () => {
        const yaml = (await offered("#crawlers", "Act on GPTBot"))[label];
        await run(yaml, (other) => check(other, headers.gptbot, "GPTBot"));
    });
    test(`${label}, for an unlisted crawler`, async () => {
        const yaml = (await offered("#unlisted", "Act on Librarybot"))[label];
        await run(yaml, (other) =>
            check(other, headers.unlisted, "Librarybot"));
    });
}

test("Name it, for an unlisted crawler", async () => {
    const yaml = (await offered("#unlisted", "Act on Librarybot"))["Name it"];
    await run(yaml, async (other) => {
        await other.crawl("example.com", "/", headers.unlisted);
        assert.equal((await delayedOf(other, "Librarybot")).counts.requests, 1);
        assert.deepEqual((await other.json()).unlisted, []);
    });
});

const siteChecks = {
    "Refuse": async (other) => assert.deepEqual(
        await statuses(other, headers.bingbot, "/"), [403]),
    "Exempt": async (other) => assert.deepEqual(
        await statuses(other, headers.bingbot, "/private/"), [200]),
    "Log only": async (other) => assert.deepEqual(
        await statuses(other, headers.bingbot, "/private/"), [200]),
    "Slow down": (other) =>
        checks["Slow down"](other, headers.bingbot, "bingbot"),
    "Suspend": async (other) => assert.deepEqual(
        await statuses(other, headers.bingbot, "/robots.txt"), [503]),
};

for (const [label, check] of Object.entries(siteChecks)) {
    test(`${label}, for a site`, async () =>
        run((await offered("#sites", "Act on example.com"))[label], check));
}

test("says what the policy does now", () =>
    visit(browser, nginx.status, async (page) => {
        const now = () => page.locator("#acts > p").first().textContent();
        await open(page, "#crawlers", "Act on GPTBot");
        assert.match(await now(), /On example\.com, now: User-agent: \*; disallowed paths are refused; early requests are logged/);
        await page.locator("#acts-close").click();
        await open(page, "#sites", "Act on example.com");
        assert.match(await now(),
            /crawlers without a group of their own; disallowed paths are refused/);
    }));

test("the keyboard opens and closes the acts, and comes back", () =>
    visit(browser, nginx.status, async (page) => {
        const link = page.getByRole("link", { name: "Act on GPTBot" });
        await link.focus();
        await page.keyboard.press("Enter");
        await page.waitForFunction(() =>
            document.activeElement.id === "acts-title");
        assert.deepEqual(await violations(page), []);
        await page.keyboard.press("Escape");
        await page.waitForFunction(() =>
            document.activeElement.id === "act:GPTBot:example.com");
        assert.equal(await page.locator("#acts").count(), 0);
        await page.goBack();
        await page.locator("#acts").waitFor();
    }));

test("says whom else an act changes, and what it does in search", () =>
    visit(browser, `${nginx.status}?act=Googlebot&on=example.com`,
        async (page) => {
            const act = page.locator("#act-refuse");
            await act.locator("summary").click();
            const said = (await act.locator("p").allTextContents()).join(" ");
            assert.match(said, /these go by that of Googlebot.*Applebot/);
            assert.match(said, /the site disappears from the results/);
        }));

test("says where less is done than the policy asks for", async () => {
    const other = await Nginx.start({ policy: policy()
        .replace("disallow: reject, crawl_delay: log",
            "disallow: log, crawl_delay: throttle")
        .replace("disallow: /private/",
            "disallow: /private/\n        crawl_delay: 5s") });
    try {
        await other.crawl("example.com", "/", headers.googlebot);
        await other.crawl("example.com", "/private/", headers.googlebot);
        for (const query of ["?crawler=Googlebot",
            "?act=Googlebot&on=example.com"]) {
            await visit(browser, other.status + query, async (page) =>
                assert.match(await page.locator("main").innerText(),
                    /early requests are only logged: Googlebot .*Crawl-delay/));
        }
        await visit(browser, `${other.status}?view=violations`,
            async (page) => assert.match(await page
                .locator("#violations tbody").innerText(), /also: too early/));
    } finally {
        await other.stop();
    }
});

test("an act on what is not there says so", () =>
    visit(browser, `${nginx.status}?act=Googlebot&on=nowhere.example`,
        async (page) => assert.match(await page.locator("#acts").innerText(),
            /No such site/)));

test("a button copies its text", async () => {
    const context = await browser.newContext({
        permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    await page.goto(`${nginx.status}?crawler=GPTBot`);
    await open(page, "h1", "Act on GPTBot");
    await page.locator("#act-refuse summary").click();
    await page.getByRole("button", { name: /Copy the YAML: Refuse GPTBot/ })
        .click();
    await page.getByText("Copied", { exact: true }).first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /user_agent: GPTBot\n {2}disallow: \/\n/);
    await context.close();
});
