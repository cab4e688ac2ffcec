// What the browser keeps between visits, in IndexedDB: what each tab shows, and what was replaced there.
//
// ["used", TAB] has the time at which a tab was last used, ["tab", TAB, KIND] what it shows, ["earlier", KIND, TIME] what was replaced.
// A tab keeps its name in the session storage, so that a reload continues its own work. A new tab begins with a copy of the work that
// was used last. Everything of a tab is read once, before the views start, so storage that is refused, full or silent delays the start
// by two seconds at most and never stops the page.

import { change, connect, records, upgrade } from "./database.js";
import { covers, isOwn, isWorthless, superfluous } from "./versions.js";

/** @import { Kept, Kind, Version, Works } from "./types.js" */

/** How long the page waits for the browser, in milliseconds, and in how many parts. */
const [PATIENCE, PARTS] = [2000, 8];
/** The most tabs whose work is kept as they show it. What the visitor did in older ones is among what was replaced. */
const MOST_TABS = 20;
/** The names of a tab in the session storage: its own, and a mark that its page was left. A duplicated tab has no mark. */
const [TAB, LEFT] = ["arcadian tab", "arcadian left"];

const ENDS = "The page works, but forgets your program on reload. Save it as a file.";
const REFUSED = `This browser does not let the page keep your work. ${ENDS}`;
const FULL = `The browser's storage is full. ${ENDS}`;
const LATE = "The browser lets the page keep your work now. What it kept before is under “Earlier”.";

/** The browser has not answered. */
class Silent extends Error {}

/** What is kept, by kind. */
export class Store {
  /** What this tab shows. @type {Map<Kind, Kept>} */
  #kept = new Map();
  /** What was last written, by kind. @type {Map<Kind, string>} */
  #written = new Map();
  /** What was replaced and could not be kept: it is there until the page is closed. @type {Version[]} */
  #unkept = [];
  /** @type {IDBDatabase | undefined} */
  #database;
  #tab = newName();
  #isTold = false;
  /** Whether the last change was not kept. */
  #isLosing = false;
  /** Whether the page has started without the browser's answer. */
  #isLate = false;

  /**
   * @param {(text: string) => void} tell
   * @param {boolean} isUsed a frame in another page keeps nothing
   */
  constructor(tell, isUsed = true) {
    this.tell = tell;
    this.isUsed = isUsed;
  }

