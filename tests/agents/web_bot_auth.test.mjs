// Cloudflare's web-bot-auth signs requests, and a real nginx says what it finds.
// structured-headers reads what nginx asks for, and writes what is sent.

import assert from "node:assert/strict";
import { webcrypto as crypto } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { after, before, test } from "node:test";

import {
    parseDictionary,
    serializeDictionary,
    serializeInnerList,
    serializeItem,
} from "structured-headers";
import { signatureHeaders } from "web-bot-auth";
import { signerFromJWK } from "web-bot-auth/crypto";

import { Nginx } from "../browser/nginx.mjs";

const browser =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) " +
    "Chrome/131.0.0.0 Safari/537.36";

const ed25519 = { name: "Ed25519" };
const rsaPss = {
    name: "RSA-PSS",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: "SHA-512",
};

// A key as its owner has it, and as it is published.
const makeKey = async (algorithm) => {
    const pair = await crypto.subtle.generateKey(algorithm, true, [
        "sign",
        "verify",
    ]);
    const published = await crypto.subtle.exportKey("jwk", pair.publicKey);
    delete published.key_ops;
    return {
        own: await crypto.subtle.exportKey("jwk", pair.privateKey),
        published,
    };
};

let nginx;
let agent;
let other;
let stranger;
let asked;

before(async () => {
    agent = await makeKey(ed25519);
    other = await makeKey(rsaPss);
    stranger = await makeKey(ed25519);
    asked = await makeKey(ed25519);
    nginx = await Nginx.start({
        policy: `version: 1
enforce: {disallow: reject, impostor: reject}
crawlers:
  - {token: AgentBot, keys_file: agent.json}
  - {token: RsaBot, keys_file: rsa.json}
  - token: AskedBot
    keys_file: asked.json
    keys_url: https://asked.example/keys.json
    ranges: 192.0.2.1
default:
  refusal: {accept_signature: true}
  groups: [{user_agent: AgentBot, disallow: /closed}, {user_agent: "*"}]
`,
        site: `
            add_header X-Signature $robots_signature always;
            add_header X-Crawler $robots_crawler always;
            add_header X-Identity $robots_identity always;`,
        files: {
            "agent.json": JSON.stringify({
                keys: [agent.published],
                purpose: "web-bot-auth",
            }),
            "rsa.json": JSON.stringify({ keys: [other.published] }),
            "asked.json": JSON.stringify({ keys: [asked.published] }),
        },
    });
});

after(() => nginx.stop());

// Sends a request to nginx; its response.
const ask = async (url, headers) => {
    const { host, pathname, search } = new URL(url);
    const request = http.request({
        host: "127.0.0.1",
        port: nginx.port,
        path: pathname + search,
        headers: { Host: host, "User-Agent": browser, ...headers },
    });
    request.end();
    const [response] = await once(request, "response");
    response.resume();
    await once(response, "end");
    return response;
};

// The same; what nginx found.
const send = async (url, headers) => {
    const response = await ask(url, headers);
    return {
        status: response.statusCode,
        signature: response.headers["x-signature"] ?? "",
        crawler: response.headers["x-crawler"] ?? "",
        identity: response.headers["x-identity"] ?? "",
    };
};

const sign = async (url, key, headers = {}, more = {}) => {
    const created = more.created ?? new Date();
    const signed = await signatureHeaders(
        { method: "GET", url, headers },
        await signerFromJWK(key.own),
        {
            created,
            expires: new Date(created.getTime() + 300_000),
            ...more,
        },
    );
    return {
        ...headers,
        Signature: signed["Signature"],
        "Signature-Input": signed["Signature-Input"],
    };
};

const url = "https://example.com/page?a=b";

test("an Ed25519 signature names the agent", async () => {
    assert.deepEqual(await send(url, await sign(url, agent)), {
        status: 200,
        signature: "verified",
        crawler: "AgentBot",
        identity: "verified",
    });
});

test("the agent is bound by its rules", async () => {
    const closed = "https://example.com/closed";
    const found = await send(closed, await sign(closed, agent));
    assert.equal(found.status, 403);
    assert.equal((await send(closed, {})).status, 200);
});

test("an RSA-PSS signature names the agent", async () => {
    const found = await send(url, await sign(url, other));
    assert.equal(found.signature, "verified");
    assert.equal(found.crawler, "RsaBot");
});

test("Signature-Agent is a string", async () => {
    const found = await send(
        url,
        await sign(url, agent, {
            "Signature-Agent": '"https://agent.example"',
        }),
    );
    assert.equal(found.signature, "verified");
});

