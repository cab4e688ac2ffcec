// The WebAssembly module: loading, requests, and what happens after a trap.

/** @import { Answer, AnyFields, Fields, ModuleName, RequestName } from "./requests.js" */

/** The bits of what has changed in `advance`: the picture, the state, nothing yet but more is to be done at once, a run is repeated. */
export const [PICTURE, STATE, BUSY, REPEATING] = [1, 2, 4, 8];

/** An answer of the module that is an error: words for people. */
export class Refused extends Error {}

/** The module trapped. It is unusable until it is restarted. */
export class Crashed extends Error {}

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} buffer
 * @property {() => number} request
 * @property {() => number} answer
 * @property {(milliseconds: number) => number} advance
 * @property {() => number} pixels
 * @property {() => number} width
 * @property {() => number} height
 * @property {() => number} sound
 * @property {() => number} samples
 */

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** @param {string} text */
export function fromBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The sizes of large files in bytes, which the build writes here. @type {Record<string, number>} */
const SIZES = {/*SIZES*/};
let [wanted, received] = [0, 0];

/** Shows how much of the large files has arrived. @param {number} size @param {Promise<Response>} response */
async function progress(size, response) {
  wanted += size;
  let rest = size;
  /** @param {number} bytes */
  const arrived = (bytes) => {
    rest -= bytes;
    received += bytes;
    const { dataset } = document.body;
    if (received < wanted) dataset.loading = `${(received / 1e6).toFixed(1)} of ${(wanted / 1e6).toFixed(1)} MB`;
    else {
      delete dataset.loading;
      wanted = received = 0;
    }
  };
  try {
    const reader = (await response).clone().body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) arrived(part.value.length);
  } catch {
    // The one who asked for the file is told.
  }
  arrived(rest);
}

/**
 * Returns a file of the page. The page in a single file contains its files as base64.
 * @param {string} name
 * @returns {Promise<Response>}
 */
export async function file(name) {
  const files = /** @type {{ arcadianFiles?: Record<string, string> }} */ (globalThis).arcadianFiles;
  const inlined = files?.[name];
  if (inlined !== undefined) {
    const type = name.endsWith(".wasm") ? "application/wasm" : "text/plain";
    return new Response(fromBase64(inlined), { headers: { "content-type": type } });
  }
  // Guides lie beside the page, all else in the folder of this version, in which the scripts lie in a folder of their own.
  const script = /** @type {HTMLScriptElement | null} */ (document.querySelector("script[type=module]"));
  const fetched = fetch(name.startsWith("read/") ? name : new URL(`../${name}`, script?.src));
  if (SIZES[name]) void progress(SIZES[name], fetched);
  const response = await fetched;
  if (!response.ok) throw new Error(`${name} cannot be loaded: ${response.status} ${response.statusText}`);
  return response;
}

/**
 * The files of the modules that share code, in the order in which they import from each other. `cargo xtask web` divides them.
 * @type {Partial<Record<ModuleName, string>>}
 */
const FILES = {
  "step.wasm": "shared cores contracts step",
  "systems.wasm": "shared cores machines contracts step systems",
  "bally.wasm": "shared cores machines bally",
  "prove.wasm": "shared contracts prove",
};

/** What is compiled, by file. @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** Loads a file of a module, once. @param {string} name */
export function loadFile(name) {
  const known = compiled.get(name);
  if (known) return known;
  const loaded = file(name).then(async (response) =>
    // A server with a wrong type costs streaming, no more.
    response.headers.get("content-type") === "application/wasm" ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()),
  );
  compiled.set(name, loaded);
  // The next attempt downloads it again.
  loaded.catch(() => compiled.delete(name));
  return loaded;
}

/** Loads the files of a module without an instance. @param {ModuleName} name */
export const compile = (name) => Promise.all(FILES[name]?.split(" ").map((part) => loadFile(`${part}.wasm`)) ?? [loadFile(name)]);

/**
 * A WebAssembly module with its instance.
 * @template {ModuleName} M
 */
export class Module {
  #compiled;
  #exports = /** @type {Exports} */ ({});

  /** @param {WebAssembly.Module[]} compiled The files of the module. */
  constructor(compiled) {
    this.#compiled = compiled;
  }

  /**
   * Loads a module of the page.
   * @template {ModuleName} M
   * @param {M} name
   */
  static async load(name) {
    return /** @type {Module<M>} */ (await Module.of(await compile(name)));
  }

  /** @param {WebAssembly.Module[]} compiled */
  static async of(compiled) {
    const module = new Module(compiled);
    await module.restart();
    return module;
  }

  /** Replaces the instance by a new one, without a machine. */
  async restart() {
    /** @type {WebAssembly.ModuleImports} */
    const shared = {};
    for (const part of this.#compiled) Object.assign(shared, (await WebAssembly.instantiate(part, { shared })).exports);
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (shared));
  }

  /**
   * Sends a request and returns its answer.
   * @template {RequestName<M>} R
   * @param {R} action
   * @param {Fields<M, R>} fields
   * @returns {Answer<M, R>}
   */
  ask(action, ...fields) {
    return this.send(String(action), fields[0]);
  }

  /**
   * Sends a request of any module. A file follows the other fields after a byte 0.
   * @param {string} action
   * @param {unknown} fields
   */
  send(action, fields) {
    const { file, ...others } = /** @type {AnyFields} */ (fields ?? {});
    const request = encoder.encode(JSON.stringify({ ...others, do: action }));
    const length = request.length + (file ? 1 + file.length : 0);
    const answer = this.#call((wasm) => {
      const address = wasm.buffer(length);
      const buffer = new Uint8Array(wasm.memory.buffer, address, length);
      buffer.set(request);
      if (file) buffer.set(file, request.length + 1);
      const answered = wasm.request();
      // Memory can grow in every call, which detaches older arrays.
      return decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.answer(), answered));
    });
    const value = JSON.parse(answer);
    if (value.error !== undefined) throw new Refused(String(value.error));
    return value;
  }

  /**
   * Runs the machine up to a time in milliseconds. Returns what has changed, in bits.
   * @param {number} milliseconds
   */
  advance(milliseconds) {
    return this.#call((wasm) => wasm.advance(milliseconds));
  }

  /** Returns the picture, or nothing before the first one. */
  picture() {
    return this.#call((wasm) => {
      const [width, height] = [wasm.width(), wasm.height()];
      if (width === 0 || height === 0) return undefined;
      const bytes = new Uint8ClampedArray(wasm.memory.buffer, wasm.pixels(), width * height * 4);
      return new ImageData(new Uint8ClampedArray(bytes), width, height);
    });
  }

  /** Returns the samples of sound since the last call; none if the module has no sound. */
  samples() {
    return this.#call((wasm) => {
      const count = wasm.sound();
      return new Float32Array(wasm.memory.buffer, wasm.samples(), count).slice();
    });
  }

  /**
   * @template T
   * @param {(wasm: Exports) => T} work
   */
  #call(work) {
    try {
      return work(this.#exports);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw new Crashed(error.message);
      throw error;
    }
  }
}
