// npm's robots-txt-parse reads the licences (RSL 1.0) in the robots.txt of a real
// nginx: those of the site in front of the groups, and a group's own in it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Readable } from "node:stream";

import parse from "robots-txt-parse";

import { Nginx } from "../browser/nginx.mjs";

const license = "https://example.com/license.xml?a=b%20c";
const training = "https://example.com/training.xml";

let nginx;

before(async () => {
    nginx = await Nginx.start({
        policy: `version: 1.1
default:
  license: ["${license}", "\${origin}/two.xml"]
  groups:
    - {user_agent: [GPTBot, ClaudeBot], license: ${training}, crawl_delay: 5s, disallow: /a/}
    - {user_agent: "*", disallow: /private/}
`,
    });
});

after(() => nginx.stop());

test("the licences are in front of the groups, and in a group", async () => {
    const answer = await fetch(`${nginx.origin}/robots.txt`);
    const { groups, extensions } = await parse(
        Readable.from([await answer.text()]),
    );
    assert.deepEqual(
        extensions
            .filter(({ extension }) => extension === "license")
            .map(({ value }) => value),
        [license, `${nginx.origin}/two.xml`, training],
    );
    // And none of these lines takes a group apart.
    assert.deepEqual(groups, [
        {
            agents: ["GPTBot", "ClaudeBot"],
            rules: [{ rule: "disallow", path: "/a/" }],
        },
        { agents: ["*"], rules: [{ rule: "disallow", path: "/private/" }] },
    ]);
});
