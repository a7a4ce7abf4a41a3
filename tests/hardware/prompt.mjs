// A MicroPython prompt on stdin and stdout, as a board has it on its USB cable. One argument, JSON:
// { "files": {name: text}, "setup": Python to run first }. What machine.reset() leaves behind goes to stderr.

import { readSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const packages = createRequire(pathToFileURL(process.argv[2]));
const path = packages.resolve("@micropython/micropython-webassembly-pyscript");
const { loadMicroPython } = await import(pathToFileURL(path));
const { files, setup } = JSON.parse(process.argv[3]);

const write = (bytes) => { for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at); };
const python = await loadMicroPython({ stdout: write, linebuffer: false, heapsize: 1 << 20 });
for (const [name, text] of Object.entries(files)) python.FS.writeFile(`/${name}`, text);
python.registerJsModule("machine", { reset: () => {
  const names = python.FS.readdir("/").filter((name) => python.FS.isFile(python.FS.stat(`/${name}`).mode));
  const left = Object.fromEntries(names.map((name) => [name, Buffer.from(python.FS.readFile(`/${name}`)).toString("base64")]));
  writeSync(2, `${JSON.stringify(left)}\n`);
} });
if (setup) python.runPython(setup);
python.replInit();

// This build cannot take raw paste, and waits for ever where it is asked for; "R 0" is how an old board declines.
const RAW_PASTE = [5, 65, 1];
const chunk = Buffer.alloc(4096);
let held = [];
for (let count; (count = readSync(0, chunk)) > 0;) {
  for (const byte of chunk.subarray(0, count)) {
    held.push(byte);
    if (held.every((each, at) => each === RAW_PASTE[at])) {
      if (held.length < RAW_PASTE.length) continue;
      write(Buffer.from("R\0"));
    } else {
      for (const each of held) python.replProcessChar(each);
    }
    held = [];
  }
}
