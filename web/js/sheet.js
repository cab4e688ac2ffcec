// The editor for a sheet of one's own. Its text is kept.

import { byId, later, words } from "./dom.js";
import { Field } from "./field.js";

/** The name of the sheet. */
export const OWN = "own.asm";

const KEPT = "sheet";
const KEEP_AFTER = 400;

/** The editor. It is closed until something is edited. */
export class Sheet {
  #field = new Field(byId("step-source", HTMLTextAreaElement), "sheet");
  #editor = byId("step-editor", HTMLDetailsElement);

  /** @param {import("./storage.js").Store} store */
  constructor(store) {
    this.store = store;
    this.#editor.addEventListener("toggle", () => this.#editor.open && void this.#field.enhance());
    this.#field.area.addEventListener("input", later(KEEP_AFTER, () => void store.put(KEPT, this.text)));
  }

  get text() {
    return this.#field.text;
  }

  /** Opens the editor with a text. @param {string} text */
  edit(text) {
    this.#editor.open = true;
    this.#field.set(text);
  }

  /** Shows the text that was kept. */
  async restore() {
    const kept = await this.store.get(KEPT);
    if (typeof kept === "string" && kept.trim()) this.#field.set(kept);
  }

  /** Marks the line that an error names; without an error none. @param {unknown} [error] */
  mark(error) {
    const line = Number(/--> own\.asm:(\d+):/.exec(words(error))?.[1] ?? 0);
    const before = this.text.split("\n").slice(0, line - 1);
    this.#field.mark(line ? [before.reduce((sum, text) => sum + text.length + 1, 0)] : []);
  }
}
