// A module in a worker, asked by messages. Stopping it ends the worker, whatever it does.

import { compile, Crashed, file, Refused } from "./wasm.js";

/** @import { App } from "./types.js" */
/** @import { Answer, AnyFields, Fields, FromWorker, Loaded, ModuleName, RequestName, Settled, Texts } from "./requests.js" */

/** @type {Map<ModuleName, Promise<Loaded>>} */
const all = new Map();

/** @type {Promise<Texts> | undefined} */
let texts;

/** The modules that read bundled routines. @type {ModuleName[]} */
const WITH_SHEETS = ["step.wasm", "systems.wasm", "prove.wasm"];

/** Returns the texts of the bundled routines, by file, which are downloaded once. */
export function sheets() {
  texts ??= file("sheets.json").then((response) => response.json());
  // The next attempt downloads them again.
  texts.catch(() => (texts = undefined));
  return texts;
}

/** Returns a module, which is downloaded once, with the texts that it needs. @param {ModuleName} name */
function load(name) {
  let loaded = all.get(name);
  if (!loaded) {
    loaded = (async () => {
      // They are small, and can be shown before the module is there.
      const texts = WITH_SHEETS.includes(name) ? await sheets() : undefined;
      return { texts, compiled: await compile(name) };
    })();
    // The next attempt downloads it again.
    loaded.catch(() => all.delete(name));
    all.set(name, loaded);
  }
  return loaded;
}

/** How long a worker may be silent before the page says so, in milliseconds. */
const SILENCE = 10_000;

/** The user has stopped the worker: no fault. */
export class Stopped extends Error {}

/**
 * A module in a worker of its own.
 * @template {ModuleName} M
 */
export class Remote {
  /** What waits for an answer, by its number. @type {Map<number, { done: (value: never) => void, fail: (error: Error) => void }>} */
  #waiting = new Map();
  /** @type {Worker | undefined} */
  #worker;
  #last = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silence;
  /** Is called when the worker has been silent, and when it is not any more. @type {(isSilent: boolean) => void} */
  #onsilence = () => {};

  /** @param {M} name */
  constructor(name) {
    this.name = name;
    /** How often it was stopped. */
    this.stops = 0;
    /** @type {(picture: ImageData) => void} */
    this.onpicture = () => {};
    /** @type {(samples: Float32Array<ArrayBuffer>) => void} */
    this.onsamples = () => {};
    /** @type {(error: Error) => void} */
    this.onfailure = () => {};
  }

  /**
   * Says so when the worker does not answer: it may work on something long, or be dead. A button ends it and begins again.
   * @param {App["tell"]} tell
   * @param {string} what
   * @param {() => unknown} restart
   */
  watch(tell, what, restart) {
    let hide = () => {};
    this.#onsilence = (isSilent) => {
      hide();
      if (!isSilent) return;
      const again = () => {
        this.stop(new Stopped("It was restarted."));
        return restart();
      };
      hide = tell(`${what} has not answered for 10 seconds. It is busy, or it has died.`, "note", ["Restart", again]);
    };
  }

  /** Begins to wait for the next sign of life, if something waits for an answer. */
  #listen() {
    clearTimeout(this.#silence);
    this.#onsilence(false);
    if (this.isBusy) this.#silence = setTimeout(() => this.#onsilence(true), SILENCE);
  }

  /** Whether a request has no answer yet. */
  get isBusy() {
    return this.#waiting.size > 0;
  }

  async #start() {
    const { stops } = this;
    const loaded = await load(this.name);
    if (stops !== this.stops) throw new Stopped("It was stopped before it started.");
    if (this.#worker) return this.#worker;
    // Without a server there are no module workers. The page in a single file has the worker in one piece.
    const type = "arcadianFiles" in globalThis ? "classic" : "module";
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type });
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => this.stop(new Error(event.message || "the worker cannot be started"));
    worker.postMessage(loaded);
    this.#worker = worker;
    return worker;
  }

  /**
   * Sends a request and returns its answer. The view of a program is drawn as well.
   * @template {RequestName<M>} R
   * @param {R} action
   * @param {Fields<M, R>} fields
   * @returns {Promise<Answer<M, R>>}
   */
  async ask(action, ...[fields]) {
    const worker = await this.#start();
    this.#last += 1;
    const id = this.#last;
    const { file } = /** @type {AnyFields} */ (fields ?? {});
    return new Promise((done, fail) => {
      this.#waiting.set(id, { done, fail });
      if (this.#waiting.size === 1) this.#listen();
      worker.postMessage({ id, action, fields, draws: action === "view" }, file ? [file.buffer] : []);
    });
  }

  /**
   * Starts or pauses the clock of the machine.
   * @param {boolean} runs
   */
  run(runs) {
    this.#worker?.postMessage({ runs });
  }

  /**
   * Ends the worker. Its state is gone, and what waits for an answer fails.
   * @param {Error} why
   */
  stop(why) {
    this.stops += 1;
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { fail } of this.#waiting.values()) fail(why);
    this.#waiting.clear();
    this.#listen();
  }

  /** @param {FromWorker} message */
  #receive(message) {
    if ("samples" in message) this.onsamples(message.samples);
    else if ("frame" in message) this.onpicture(message.frame);
    else if ("crash" in message) {
      this.stop(new Crashed(message.crash));
      this.onfailure(new Crashed(message.crash));
    } else this.#settle(message);
  }

  /** @param {Settled} answer */
  #settle({ id, value, error, isRefusal, picture }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.#listen();
    if (picture) this.onpicture(picture);
    if (error === undefined) waiting?.done(/** @type {never} */ (value));
    else if (isRefusal) waiting?.fail(new Refused(error));
    else {
      waiting?.fail(new Crashed(error));
      this.stop(new Crashed(error));
    }
  }
}
