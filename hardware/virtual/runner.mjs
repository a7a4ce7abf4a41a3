// Runs the virtual board in a real MicroPython: one step (bench.step) a line from stdin to stdout.
//
//     npm install --no-package-lock     (once, in this folder)
//     node hardware/virtual/runner.mjs

import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript";

const folders = { "/firmware": "../../firmware/", "/chips": "pico/" };

const python = await loadMicroPython({ stdout: (text) => process.stderr.write(`${text}\n`), linebuffer: true });
for (const [to, from] of Object.entries(folders)) {
  const folder = fileURLToPath(new URL(from, import.meta.url));
  python.FS.mkdir(to);
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".py"))) {
    python.FS.writeFile(`${to}/${name}`, readFileSync(`${folder}/${name}`));
  }
}
python.runPython("import sys\nsys.path[0:0] = ['/firmware', '/chips']\nfrom bench import step");
const step = python.globals.get("step");

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (line.trim()) process.stdout.write(`${step(line)}\n`);
}