test("Signature-Agent may not change", async () => {
    const headers = await sign(url, agent, {
        "Signature-Agent": '"https://agent.example"',
    });
    headers["Signature-Agent"] = '"https://other.example"';
    assert.equal((await send(url, headers)).signature, "invalid");
    delete headers["Signature-Agent"];
    assert.equal((await send(url, headers)).signature, "malformed");
});

test("a signature is sent again", async () => {
    const headers = await sign(url, agent);
    for (let i = 0; i < 3; i++) {
        assert.equal((await send(url, headers)).signature, "verified");
    }
    const elsewhere = await send("https://other.example/page", headers);
    assert.equal(elsewhere.signature, "invalid");
    assert.equal(elsewhere.crawler, "");
});

test("a key that nobody has is unknown", async () => {
    assert.equal(
        (await send(url, await sign(url, stranger))).signature,
        "unknown_key",
    );
});

test("a signature that is over has expired", async () => {
    const created = new Date(Date.now() - 3_600_000);
    assert.equal(
        (await send(url, await sign(url, agent, {}, { created }))).signature,
        "expired",
    );
});

const thumbprint = async ({ crv, kty, x }) =>
    Buffer.from(
        await crypto.subtle.digest(
            "SHA-256",
            Buffer.from(JSON.stringify({ crv, kty, x })),
        ),
    ).toString("base64url");

// The headers of a request to `host` whose Signature-Agent has the members
// `agents`: signed under `label` over `components`, with `parameters`.
const signAs = async (key, host, agents, label, components, parameters) => {
    const values = {
        "@authority": () => host,
        "signature-agent": (of) => serializeItem(agents.get(of.get("key"))),
    };
    const input = [components, parameters];
    const base = components
        .map((item) => `${serializeItem(item)}: ${values[item[0]](item[1])}\n`)
        .join("")
        .concat(`"@signature-params": ${serializeInnerList(input)}`);
    const own = await crypto.subtle.importKey("jwk", key.own, ed25519, false, [
        "sign",
    ]);
    const signature = await crypto.subtle.sign(
        ed25519,
        own,
        Buffer.from(base),
    );
    return {
        "Signature-Agent": serializeDictionary(agents),
        "Signature-Input": serializeDictionary(new Map([[label, input]])),
        Signature: serializeDictionary(
            new Map([[label, [signature, new Map()]]]),
        ),
    };
};

// What `wanted`, parameters of Accept-Signature, asks for (RFC 9421 5.2).
const granted = async (key, wanted) => {
    const now = Math.floor(Date.now() / 1000);
    const made = { created: now, expires: now + 300 };
    const out = new Map();
    for (const [name, value] of wanted) {
        assert.equal(value === true, name in made, name);
        out.set(name, made[name] ?? value);
    }
    return out.set("keyid", await thumbprint(key.published));
};

const member = (url, parameters = []) => [url, new Map(parameters)];

test("an agent that does what Accept-Signature asks for is believed", async () => {
    const agent = { "User-Agent": "AskedBot/1.0" };
    const refused = await ask(url, agent);
    assert.equal(refused.statusCode, 403);
    const [[label, [components, wanted]], ...more] = parseDictionary(
        refused.headers["accept-signature"],
    );
    assert.deepEqual(more, []);
    const headers = await signAs(
        asked,
        "example.com",
        new Map([[label, member("https://asked.example/keys.json")]]),
        label,
        components,
        await granted(asked, wanted),
    );
    const believed = await ask(url, { ...agent, ...headers });
    assert.equal(believed.statusCode, 200);
    assert.equal(believed.headers["x-signature"], "verified");
    assert.equal(believed.headers["accept-signature"], undefined);
    assert.equal((await ask(url, {})).headers["accept-signature"], undefined);
});

for (const [what, agents, expected] of [
    ["an URL", [["a", member("https://ASKED.example:443/keys.json")]],
        "verified"],
    ["an URL among others", [["b", member("https://b.example")],
        ["a", member("https://asked.example/keys.json?v=1")]], "verified"],
    ["another URL", [["a", member("https://asked.example")]], "unknown_key"],
    ["a member with parameters", [["a",
        member("https://asked.example/keys.json", [["type", "jwks_uri"]])]],
    "unknown_key"],
    ["http", [["a", member("http://asked.example/keys.json")]], "malformed"],
]) {
    test(`Signature-Agent is a dictionary: ${what}`, async () => {
        const wanted = new Map([["created", true], ["expires", true],
            ["tag", "web-bot-auth"]]);
        const headers = await signAs(asked, "example.com", new Map(agents),
            "a", [["@authority", new Map()],
                ["signature-agent", new Map([["key", "a"]])]],
            await granted(asked, wanted));
        assert.equal((await send(url, headers)).signature, expected);
    });
}
