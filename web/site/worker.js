// A worker with its own engine. It receives the compiled module, then requests as text one by one,
// and posts what the engine reports.
const decoder = new TextDecoder();
const encoder = new TextEncoder();
let engine = null;
const early = [];

const host = {
  now: () => performance.now(),
  tell: (at, bytes) => postMessage(decoder.decode(new Uint8Array(engine.memory.buffer, at >>> 0, bytes))),
};

function receive(text) {
  const request = encoder.encode(text);
  const room = engine.room(request.length) >>> 0;
  new Uint8Array(engine.memory.buffer, room, request.length).set(request);
  engine.receive();
}

addEventListener("message", async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    engine = (await WebAssembly.instantiate(data, { host })).exports;
    early.splice(0).forEach(receive);
  } else if (engine) receive(data);
  else early.push(data);
});
