// A module in a thread of its own, so that the page stays alive while it works.

import { BUSY, Module, PICTURE, Refused } from "./wasm.js";

/** @import { FromWorker, Loaded, ModuleName, Question, ToWorker } from "./requests.js" */

/** The time between two looks at the clock, in milliseconds. */
const INTERVAL = 8;
/** The work at a time at full speed, in milliseconds, after which messages are read. */
const WORK = 12;

/**
 * What a worker has besides a page's window.
 * @typedef {object} Scope
 * @property {(event: MessageEvent<ToWorker>) => void} onmessage
 * @property {(message: FromWorker, transfer?: Transferable[]) => void} postMessage
 */
const self = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));
/** @type {Promise<Module<ModuleName>> | undefined} */
let module;
let isRunning = false;

self.onmessage = async ({ data }) => {
  if ("compiled" in data) module = begin(data);
  else if ("runs" in data) run(data.runs);
  else await answer(data);
};

/** @param {Loaded} loaded */
async function begin({ compiled, texts }) {
  const begun = await Module.of(compiled);
  if (texts) begun.send("sheets", { texts });
  return begun;
}

/** @param {Question} question */
async function answer({ id, action, fields, draws }) {
  try {
    const loaded = await module;
    if (!loaded) return;
    const value = loaded.send(action, fields);
    self.postMessage({ id, value, picture: draws ? loaded.picture() : undefined });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    self.postMessage({ id, error: text, isRefusal: error instanceof Refused });
  }
}

/** @param {boolean} runs */
function run(runs) {
  const starts = runs && !isRunning;
  isRunning = runs;
  if (starts) void advance();
}

/** Runs the emulated machine by the clock, and sends its pictures and its sound. */
async function advance() {
  const loaded = await module;
  if (!loaded || !isRunning) return;
  try {
    const end = performance.now() + WORK;
    let changed;
    do changed = loaded.advance(performance.now());
    while (changed & BUSY && performance.now() < end);
    const samples = loaded.samples();
    if (samples.length) self.postMessage({ samples }, [samples.buffer]);
    const frame = changed & PICTURE ? loaded.picture() : undefined;
    if (frame) self.postMessage({ frame });
    setTimeout(advance, changed & BUSY ? 0 : INTERVAL);
  } catch (error) {
    isRunning = false;
    self.postMessage({ crash: error instanceof Error ? error.message : String(error) });
  }
}