  /** Reads what this tab showed. Returns at the latest after a short time. */
  async open() {
    if (!this.isUsed) return;
    const last = this.#claim();
    try {
      await within(connect().then((database) => this.#begin(database, last)));
    } catch (error) {
      this.#isLate = error instanceof Silent;
      this.#fail(error);
    }
    addEventListener("focus", () => void this.#use((table) => table.put(Date.now(), ["used", this.#tab])));
    addEventListener("beforeunload", (event) => {
      const lost = [...(this.#isLosing ? this.#kept.values() : []), ...this.#unkept.map(({ value }) => value)];
      if (lost.some((value) => isOwn(value) && !isWorthless(value))) event.preventDefault();
    });
  }

  /**
   * Returns what this tab shows.
   * @template {Kind} K
   * @param {K} kind
   * @returns {Works[K] | undefined}
   */
  get(kind) {
    return /** @type {Works[K] | undefined} */ (this.#kept.get(kind));
  }

  /**
   * Keeps what this tab shows and, in one step, what that has replaced, so that it can be brought back.
   * @template {Kind} K
   * @param {K} kind
   * @param {Works[K]} value
   * @param {Works[K]} [replaced]
   */
  async put(kind, value, replaced) {
    const version = replaced && !isWorthless(replaced) ? replaced : undefined;
    const text = JSON.stringify(value);
    const isNew = version || this.#isLosing || this.#written.get(kind) !== text;
    this.#kept.set(kind, value);
    this.#written.set(kind, text);
    // While a page is being left, only the first changes are sure to be kept.
    if (!isNew && document.visibilityState === "hidden") return;
    const time = Date.now();
    const isKept = await this.#use((table) => {
      if (version) add(table, kind, version, time);
      table.put(value, ["tab", this.#tab, kind]);
      table.put(time, ["used", this.#tab]);
      // Otherwise it is lost while the page is being left.
      table.transaction.commit();
    });
    if (isKept) this.#isLosing = false;
    if (!version) return;
    if (isKept) await this.#use((table) => tidy(table, kind));
    else this.#unkept.push({ kind, value: version, time });
  }

  /**
   * Returns what was replaced, the latest first.
   * @template {Kind} K
   * @param {K[]} kinds
   * @param {{ withTabs?: boolean }} [how] also what other tabs show
   */
  async versions(kinds, { withTabs = false } = {}) {
    /** @type {{ kind: Kind, value: Kept, time: number }[]} */
    const found = [];
    await this.#use(async (table) => {
      for (const [[, kind, time], value] of await records(table, "earlier")) found.push({ kind, value, time });
      if (!withTabs) return;
      const used = new Map((await records(table, "used")).map(([[, tab], time]) => [tab, time]));
      for (const [[, tab, kind], value] of await records(table, "tab")) {
        if (tab !== this.#tab) found.push({ kind, value, time: used.get(tab) ?? 0 });
      }
    });
    found.push(...this.#unkept);
    found.sort((one, other) => other.time - one.time);
    /** @type {Version<K>[]} */
    const listed = [];
    for (const version of /** @type {Version<K>[]} */ (found)) {
      const { kind, value } = version;
      const shown = this.#kept.get(kind);
      const isListed = (shown && covers(shown, value)) || listed.some((other) => other.kind === kind && covers(other.value, value));
      if (kinds.includes(kind) && !isListed && !isWorthless(value)) listed.push(version);
    }
    return listed;
  }

  /** Finds out which tab this is. Returns the tab whose work it continues, if it is known. */
  #claim() {
    try {
      const last = sessionStorage.getItem(TAB);
      if (last && sessionStorage.getItem(LEFT)) this.#tab = last;
      sessionStorage.setItem(TAB, this.#tab);
      addEventListener("pagehide", () => sessionStorage.setItem(LEFT, "yes"));
      addEventListener("pageshow", ({ persisted }) => {
        sessionStorage.removeItem(LEFT);
        // Since this page was left, another one may have continued its work.
        if (persisted) this.#rename();
      });
      return last;
    } catch {
      // Without a session storage, each visit is a new tab.
      return null;
    }
  }

  /** @param {IDBDatabase} database @param {string | null} last */
  async #begin(database, last) {
    /** @type {Map<Kind, Kept>} */
    const kept = new Map();
    try {
      if (!this.#isLate) await change(database, (table) => this.#read(table, last, kept));
    } finally {
      this.#database = database;
      // A later version of the page may change the database.
      database.onversionchange = () => database.close();
      if (this.#isLate) this.#continueLate();
      else this.#kept = kept;
    }
  }

  /** @param {IDBObjectStore} table @param {string | null} last @param {Map<Kind, Kept>} kept */
  async #read(table, last, kept) {
    await upgrade(table, newName());
    const tabs = (await records(table, "used")).sort(([, one], [, other]) => other - one);
    const source = last ?? tabs[0]?.[0][1];
    for (const [[, , kind], value] of source ? await records(table, "tab", source) : []) {
      kept.set(kind, value);
      if (source !== this.#tab) table.put(value, ["tab", this.#tab, kind]);
    }
    table.put(Date.now(), ["used", this.#tab]);
    for (const [[, old], time] of tabs.slice(MOST_TABS)) if (old !== last) await retire(table, old, time);
  }

  /** Keeps from now on what the page shows. What the browser kept before belongs to another tab. */
  #continueLate() {
    this.#rename();
    this.#isTold = false;
    this.tell(LATE);
  }

  /** Continues as another tab. */
  #rename() {
    this.#tab = newName();
    try {
      sessionStorage.setItem(TAB, this.#tab);
    } catch {
      // Then a reload is a new tab.
    }
    this.#written.clear();
    for (const [kind, value] of this.#kept) void this.put(kind, value);
  }

  /**
   * Uses the table. Returns whether that succeeded.
   * @param {(table: IDBObjectStore) => unknown} work
   */
  async #use(work) {
    if (!this.#database) return false;
    try {
      await within(change(this.#database, work));
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#isLosing = true;
    if (this.#isTold) return;
    this.#isTold = true;
    this.tell(error instanceof DOMException && error.name === "QuotaExceededError" ? FULL : REFUSED);
  }
}

/** Returns a name that no other tab has. */
const newName = () => `${Date.now()}-${Math.random()}`;

/**
 * Adds what was replaced.
 * @param {IDBObjectStore} table
 * @param {Kind} kind
 * @param {Kept} value
 * @param {number} time
 */
const add = (table, kind, value, time) => table.put(value, ["earlier", kind, time + Math.random()]);

/** Deletes what a later version has as well, and what is too much. @param {IDBObjectStore} table @param {Kind} kind */
async function tidy(table, kind) {
  for (const [key] of superfluous(await records(table, "earlier", kind))) table.delete(key);
}

/** Forgets what a tab shows, but not what the visitor did there. @param {IDBObjectStore} table @param {string} tab @param {number} time */
async function retire(table, tab, time) {
  for (const [key, value] of await records(table, "tab", tab)) {
    table.delete(key);
    if (isWorthless(value)) continue;
    add(table, key[2], value, time);
    await tidy(table, key[2]);
  }
  table.delete(["used", tab]);
}

/**
 * Fails if the browser does not answer in time. The time passes in parts, so that an answer is heard while the page is busy.
 * @template T
 * @param {Promise<T>} answered
 * @returns {Promise<T>}
 */
function within(answered) {
  const wait = async () => {
    for (let part = 0; part < PARTS; part += 1) await new Promise((done) => setTimeout(done, PATIENCE / PARTS));
    throw new Silent();
  };
  return Promise.race([answered, wait()]);
}
