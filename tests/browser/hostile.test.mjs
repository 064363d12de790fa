// What a client sends, and what a policy's author writes, is only ever text.

import assert from "node:assert/strict";
import net from "node:net";
import { after, before, test } from "node:test";

import { launch, violations, visit } from "./browser.mjs";
import { Nginx } from "./nginx.mjs";

const script = "<script>alert(1)</script>";
const breakout = `"'>${script}<img src=x onerror=alert(2)>`;
const reversal = "\u202egnihtyna\u2066\u200f";
const long = "A".repeat(8192 - 64);

// As octets, for a header.
const octets = (text) => Buffer.from(text, "utf8").toString("latin1");

const agents = [
    `${breakout}bot/1.0`,
    `Evil${script}Bot/1.0 (+http://evil.example/${breakout})`,
    `bot${reversal}/1.0 (compatible; ${reversal}Crawler/2.0)`,
    `GPTBot/1.2 ${breakout} ${reversal}`,
    `Longbot/1.0 ${long}`,
    `${long}bot/1.0`,
    "\xff\xfe\xc0\xbcbot/1.0",
];

const policy = `
version: 1
crawlers:
  - token: GPTBot
    category: ai-training
    operator: ${JSON.stringify(`${breakout} ${reversal}`)}
    docs: "javascript:alert(3)"
  - token: Evilbot
    category: other
    operator: ${JSON.stringify(long)}
    docs: ${JSON.stringify(`https://evil.example/${breakout}`)}
sites:
  - host: example.com
    comment: ${JSON.stringify(`${breakout} ${reversal} </bdi></td></table>`)}
    groups:
      - user_agent: [GPTBot, Evilbot]
        disallow: ${JSON.stringify(`/${breakout.replaceAll(" ", "%20")}`)}
        comment: ${JSON.stringify(reversal)}
      - user_agent: "*"
        disallow: ["/${"x".repeat(4000)}", "/</script>${script}*"]
default:
  groups: [{user_agent: "*", disallow: /}]
