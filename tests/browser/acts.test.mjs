// What the page offers to copy: pasted into the policy as its first line says,
// it loads, and does what its name says.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, visit } from "./browser.mjs";
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

// By the key that the first line names.
const pasted = (yaml) => {
    if (yaml.startsWith("# Paste below `crawlers:`")) {
        return policy({ crawlers: indented(yaml, 2) });
    }
    return yaml.startsWith("# Paste below `groups:`")
        ? policy({ groups: indented(yaml, 6) })
        : policy({ site: indented(yaml, 4) });
};

// Those that have a group of their own, by name, category or fallback: what the
// page offers never takes a crawler out of it.
const grouped = (yaml = "") => {
    const [into, below] = yaml.startsWith("# Paste into the group")
        ? [indented(yaml, 8), ""] : ["", indented(yaml, 6)];
    return `
version: 1
sites:
  - host: example.com
    enforce: {disallow: reject, crawl_delay: log, burst: 0, tolerance: 0%}
    groups:
      - user_agent: "*"
        disallow: /private/
      - category: ai-training
        disallow: /closed/
${into}
      - user_agent: Googlebot
        disallow: /closed/
${below}
`;
};

const image = "Googlebot-Image/1.0";

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

// The texts of the page, by what their buttons say.
const offered = async (query, scope) => {
    let all;
    await visit(browser, nginx.status + query, async (page) => {
        all = await page.locator(`${scope} .advice li`).evaluateAll((items) =>
            items.map((item) => [
                item.querySelector("b").innerText ||
                    item.querySelector("b").textContent,
                item.querySelector("button").dataset.copy,
            ]));
    });
    return Object.fromEntries(all);
};

// An nginx that runs the policy with the text in it.
const run = async (yaml, check, into = pasted) => {
    const other = await Nginx.start({ policy: into(yaml) });
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
        assert.equal(row.requests.actions.log, 1);
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
        assert.equal(row.requests.actions.throttle, 1);
        assert.equal((await second).status, 200);
    },
};

test("offers all acts for a crawler", async () => {
    assert.deepEqual(Object.keys(await offered("?crawler=GPTBot", "main")),
        ["Slow down", "Refuse", "Exempt", "Log only"]);
});

for (const [label, check] of Object.entries(checks)) {
    test(`${label}, for a crawler`, async () => {
        const yaml = (await offered("?crawler=GPTBot", "main"))[label];
        await run(yaml, (other) => check(other, headers.gptbot, "GPTBot"));
    });
    test(`${label}, for an unlisted crawler`, async () => {
        const yaml = (await offered("", "#unlisted"))[label];
        await run(yaml, (other) =>
            check(other, headers.unlisted, "Librarybot"));
    });
}

test("Name it, for an unlisted crawler", async () => {
    const yaml = (await offered("", "#unlisted"))["Name it"];
    await run(yaml, async (other) => {
        await other.crawl("example.com", "/", headers.unlisted);
        assert.equal((await delayedOf(other, "Librarybot")).requests.total, 1);
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
    test(`${label}, for a site`, async () => {
        const yaml = (await offered("", "#sites"))[label];
        // A key of the site in place of the one that it has.
        const policyOf = pasted(yaml);
        const text = yaml.includes("in place of") &&
            yaml.includes("enforce:")
            ? policyOf.replace(/ {4}enforce: \{.*\n/, "") : policyOf;
        const other = await Nginx.start({ policy: text });
        try {
            await check(other);
        } finally {
            await other.stop();
        }
    });
}

for (const [name, agent, token] of [
    ["of its category", headers.gptbot, "GPTBot"],
    ["that it falls back to", image, "Googlebot-Image"],
]) {
    test(`keeps the rules of the group ${name}`, async () => {
        const first = await Nginx.start({ policy: grouped() });
        const offers = {};
        try {
            await first.crawl("example.com", "/", agent);
            await visit(browser, `${first.status}?crawler=${token}`,
                async (page) => {
                    for (const item of await page.locator("main .advice li")
                        .all()) {
                        offers[await item.locator("b").textContent()] =
                            await item.locator("button")
                                .getAttribute("data-copy");
                    }
                });
        } finally {
            await first.stop();
        }
        for (const label of ["Slow down", "Log only"]) {
            await run(offers[label], async (other) => {
                await other.crawl("example.com", "/closed/", agent);
                const row = await delayedOf(other, token);
                assert.equal(row.requests.verdicts.disallowed, 1,
                    `${label}: still closed`);
                assert.equal(row.requests.actions.reject,
                    label === "Log only" ? 0 : 1);
            }, grouped);
        }
        await run(offers["Exempt"], async (other) => assert.equal(
            (await other.crawl("example.com", "/closed/", agent)).status, 200),
        grouped);
        await run(offers["Refuse"], async (other) => assert.equal(
            (await other.crawl("example.com", "/", agent)).status, 403),
        grouped);
    });
}

test("says what the policy does now", () =>
    visit(browser, nginx.status, async (page) => {
        const now = (table) => page.locator(`${table} .advice p`).first()
            .textContent();
        assert.match(await now("#crawlers"),
            /Now: On example\.com: User-agent: \*; disallowed paths are refused; early requests are logged/);
        assert.match(await now("#unlisted"), /disallowed paths are refused/);
        assert.match(await now("#sites"),
            /crawlers without a group of their own; disallowed paths are refused/);
    }));

test("a button copies its text", async () => {
    const context = await browser.newContext({
        permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    await page.goto(`${nginx.status}?crawler=GPTBot`);
    await page.locator("#act summary").click();
    await page.getByRole("button", { name: /Copy the YAML: Refuse/ }).click();
    await page.getByText("Copied", { exact: true }).first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /user_agent: 'GPTBot'\n {2}disallow: \/\n/);
    await context.close();
});
