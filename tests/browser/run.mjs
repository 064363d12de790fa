// Runs files of tests, as many at once as there are processors.
//   node run.mjs FILE...
// `node --test` would leave one processor idle, and only newer versions of Node
// let one say how many files run at once.

import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import process from "node:process";
import { run } from "node:test";
import { tap } from "node:test/reporters";

const files = process.argv.slice(2).map((file) => resolve(file));
run({ files, concurrency: availableParallelism() })
  .on("test:fail", () => {
    process.exitCode = 1;
  })
  .compose(tap)
  .pipe(process.stdout);
