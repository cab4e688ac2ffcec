// A module in a worker, asked by messages. Stopping it ends the worker, whatever it does.

import { compile, Crashed, Refused } from "./wasm.js";

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** Returns a module, which is downloaded once. @param {string} name */
function load(name) {
  let module = compiled.get(name);
  if (!module) {
    module = compile(name).catch((error) => {
      // The next attempt downloads it again.
      compiled.delete(name);
      throw error;
    });
    compiled.set(name, module);
  }
  return module;
}

/** The user has stopped the worker: no fault. */
export class Stopped extends Error {}

/** A module in a worker of its own. */
export class Remote {
  /** @param {string} name */
  constructor(name = "step.wasm") {
    this.name = name;
    /** @type {Worker | undefined} */
    this.worker = undefined;
    /** @type {Map<number, { done: (value: any) => void, fail: (error: Error) => void }>} */
    this.waiting = new Map();
    this.last = 0;
    /** How often it was stopped. */
    this.stops = 0;
    /** @type {(picture: ImageData) => void} */
    this.onpicture = () => {};
    /** @type {(samples: Float32Array<ArrayBuffer>) => void} */
    this.onsamples = () => {};
    /** @type {(error: Error) => void} */
    this.onfailure = () => {};
  }

  async start() {
    const stops = this.stops;
    const module = await load(this.name);
    if (stops !== this.stops) throw new Stopped("It was stopped before it started.");
    if (this.worker) return this.worker;
    // Without a server there are no module workers. The page in a single file has the worker in one piece.
    const type = "arcadianFiles" in globalThis ? "classic" : "module";
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type });
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => this.stop(new Error(event.message || "the worker cannot be started"));
    worker.postMessage({ compiled: module });
    this.worker = worker;
    return worker;
  }

  /**
   * Sends a request and returns its answer. With `draws` the picture is shown as well. A `file` is sent with the request.
   * @param {string} action
   * @param {object} [fields]
   * @param {{ draws?: boolean, file?: Uint8Array<ArrayBuffer> | undefined }} [options]
   * @returns {Promise<any>}
   */
  async ask(action, fields, { draws = false, file } = {}) {
    const worker = await this.start();
    this.last += 1;
    const id = this.last;
    return new Promise((done, fail) => {
      this.waiting.set(id, { done, fail });
      worker.postMessage({ id, action, fields, draws, file }, file ? [file.buffer] : []);
    });
  }

  /**
   * Starts or pauses the clock of the machine.
   * @param {boolean} runs
   */
  run(runs) {
    this.worker?.postMessage({ runs });
  }

  /**
   * Ends the worker. Its state is gone, and what waits for an answer fails.
   * @param {Error} why
   */
  stop(why) {
    this.stops += 1;
    this.worker?.terminate();
    this.worker = undefined;
    for (const { fail } of this.waiting.values()) fail(why);
    this.waiting.clear();
  }

  /** @param {any} data */
  receive(data) {
    if (data.samples) this.onsamples(data.samples);
    else if (data.frame) this.onpicture(data.frame);
    else if (data.crash) {
      this.stop(new Crashed(data.crash));
      this.onfailure(new Crashed(data.crash));
    } else this.settle(data);
  }

  /** @param {{ id: number, value?: unknown, error?: string, isRefusal?: boolean, picture?: ImageData }} answer */
  settle({ id, value, error, isRefusal, picture }) {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (picture) this.onpicture(picture);
    if (error === undefined) waiting?.done(value);
    else if (isRefusal) waiting?.fail(new Refused(error));
    else {
      waiting?.fail(new Crashed(error));
      this.stop(new Crashed(error));
    }
  }
}
