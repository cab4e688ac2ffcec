// What the browser keeps between visits, in IndexedDB. Storage that is refused or full never stops the page.

const DATABASE = "arcadian";
const TABLE = "kept";

/** Named values. */
export class Store {
  /**
   * @param {(why: string) => void} refused called once, when the browser refuses to keep anything
   * @param {boolean} isUsed a frame in another page keeps nothing
   */
  constructor(refused, isUsed = true) {
    this.refused = refused;
    this.isRefused = !isUsed;
    /** @type {Promise<IDBDatabase> | undefined} */
    this.opened = undefined;
  }

  /** @returns {Promise<IDBDatabase>} */
  database() {
    this.opened ??= new Promise((done, fail) => {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
      request.onblocked = () => fail(new Error("another tab blocks it"));
    });
    return this.opened;
  }

  /**
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(table: IDBObjectStore) => IDBRequest<T>} work
   * @returns {Promise<T | undefined>}
   */
  async use(mode, work) {
    if (this.isRefused) return undefined;
    try {
      const database = await this.database();
      return await new Promise((done, fail) => {
        const transaction = database.transaction(TABLE, mode);
        const request = work(transaction.objectStore(TABLE));
        transaction.oncomplete = () => done(request.result);
        transaction.onerror = () => fail(transaction.error);
        transaction.onabort = () => fail(transaction.error);
      });
    } catch (error) {
      this.isRefused = true;
      const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
      this.refused(
        isFull
          ? "The browser's storage is full. The page works, but forgets your program on reload. Save it as a file."
          : "The browser does not allow the page to keep anything. It works, but forgets your program on reload. Save it as a file.",
      );
      return undefined;
    }
  }

  /**
   * @param {string} name
   * @returns {Promise<unknown>}
   */
  get(name) {
    return this.use("readonly", (table) => table.get(name));
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  async put(name, value) {
    await this.use("readwrite", (table) => table.put(value, name));
  }

  /** @param {string} name */
  async forget(name) {
    await this.use("readwrite", (table) => table.delete(name));
  }
}
