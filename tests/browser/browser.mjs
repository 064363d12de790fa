// Debian's Chromium, and a watch on what the page makes it do.
//
// Environment: CHROMIUM, the binary.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { chromium } from "playwright-core";

export const launch = () =>
    chromium.launch({
        executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
        // root, in a container, has no sandbox.
        args: process.getuid() === 0 ? ["--no-sandbox"] : [],
        env: {
            ...process.env,
            FONTCONFIG_FILE: new URL("fonts.conf", import.meta.url).pathname,
        },
    });

export const looks = {
    light: { colorScheme: "light", viewport: { width: 1280, height: 800 } },
    dark: { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
    phone: {
        colorScheme: "light",
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
    },
};

// Opens `url` in a browser of its own and has `look` look at it. Asserts that
// the page did nothing that it must not do: complain on its console (every
// breach of its Content-Security-Policy does), fail, open a dialog, or request
// anything but itself and its JSON.
export const visit = async (browser, url, look, options = looks.light) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const misdeeds = [];
    page.on("console", (message) => {
        // That the page itself is not there is what it says.
        if (!/Failed to load resource.* 404 /.test(message.text())) {
            misdeeds.push(`console: ${message.text()}`);
        }
    });
    page.on("pageerror", (error) => misdeeds.push(`error: ${error}`));
    page.on("dialog", async (dialog) => {
        misdeeds.push(`dialog: ${dialog.message()}`);
        await dialog.dismiss();
    });
    page.on("request", (request) => {
        const isJson = request.resourceType() === "fetch" &&
            request.url().startsWith(`${url.split("?")[0]}?format=json`);
        if (request.resourceType() !== "document" && !isJson) {
            misdeeds.push(`request: ${request.resourceType()} ${request.url()}`);
        }
    });
    try {
        const answer = await page.goto(url);
        await page.waitForSelector("main h1");
        await look(page, answer);
        assert.deepEqual(misdeeds, [], url.slice(0, 200));
    } finally {
        await context.close();
    }
};

const axe = await readFile(
    createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
    "utf8",
);

// What axe-core has to say against the page, one line for each element. Its
// script comes by the debugger, past the page's policy.
export const violations = async (page) => {
    await page.evaluate(axe);
    const { violations: found } = await page.evaluate(() =>
        globalThis.axe.run(document, {
            resultTypes: ["violations"],
            runOnly: [
                "wcag2a",
                "wcag2aa",
                "wcag21a",
                "wcag21aa",
                "wcag22aa",
                "best-practice",
            ],
        }));
    return found.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 160)}`));
};
