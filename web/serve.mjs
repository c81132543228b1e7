// Runs the module as a line protocol on standard input and output, like `chongkak serve`, for
// tests.
//
// usage: node serve.mjs MODULE
import { readFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const host = {
  now: () => performance.now(),
  tell: (at, bytes) => writeSync(1, `${decoder.decode(new Uint8Array(exports.memory.buffer, at >>> 0, bytes))}\n`),
};
const { instance: { exports } } = await WebAssembly.instantiate(readFileSync(process.argv[2]), { host });

for await (const line of createInterface({ input: process.stdin })) {
  const request = encoder.encode(line);
  const room = exports.room(request.length) >>> 0;
  new Uint8Array(exports.memory.buffer, room, request.length).set(request);
  exports.receive();
}
