// Two nginx that share a server: what each one's page says of the fleet, while
// all is well, when a node has stopped, and when the server has.
//
// Environment: ROBOTS_VALKEY, a valkey-server or redis-server.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { launch, looks, violations, visit } from "./browser.mjs";
import { freePort, Nginx } from "./nginx.mjs";
import { headers } from "./traffic.mjs";

const found = (path) => {
    try {
        accessSync(path);
        return true;
    } catch {
        return false;
    }
};

const binary = [process.env.ROBOTS_VALKEY, "/usr/bin/valkey-server",
    "/usr/bin/redis-server"].find((path) => path && found(path));
const options = binary ? {} : { skip: "there is no Valkey and no Redis" };

const policy = (delay) => `
version: 1
enforce: {crawl_delay: reject, burst: 0, tolerance: 0%}
sites:
  - {host: example.com, groups: [{user_agent: "*", crawl_delay: ${delay}}]}
`;

let folder;
let port;
let server;
let nodes = [];
let browser;

const answers = async () => {
    for (let attempt = 0; attempt < 400; attempt++) {
        const socket = net.connect(port, "127.0.0.1");
        const [outcome] = await Promise.race([
            once(socket, "connect").then(() => [true]),
            once(socket, "error").then(() => [false]),
        ]).catch(() => [false]);
        socket.destroy();
        if (outcome) {
            return;
        }
        await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error("the server of the fleet does not answer");
};

const start = async () => {
    server = spawn(binary, ["--port", String(port), "--bind", "127.0.0.1",
        "--save", "", "--appendonly", "no", "--dir", folder],
    { stdio: "ignore" });
    await answers();
};

const stop = async () => {
    if (server && server.exitCode === null && server.signalCode === null) {
        server.kill("SIGKILL");
        await once(server, "exit");
    }
};

// Until the JSON of a node says so.
const until = async (node, check) => {
    let fleet;
    for (let attempt = 0; attempt < 1200; attempt++) {
        ({ server: { fleet } } = await node.json());
        if (check(fleet)) {
            return fleet;
        }
        await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`the fleet is still ${JSON.stringify(fleet)}`);
};

const node = (delay) => Nginx.start({
    policy: policy(delay), workers: 1,
    site: `robots_fleet redis://127.0.0.1:${port} timeout=100ms fallback=divide;`,
});

before(async () => {
    if (!binary) {
        return;
    }
    folder = await mkdtemp(join(tmpdir(), "robots-fleet-"));
    port = await freePort();
    await start();
    nodes = [await node("1h"), await node("1h")];
    await until(nodes[0], (fleet) => fleet.nodes.length === 2);
    await nodes[0].crawl("example.com", "/", headers.gptbot);
    assert.equal((await nodes[1].crawl("example.com", "/", headers.gptbot))
        .status, 429, "the budget is shared");
    browser = await launch();
});

after(async () => {
    await browser?.close();
    for (const each of nodes) {
        await each.stop();
    }
    await stop();
    if (folder) {
        await rm(folder, { recursive: true, force: true });
    }
});

const both = (fleet) => fleet.sum.judged === 2 &&
    fleet.crawlers.some(({ judged }) => judged === 2);

test("the JSON has nodes, servers, times and the fallback", options, async () => {
    const fleet = await until(nodes[0], both);
    assert.equal(fleet.fallback, "divide");
    assert.equal(fleet.fallback_in_use, false);
    assert.equal(fleet.timeout, 0.1);
    assert.ok(fleet.servers[0].up);
    assert.ok(Date.now() / 1000 - fleet.servers[0].last_answer < 60);
    assert.ok(fleet.latency.some(({ count }) => count > 0));
    assert.equal(fleet.latency.at(-1).at_most, null);
    assert.equal(fleet.latency[0].at_most, 0.0001);
    assert.equal(fleet.sum.refused, 1);
});

for (const [look, how] of Object.entries(looks)) {
    test(`the overview shows the fleet, ${look}`, options, () =>
        visit(browser, nodes[0].status, async (page) => {
            const table = page.locator("#fleet-nodes tbody tr");
            assert.equal(await table.count(), 2);
            const text = await page.locator("#fleet-section").innerText();
            assert.match(text, /2 nginx: 2 crawl requests, 1 refused/);
            assert.match(text, /this one/);
            assert.match(await page.locator("#fleet-crawlers").innerText(),
                /GPTBot\s+2\s/, "of both");
            assert.match(text, /Half of the answers come within [\d.]+ ms/);
            assert.match(text, /100% were decided by the fleet/);
            assert.match(text, /valkey:\/\/127\.0\.0\.1:\d+[^]*answers/);
            assert.equal(await page.locator(".banner").count(), 0);
            assert.deepEqual(await violations(page), []);
            const [needed, given] = await page.evaluate(() => [
                document.documentElement.scrollWidth, innerWidth]);
            assert.ok(needed <= given, `${needed} pixels wide`);
        }, how));
}

test("a node with another policy is named", options, async () => {
    const third = await node("2h");
    try {
        await until(nodes[0], (fleet) => fleet.nodes.length === 3);
        await visit(browser, nodes[0].status, async (page) => {
            assert.match(await page.locator("#fleet-different").innerText(),
                /runs another policy than this nginx/);
            assert.match(await page.locator("#fleet-nodes").innerText(),
                /other policy/);
            assert.deepEqual(await violations(page), []);
        });
    } finally {
        await third.stop();
    }
});

test("a node that has stopped is named", options, async () => {
    await until(nodes[0], (fleet) =>
        fleet.nodes.filter((each) => !each.alive).length === 1);
    await visit(browser, nodes[0].status, async (page) => {
        assert.match(await page.locator("#fleet-silent").innerText(),
            /Not heard of: .+\. It has stopped, or cannot reach/);
        assert.match(await page.locator("#fleet-nodes").innerText(), /silent/);
        assert.equal(await page.locator("#fleet-different").count(), 0);
    });
});

test("says when this nginx works on its fallback, and when no more", options,
    async () => {
        await stop();
        const fleet = await until(nodes[0], (all) => all.fallback_in_use);
        assert.equal(fleet.servers[0].up, false);
        await visit(browser, nodes[0].status, async (page) => {
            assert.match(await page.locator("#fleet-down").innerText(),
                /does not answer: this nginx keeps their budgets alone.*fallback=divide/s);
            assert.match(await page.locator("#fleet-servers").innerText(),
                /does not answer/);
            assert.deepEqual(await violations(page), []);
        });
        await start();
        await until(nodes[0], (all) => !all.fallback_in_use);
        await visit(browser, nodes[0].status, async (page) =>
            assert.equal(await page.locator("#fleet-down").count(), 0));
    });

test("other views begin with the same banners", options, async () => {
    await stop();
    await until(nodes[1], (all) => all.fallback_in_use);
    await visit(browser, `${nodes[1].status}?view=violations`, async (page) =>
        assert.equal(await page.locator("#fleet-down").count(), 1));
    await start();
    await until(nodes[1], (all) => !all.fallback_in_use);
});
