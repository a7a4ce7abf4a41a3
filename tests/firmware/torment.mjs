// Runs torment_decoder.py in one real MicroPython. stdin: batches, each four bytes of length (big endian) and as many
// bytes. stdout: a line of JSON after each batch.

import { readdirSync, readFileSync, readSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const packages = createRequire(at("../../hardware/virtual/package.json"));
const { loadMicroPython } = await import(
  pathToFileURL(packages.resolve("@micropython/micropython-webassembly-pyscript"))
);
const python = await loadMicroPython({ stdout: (text) => process.stderr.write(`${text}\n`), linebuffer: true });
for (const folder of [at("../../firmware/"), at("./")]) {
  for (const name of readdirSync(folder).filter((name) => name === "lines.py" || name === "torment_decoder.py")) {
    python.FS.writeFile(`/${name}`, readFileSync(`${folder}${name}`));
  }
}
python.runPython("import sys\nsys.path[0:0] = ['/']\nfrom torment_decoder import feed, told");
const [feed, told] = ["feed", "told"].map((name) => python.globals.get(name));

// Reads so many bytes, or none at the end.
const read = (length) => {
  const bytes = Buffer.alloc(length);
  for (let filled = 0; filled < length;) {
    const count = readSync(0, bytes, filled, length - filled, null);
    if (count === 0) return null;
    filled += count;
  }
  return bytes;
};
// This MicroPython frees memory only between two calls from outside, so what is told is asked for by a call of its own.
for (let head; (head = read(4)) !== null;) {
  python.FS.writeFile("/batch", read(head.readUInt32BE(0)));
  feed("/batch");
  told();
  writeSync(1, `${told()}\n`);
}
