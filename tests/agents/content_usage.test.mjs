// npm's structured-headers reads the Content-Usage that a real nginx sends, in
// headers and in robots.txt (draft-ietf-aipref-attach, RFC 9651), and the lines
// Content-Signal, which have the same form.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { parseDictionary, Token } from "structured-headers";

import { Nginx } from "../browser/nginx.mjs";

let nginx;

before(async () => {
    nginx = await Nginx.start({
        policy: `version: 1
default:
  usage:
    - {disallow: [train-ai], allow: [search]}
    - {path: /press/, allow: [train-ai]}
  usage_as: [content_usage, content_signal, tdmrep]
  groups:
    - {user_agent: GPTBot, content_usage: "train-ai=n,search=n"}
    - {user_agent: "*", disallow: /private/}
`,
    });
});

after(() => nginx.stop());

// What a dictionary says, as "train-ai=n".
const read = (field) =>
    [...parseDictionary(field)].map(([label, [value, parameters]]) => {
        assert.ok(value instanceof Token);
        assert.equal(parameters.size, 0);
        return `${label}=${value}`;
    });

test("the header is a dictionary of tokens", async () => {
    for (const [path, said, reserved] of [
        ["/", ["train-ai=n", "search=y"], "1"],
        ["/press/a?b", ["train-ai=y", "search=y"], "0"],
    ]) {
        const { headers } = await fetch(nginx.origin + path);
        assert.deepEqual(read(headers.get("content-usage")), said);
        assert.equal(headers.get("tdm-reservation"), reserved);
    }
});

// The values of all lines `name` of robots.txt, each behind its path.
const readLines = async (name) => {
    const text = await (await fetch(`${nginx.origin}/robots.txt`)).text();
    const line = new RegExp(`^${name}: (/\\S* )?(.*)$`, "gm");
    return [...text.matchAll(line)].map(
        ([, path = "", value]) => path + read(value).join(),
    );
};

test("so is the value of each line, behind its path", async () => {
    assert.deepEqual(await readLines("Content-Usage"), [
        "train-ai=n,search=n",
        "train-ai=n,search=y",
        "/press/ train-ai=y,search=y",
    ]);
});

test("and of each content signal", async () => {
    const signals = ["search=yes,ai-train=no", "/press/ search=yes,ai-train=yes"];
    assert.deepEqual(await readLines("Content-Signal"), [...signals, ...signals]);
});
