// What refusals say, as parsers of other authors read it: structured fields
// (RFC 9651), Link (RFC 8288), WWW-Authenticate (RFC 9110, 11.6.1), and problem
// details (RFC 9457).

import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import { after, before, test } from "node:test";

import {
    handleErrorResponse, hasProblemDetails,
} from "@inrupt/solid-client-errors";
import { parse as parseChallenge } from "auth-header";
import LinkHeader from "http-link-header";
import { parseList } from "structured-headers";

import { Nginx } from "../browser/nginx.mjs";

const license = "https://example.com/license.xml?a=b%20c";

let nginx;

before(async () => {
    nginx = await Nginx.start({
        policy: `version: 1.1
enforce: {disallow: reject, crawl_delay: reject, request_rate: reject, impostor: pass, burst: 0, tolerance: 0%}
default:
  license: ["${license}", "\${origin}/two.xml"]
  license_link: true
  refusal:
    status: {disallow: 402}
    price: USD 0.01
    contact: 'bots@example.com "<ä>"'
    license_server: https://licenses.example
    rate_limit: true
  groups:
    - {user_agent: GPTBot, disallow: "/private/ä*.html"}
    - {user_agent: ClaudeBot, crawl_delay: 90s}
    - {user_agent: CCBot, request_rate: [1/1m, 30/1h]}
`,
    });
});

after(() => nginx.stop());

const ask = async (agent, path, headers = {}) => {
    const request = http.request({
        host: "127.0.0.1",
        port: nginx.port,
        path,
        headers: { Host: "example.com", "User-Agent": `${agent}/1.0`, ...headers },
    });
    request.end();
    const [response] = await once(request, "response");
    const parts = [];
    response.on("data", (part) => parts.push(part));
    await once(response, "end");
    return {
        status: response.statusCode,
        headers: response.headers,
        body: Buffer.concat(parts).toString("utf8"),
    };
};

const links = ({ headers }) =>
    LinkHeader.parse(headers.link).refs.map(({ uri, rel, type }) => ({
        uri,
        rel,
        type,
    }));

const expectedLinks = () =>
    [license, `http://example.com:${nginx.port}/two.xml`].map((uri) => ({
        uri,
        rel: "license",
        type: "application/rsl+xml",
    }));

// What a client of problem details makes of a refusal. It takes what the body
// does not say from the response, so that gets another reason here.
const errorOf = ({ status, headers, body }) => {
    const error = handleErrorResponse({
        ok: false,
        status,
        statusText: "not from the body",
        headers: new Headers(headers),
        url: nginx.origin,
    }, body, "");
    assert.ok(hasProblemDetails(error));
    return error;
};

test("a refusal that asks for a payment", async () => {
    const answer = await ask("GPTBot", "/private/%C3%A41.html");
    assert.equal(answer.status, 402);
    assert.equal(answer.headers["crawler-price"], "USD 0.01");
    assert.deepEqual(links(answer), expectedLinks());
    const { scheme, params } = parseChallenge(
        answer.headers["www-authenticate"],
    );
    assert.equal(scheme, "License");
    assert.equal(params.error, "invalid_request");
    assert.ok(params.error_description);
});

test("a refusal as a problem", async () => {
    const answer = await ask("GPTBot", "/private/%C3%A41.html", {
        Accept: "application/problem+json, text/plain;q=0.5",
    });
    assert.equal(answer.headers["content-type"], "application/problem+json");
    const problem = JSON.parse(answer.body);
    assert.equal(problem.contact, 'bots@example.com "<ä>"');
    assert.equal(problem.rule, "Disallow: /private/%C3%A4*.html");
    assert.equal(problem.robots_txt, `http://example.com:${nginx.port}/robots.txt`);
    assert.deepEqual(
        problem.licenses,
        expectedLinks().map(({ uri }) => uri),
    );
    const { problemDetails } = errorOf(answer);
    assert.equal(problemDetails.type.href, "about:blank");
    assert.equal(problemDetails.title, "Payment Required");
    assert.equal(problemDetails.status, answer.status);
    assert.ok(problemDetails.detail.startsWith("GPTBot may not fetch this URL"));
    assert.equal(problemDetails.instance, undefined);
});

// Each item of a field: its name and its parameters.
const items = (field) =>
    parseList(field).map(([name, parameters]) => [
        name,
        Object.fromEntries(parameters),
    ]);

test("a delay as a quota", async () => {
    assert.equal((await ask("ClaudeBot", "/")).status, 200);
    const answer = await ask("ClaudeBot", "/");
    assert.equal(answer.status, 429);
    assert.deepEqual(items(answer.headers["ratelimit-policy"]), [
        ["crawl-delay", { q: 1, w: 90 }],
    ]);
    assert.deepEqual(items(answer.headers["ratelimit"]), [
        ["crawl-delay", { r: 0, t: Number(answer.headers["retry-after"]) }],
    ]);
    assert.equal(answer.headers["crawler-price"], undefined);
    assert.equal(answer.headers.link, undefined);
});

test("rates as quotas", async () => {
    await ask("CCBot", "/");
    const answer = await ask("CCBot", "/");
    assert.equal(answer.status, 429);
    assert.deepEqual(items(answer.headers["ratelimit-policy"]), [
        ["request-rate-1", { q: 1, w: 60 }],
        ["request-rate-2", { q: 30, w: 3600 }],
    ]);
});

test("a page names its licences, to browsers too", async () => {
    for (const agent of ["Mozilla", "GPTBot"]) {
        const page = await ask(agent, "/");
        assert.equal(page.status, 200);
        assert.deepEqual(links(page), expectedLinks());
        assert.equal(page.headers["www-authenticate"], undefined);
    }
});
