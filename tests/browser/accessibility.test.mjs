// axe-core finds nothing in any view, light, dark or on a phone, and no view is
// wider than its window.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, looks, violations, visit } from "./browser.mjs";
import { Nginx } from "./nginx.mjs";
import { headers, policy } from "./traffic.mjs";

let nginx;
let browser;

before(async () => {
    nginx = await Nginx.start({ policy });
    for (const agent of Object.values(headers)) {
        await nginx.crawl("example.com", "/robots.txt", agent);
        await nginx.crawl("example.com", "/", agent);
        await nginx.crawl("example.com", "/admin/", agent);
        await nginx.crawl("shop.example.com", "/", agent);
        await nginx.crawl("old.example.com", "/robots.txt", agent);
    }
    browser = await launch();
});

after(async () => {
    await browser?.close();
    await nginx?.stop();
});

const views = {
    "the overview": "",
    "a filtered overview": "?q=nobody&sort=-delayed&refresh=off",
    "categories, with queries": "?by=category&promql=on",
    "what to do about a crawler": "?act=GPTBot&on=example.com",
    "a crawler": "?crawler=GPTBot",
    "a crawler that never came": "?crawler=DuckDuckBot",
    "a site": "?site=example.com",
    "a suspended site": "?site=old.example.com",
    "the default": "?site=default",
    "violations": "?view=violations",
    "no violations": "?view=violations&crawler=DuckDuckBot",
    "a question": "?view=explain",
    "an answer":
        "?view=explain&scheme=http&host=example.com&path=/&user_agent=GPTBot",
    "no answer":
        "?view=explain&scheme=http&host=example.com&port=x&path=/&user_agent=x",
    "nothing of that name": "?crawler=nobody",
};

for (const [look, options] of Object.entries(looks)) {
    for (const [name, query] of Object.entries(views)) {
        test(`${name}, ${look}`, () =>
            visit(browser, nginx.status + query, async (page) => {
                await page.evaluate(() => {
                    for (const details of document.querySelectorAll("details")) {
                        details.open = true;
                    }
                });
                assert.deepEqual(await violations(page), []);
                const [needed, given] = await page.evaluate(() => [
                    document.documentElement.scrollWidth,
                    innerWidth,
                ]);
                assert.ok(needed <= given, `${needed} pixels wide`);
            }, options));
    }
}
