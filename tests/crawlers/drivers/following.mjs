// What crawlers have in common that are built around a reader of robots.txt:
// they ask for a page DELAY seconds after the one before, redirects aside, and
// follow each link of the host once.

import { setTimeout as sleep } from "node:timers/promises";

export const crawl = async ({ start, delay, agent, allows }) => {
    const queue = [start];
    const seen = new Set(queue);
    let due = 0;
    while (queue.length > 0) {
        const url = queue.shift();
        if (!(await allows(url))) {
            continue;
        }
        await sleep(Math.max(0, due - performance.now()));
        due = performance.now() + delay * 1000;
        const answer = await fetch(url, { headers: { "User-Agent": agent } });
        const body = await answer.text();
        for (const [, link] of body.matchAll(/<a href="([^"]*)"/g)) {
            const there = new URL(
                link.replaceAll("&amp;", "&").replaceAll("&#x27;", "'"),
                answer.url,
            );
            there.hash = "";
            const same = there.origin === new URL(start).origin;
            if (same && !seen.has(there.href)) {
                seen.add(there.href);
                queue.push(there.href);
            }
        }
    }
};
