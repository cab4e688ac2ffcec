// The browser's database: a table of values with keys.

/** @import { Kept, Records, Target } from "./types.js" */

/** Where all deployments on an origin kept their work; and the one on its own, and files, still do. */
const SHARED = "arcadian";
const TABLE = "kept";

/** Connects to the database of this deployment. A new one has a copy of what was shared. @returns {Promise<IDBDatabase>} */
export async function connect() {
  const folder = new URL(".", location.href).pathname;
  if (folder === "/" || location.protocol === "file:") return (await opened(SHARED)).database;
  const { database, isNew } = await opened(`${SHARED} ${folder}`);
  if (isNew) {
    const shared = (await opened(SHARED)).database;
    /** @type {[IDBValidKey, unknown][]} */
    let all = [];
    await change(shared, async (table) => (all = await inRange(table)));
    shared.close();
    await change(database, (table) => all.forEach(([key, value]) => table.put(value, key)));
  }
  return database;
}

/** @param {string} name */
async function opened(name) {
  let isNew = false;
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    isNew = true;
    request.result.createObjectStore(TABLE);
  };
  return { database: await answer(request), isNew };
}

/**
 * Changes the table: everything or, if something fails, nothing.
 * @param {IDBDatabase} database
 * @param {(table: IDBObjectStore) => unknown} work
 * @returns {Promise<void>}
 */
export function change(database, work) {
  return new Promise((done, fail) => {
    const transaction = database.transaction(TABLE, "readwrite");
    transaction.oncomplete = () => done();
    transaction.onabort = () => fail(transaction.error);
    const failed = (/** @type {unknown} */ error) => {
      fail(error);
      try {
        transaction.abort();
      } catch {
        // It had ended already.
      }
    };
    try {
      Promise.resolve(work(transaction.objectStore(TABLE))).catch(failed);
    } catch (error) {
      failed(error);
    }
  });
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function answer(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

/**
 * Returns the records whose keys begin with these parts.
 * @template {keyof Records} R
 * @param {IDBObjectStore} table
 * @param {[R, ...string[]]} first
 * @returns {Promise<Records[R][]>}
 */
export const records = (table, ...first) => inRange(table, IDBKeyRange.bound(first, [...first, []]));

/**
 * @template {[IDBValidKey, unknown]} R
 * @param {IDBObjectStore} table
 * @param {IDBKeyRange} [range]
 * @returns {Promise<R[]>}
 */
async function inRange(table, range) {
  const [keys, values] = await Promise.all([answer(table.getAllKeys(range)), answer(table.getAll(range))]);
  return keys.map((key, at) => /** @type {R} */ ([key, values[at]]));
}

/** The kinds of what earlier pages kept by names, and whether it had been replaced. @type {Record<string, [string, boolean]>} */
const NAMES = {
  session: ["play", false],
  previous: ["play", true],
  listing: ["listing", false],
  "listing before": ["listing", true],
  sheet: ["sheet", false],
  step: ["step", false],
  bally: ["bally", false],
};

/** Gives what earlier pages kept to a tab. @param {IDBObjectStore} table @param {string} tab */
export async function upgrade(table, tab) {
  const time = Date.now();
  // Names sort before keys of several parts.
  /** @type {[string, Old][]} */
  const kept = await inRange(table, IDBKeyRange.upperBound([], true));
  for (const [name, value] of kept) {
    const [kind, isReplaced] = NAMES[name] ?? [name, true];
    table.put(upgraded(value), isReplaced ? ["earlier", kind, time] : ["tab", tab, kind]);
    table.put(time, ["used", tab]);
    table.delete(name);
  }
}

/**
 * What earlier pages kept: a sheet; the program of Play, that of the debugger, a listing, the cartridge of the Bally.
 * @typedef {string | Partial<Omit<Kept, "target">> & Partial<Target> & { program?: string, title?: string }} Old
 */

/** @param {Old} value @returns {Kept} */
function upgraded(value) {
  if (typeof value === "string") return { name: "own.asm", text: value };
  const { opening, program = "", target, title = null, ...others } = value;
  if (opening) return { ...others, opening, name: opening.name, text: program };
  if (target) return { name: target, text: value.files?.[target] ?? "", target: { ...others, target } };
  return { text: "", ...others, name: value.name ?? title };
}
