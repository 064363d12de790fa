// SDKs of npm, which call an API as programs do:
//
//     npm_clients.mjs CLIENT URL
//
// Each reads four times and sends data four times, all at once. What the site
// answers is no answer of that API, and of no interest.

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const [name, start] = process.argv.slice(2);
const url = new URL(start);
const base = url.origin;

const clients = {
    stripe: () => {
        const stripe = new (require("stripe"))("sk_test_1", {
            host: url.hostname,
            port: url.port,
            protocol: "http",
            maxNetworkRetries: 0,
        });
        return [
            () => stripe.charges.retrieve("ch_1"),
            () => stripe.customers.create({ email: "a@shop.example" }),
        ];
    },
    "@octokit/core": async () => {
        const { Octokit } = await import("@octokit/core");
        const octokit = new Octokit({ baseUrl: base });
        return [
            () => octokit.request("GET /repos/a/b"),
            () => octokit.request("POST /repos/a/b/issues", { title: "c" }),
        ];
    },
    openai: () => {
        const { OpenAI } = require("openai");
        const client = new OpenAI({
            apiKey: "sk-1",
            baseURL: `${base}/v1`,
            maxRetries: 0,
        });
        return [
            () => client.models.list(),
            () => client.embeddings.create({ model: "m", input: "a" }),
        ];
    },
    "@slack/webhook": () => {
        const { IncomingWebhook } = require("@slack/webhook");
        const hook = new IncomingWebhook(`${base}/services/T/B/x`);
        return [() => hook.send("a"), () => hook.send("b")];
    },
    "@sendgrid/client": () => {
        const client = require("@sendgrid/client");
        client.setApiKey("SG.a.b");
        client.setDefaultRequest("baseUrl", `${base}/`);
        return [
            () => client.request({ method: "GET", url: "/v3/templates" }),
            () => client.request({ method: "POST", url: "/v3/mail/send",
                                   body: {} }),
        ];
    },
    "@discordjs/rest": () => {
        const { REST } = require("@discordjs/rest");
        const rest = new REST({ api: base, retries: 0 }).setToken("a.b.c");
        return [
            () => rest.get("/gateway"),
            () => rest.post("/channels/1/messages", { body: {} }),
        ];
    },
};

const calls = await clients[name]();
await Promise.allSettled(
    [...calls, ...calls, ...calls, ...calls].map(async (call) => call()));
process.exit(0);
