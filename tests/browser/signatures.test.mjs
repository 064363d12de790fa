// Signed requests: counted for each crawler, shown, and explained.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, looks, violations, visit } from "./browser.mjs";
import { Nginx } from "./nginx.mjs";
import { Signer } from "./signer.mjs";

const human =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) " +
    "Chrome/131.0.0.0 Safari/537.36";
const host = "example.com";

const policy = `
version: 1
enforce: {disallow: reject}
crawlers:
  - {token: AgentBot, category: ai-agent, keys_file: agent.json}
sites:
  - host: ${host}
    groups:
      - {user_agent: AgentBot, disallow: /closed}
      - {user_agent: "*", disallow: /nobody}
`;

let nginx;
let browser;
let signer;

const send = async (path, headers) => nginx.get(path, {
    Host: host, "X-Real-IP": "198.51.100.9", ...headers,
});

before(async () => {
    signer = await Signer.make();
    nginx = await Nginx.start({ policy, files: { "agent.json": signer.keys } });
    const own = { "User-Agent": "AgentBot/1.0" };
    // The second time, nginx remembers what it verified.
    const good = await signer.headers(host);
    await send("/", { ...own, ...good });
    await send("/", { ...own, ...good });
    // Named by its key alone.
    assert.equal((await send("/closed", {
        "User-Agent": human, ...await signer.headers(host) })).status, 403);
    await send("/closed", { ...own, ...await signer.headers("other.example") });
    await send("/", { ...own, ...await signer.headers(host, { age: 3600 }) });
    await send("/", own);
    browser = await launch();
});

after(async () => {
    await browser?.close();
    await nginx?.stop();
});

const rowOf = ({ crawlers }) =>
    crawlers.rows.find((row) => row.crawler === "AgentBot");

test("the JSON counts them by what was found", async () => {
    const all = await nginx.json();
    const expected = {
        verified: 3, invalid: 1, expired: 1, unknown_key: 0, malformed: 0,
        unchecked: 0,
    };
    assert.deepEqual(rowOf(all).signatures, expected);
    assert.deepEqual(all.totals.signatures, expected);
    assert.equal(rowOf(all).counts.requests, 6);
    assert.equal(rowOf(all).identities.verified, 3);

    const { sites } = await nginx.json("&crawler=AgentBot");
    const byIdentity = Object.fromEntries(sites.rows.map((row) =>
        [row.identity, row.signatures]));
    assert.equal(byIdentity.verified.verified, 3);
    assert.equal(byIdentity.unverifiable.invalid, 1);
    assert.equal(byIdentity.unverifiable.verified, 0);
});

test("a crawler that never signed has none", async () => {
    await send("/", { "User-Agent": "GPTBot/1.0" });
    const { crawlers } = await nginx.json();
    assert.equal(crawlers.rows.find((row) => row.crawler === "GPTBot")
        .signatures, null);
});

test("Prometheus has a series for each result that came", async () => {
    const { text } = await nginx.get("/status?format=prometheus");
    const labels = `site="${host}",crawler="AgentBot"`;
    assert.ok(text.includes(
        `robots_signed_requests_total{${labels},result="verified"} 3\n`), text);
    assert.ok(text.includes(
        `robots_signed_requests_total{${labels},result="invalid"} 1\n`));
    assert.ok(!text.includes(`${labels},result="malformed"`));
});

test("the overview and the crawler's page show them", async () => {
    await visit(browser, nginx.status, async (page) => {
        assert.match(await page.locator("#total-signed").innerText(),
            /Signed\s+5\s+2 prove nothing/);
        assert.match(await page.locator("#crawlers tbody tr",
            { hasText: "AgentBot" }).innerText(),
        /2 of 5 signatures prove nothing/);
        assert.deepEqual(await violations(page), []);
    });
    await visit(browser, `${nginx.status}?crawler=AgentBot`, async (page) => {
        assert.match(await page.locator(".facts").innerText(),
            /Signatures\s+3 verified, 1 invalid, 1 expired/);
        assert.deepEqual(await violations(page), []);
    });
});

test("a violation says what was found", async () => {
    const { last_violations: rows } = await nginx.json("&view=violations");
    assert.deepEqual(rows.map((row) => row.signature),
        ["invalid", "verified"]);
    await visit(browser, `${nginx.status}?view=violations`, async (page) =>
        assert.match(await page.locator("#violations tbody tr").first()
            .innerText(), /not verifiable, signature invalid/));
});

const ask = async (page, headers, agent = human) => {
    await page.locator("#host").fill(host);
    await page.locator("#scheme").selectOption("http");
    await page.locator("#path").fill("/closed");
    await page.locator("#user_agent").fill(agent);
    await page.locator("#headers").fill(headers);
    await page.getByRole("button", { name: "Explain" }).click();
    await page.locator("#answer, [role=alert]").first().waitFor();
};

const asText = (headers) => Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`).join("\n");

for (const [look, options] of Object.entries(looks)) {
    test(`explains a signed request, ${look}`, () =>
        visit(browser, `${nginx.status}?view=explain`, async (page) => {
            await ask(page, asText(await signer.headers(host)));
            const text = await page.locator("main").innerText();
            assert.match(text, /Crawler\s+AgentBot/);
            assert.match(text, /Identity\s+verified/);
            assert.match(text, /Signature\s+verified/);
            assert.match(text, /refused with status 403/);
            assert.deepEqual(await violations(page), []);
        }, options));
}

test("explains what is wrong with a signature", () =>
    visit(browser, `${nginx.status}?view=explain`, async (page) => {
        await ask(page, asText(await signer.headers("other.example")),
            "AgentBot/1.0");
        assert.match(await page.locator("#answer-section").innerText(),
            /Identity\s+unverifiable[^]*Signature\s+invalid: signature `sig1`/);
    }));

test("says what is no header", () =>
    visit(browser, `${nginx.status}?view=explain`, async (page) => {
        await ask(page, "no header at all");
        assert.match(await page.locator("[role=alert]").innerText(),
            /write one a line/);
    }));

test("asking costs and changes nothing", async () => {
    const before = await nginx.json();
    const query = new URLSearchParams({ host, scheme: "http",
        user_agent: "AgentBot/1.0", path: "/",
        headers: asText(await signer.headers(host)) });
    for (let i = 0; i < 20; i++) {
        const answer = await nginx.json(`&view=explain&${query}`);
        assert.equal(answer.signature, "verified");
    }
    const after = await nginx.json();
    assert.deepEqual(after.totals, before.totals);
    assert.deepEqual(after.crawlers, before.crawlers);
});