`;

let nginx;
let browser;

// Past what Node lets a header or a path hold.
const sendRaw = (text) =>
    new Promise((resolve, reject) => {
        const socket = net.connect(nginx.port, "127.0.0.1", () =>
            socket.write(Buffer.from(text, "latin1")));
        socket.on("data", () => {});
        socket.on("close", resolve);
        socket.on("error", reject);
    });

const raw = (host, path, agent) =>
    sendRaw(
        `GET ${octets(path)} HTTP/1.1\r\nHost: ${octets(host)}\r\n` +
            `User-Agent: ${octets(agent)}\r\nConnection: close\r\n\r\n`,
    );

before(async () => {
    nginx = await Nginx.start({ policy });
    for (const agent of agents) {
        await raw("example.com", "/", agent);
        await raw("example.com", "/robots.txt", agent);
        await raw("example.com", `/${breakout.replaceAll(" ", "+")}`, agent);
        await raw("example.com", `/</script>${script}?${reversal}`, agent);
        await raw("example.com", `/${"x".repeat(7000)}`, agent);
        await raw("unknown.example", "/", agent);
    }
    for (const host of [breakout, reversal, "x".repeat(8000), "<b>.example"]) {
        await raw(host, "/", "GPTBot/1.2");
    }
    await raw("example.com", "/", "Evilbot/1.0");
    browser = await launch();
});

after(async () => {
    await browser?.close();
    await nginx?.stop();
});

// Nothing ran, nothing was fetched, and no element came from what was sent.
const assertInert = (query) =>
    visit(browser, nginx.status + query, async (page, answer) => {
        assert.equal(answer.status(), 200, query.slice(0, 200));
        const found = await page.evaluate(() => ({
            scripts: document.querySelectorAll("script").length,
            styles: document.querySelectorAll("style").length,
            strange: document.querySelectorAll(
                "img, iframe, object, embed, link, base, [onerror], [style], " +
                    "[onclick], [src]",
            ).length,
            addresses: [...document.querySelectorAll("a")]
                .map((a) => a.protocol)
                .filter((protocol) => !/^https?:$/.test(protocol)),
            odd: /[\u0000-\u0008\u200b-\u200f\u202a-\u202e\u2066-\u2069]/
                .test([...document.querySelectorAll("header, main, footer")]
                    .map((each) => each.cloneNode(true))
                    .map((each) => {
                        // A field keeps what was put into it, as inputs do.
                        each.querySelectorAll("textarea").forEach((field) =>
                            field.remove());
                        return each.textContent;
                    }).join()),
            wide: document.documentElement.scrollWidth > innerWidth,
            whole: document.querySelectorAll("body > footer").length,
        }));
        assert.deepEqual(found, {
            scripts: 2,
            styles: 1,
            strange: 0,
            addresses: [],
            odd: false,
            wide: false,
            whole: 1,
        }, query.slice(0, 200));
    });

test("passes axe-core with hostile names", async () => {
    for (const query of ["", "?crawler=GPTBot", "?crawler=Evilbot",
        "?site=example.com"]) {
        await visit(browser, nginx.status + query, async (page) =>
            assert.deepEqual(await violations(page), [], query));
    }
});

test("is inert on the overview", () => assertInert(""));
test("is inert on a crawler", () => assertInert("?crawler=GPTBot"));
test("is inert on a crawler with a long operator name", () =>
    assertInert("?crawler=Evilbot"));
test("is inert on a site", () => assertInert("?site=example.com"));

test("is inert among the violations and the unlisted names", async () => {
    await assertInert("?view=violations");
    await visit(browser, `${nginx.status}?view=violations`, async (page) => {
        const text = await page.locator("#violations").innerText();
        assert.ok(text.includes("alert(1)"), "it is there, as text");
        assert.deepEqual(await violations(page), []);
    });
});

test("is inert in every parameter", async () => {
    for (const text of [breakout, reversal, "A".repeat(6000)]) {
        const value = encodeURIComponent(text);
        await assertInert(
            `?q=${value}&sort=${value}&sort_sites=${value}&category=${value}` +
                `&refresh=${value}&crawlers=${value.slice(0, 500)}`,
        );
        await assertInert(`?crawler=${value}`);
        await assertInert(`?site=${value}`);
        await assertInert(`?view=violations&crawler=${value}&site=${value}`);
    }
    await assertInert("?crawler=%00%ff%fe%c0%bc&q=%00%ff");
    for (const range of ["constructor", "-1", "1e9h", "24H", breakout]) {
        await assertInert(`?range=${encodeURIComponent(range)}`);
    }
    await assertInert("?sort=constructor&sort_sites=-__proto__&sites=1e9" +
        "&lines=-1&visits=0&crawlers=99999999999999999999");
    await assertInert("?view=__proto__");
});

test("is inert in a question", async () => {
    for (const agent of agents) {
        const value = encodeURIComponent(agent);
        await assertInert(
            `?view=explain&scheme=http&host=example.com&path=%2F&user_agent=${value}`,
        );
    }
    for (const field of ["scheme", "host", "port", "path", "address",
        "headers"]) {
        for (const text of [breakout, reversal, "A".repeat(6000)]) {
            const fields = new URLSearchParams({
                view: "explain",
                scheme: "http",
                host: "example.com",
                path: "/",
                user_agent: "GPTBot",
            });
            fields.set(field, (field === "path" ? "/" : "") + text);
            await assertInert(`?${fields}`);
        }
    }
});

test("spells hidden characters out", () =>
    visit(
        browser,
        `${nginx.status}?view=explain&scheme=http&host=example.com&path=%2F` +
            `&user_agent=${encodeURIComponent(`GPTBot/1.2 ${reversal}`)}`,
        async (page) => assert.match(
            await page.locator("main dl").innerText(),
            /GPTBot\/1\.2 U\+202Egnihtyna\s*U\+2066\s*U\+200F/,
        ),
    ));
