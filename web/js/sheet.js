// The editor for a sheet of one's own.

import { byId, words } from "./dom.js";
import { Draft } from "./draft.js";
import { Field } from "./field.js";

/** @import { Store } from "./storage.js" */
/** @import { Kept } from "./types.js" */

/** The name of the sheet. */
export const OWN = "own.asm";

/** The editor. It is closed until something is edited. */
export class Sheet {
  #field = new Field(byId("step-source", HTMLTextAreaElement), "sheet");
  #editor = byId("step-editor", HTMLDetailsElement);
  #draft;

  /** @param {Store} store */
  constructor(store) {
    this.#draft = new Draft(store, "sheet", this.#field, OWN);
    this.#editor.addEventListener("toggle", () => this.#editor.open && void this.#field.enhance());
  }

  get text() {
    return this.#field.text;
  }

  /** Opens the editor with a text. @param {Kept} value */
  edit(value) {
    this.#editor.open = true;
    this.#draft.open({ ...value, name: OWN });
  }

  /** Marks the line that an error names; without an error none. @param {unknown} [error] */
  mark(error) {
    const line = Number(/--> own\.asm:(\d+):/.exec(words(error))?.[1] ?? 0);
    const before = this.text.split("\n").slice(0, line - 1);
    this.#field.mark(line ? [before.reduce((sum, text) => sum + text.length + 1, 0)] : []);
  }
}
