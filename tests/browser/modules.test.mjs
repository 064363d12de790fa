// The page's modules, each by itself: they parse, use all that they import, and
// write no HTML.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const folder = new URL("../../status/page/", import.meta.url).pathname;
const modules = (await readdir(folder)).filter((name) => name.endsWith(".js"));

const importedBy = (text) =>
    [...text.matchAll(/^import \{([^}]*)\} from /gm)]
        .flatMap(([, names]) => names.split(","))
        .map((name) => name.trim()).filter(Boolean);

for (const name of modules) {
    test(name, async () => {
        const text = await readFile(join(folder, name), "utf8");
        const scratch = await mkdtemp(join(tmpdir(), "robots-module-"));
        const copy = join(scratch, name.replace(/js$/, "mjs"));
        await copyFile(join(folder, name), copy);
        await promisify(execFile)(process.execPath, ["--check", copy]);
        await rm(scratch, { recursive: true });
        const body = text.replace(/^import [^;]*;$/gm, "");
        for (const imported of importedBy(text)) {
            assert.match(body, new RegExp(`\\b${imported}\\b`),
                `${imported} is not used`);
        }
        assert.doesNotMatch(text,
            /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
    });
}
