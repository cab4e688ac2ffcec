// A text that the visitor edits. It is kept, and so is what it replaces.

import { later, whenHidden } from "./dom.js";
import { isReplaced } from "./versions.js";

/** @import { Field } from "./field.js" */
/** @import { Store } from "./storage.js" */
/** @import { Kept } from "./types.js" */

const KEEP_AFTER = 300;

/** A text in a field. */
export class Draft {
  /** @type {Kept} */
  #value;

  /**
   * @param {Store} store
   * @param {"listing" | "sheet"} kind
   * @param {Field} field
   * @param {string} name the name of a text that has none yet
   */
  constructor(store, kind, field, name) {
    this.store = store;
    this.kind = kind;
    this.field = field;
    const kept = store.get(kind);
    if (kept && kept.text.trim() !== "") field.set(kept.text);
    this.#value = { name, from: "example", ...kept, text: field.text };
    field.area.addEventListener(
      "input",
      later(KEEP_AFTER, () => this.keep()),
    );
    whenHidden(() => this.keep());
    // What opens next may look for it.
    addEventListener("hashchange", () => this.keep());
  }

  get text() {
    return this.field.text;
  }

  get name() {
    return this.#value.name ?? "";
  }

  /** The exercise of which the text is a copy. */
  get exercise() {
    return this.#value.exercise;
  }

  /** Keeps what was typed. A text that it replaced can be brought back. */
  keep() {
    const { text } = this.field;
    const before = this.#value;
    if (text === before.text) return;
    this.#set({ ...before, text, isEdited: true, isRepaired: false }, isReplaced(before.text, text));
  }

  /** Shows another text. The one before can be brought back. @param {Kept} value */
  open(value) {
    this.keep();
    this.field.set(value.text);
    // The field has its own ends of lines.
    const { text } = this.field;
    this.#set({ ...value, text }, text !== this.#value.text);
  }

  /** Applies a repair. The text before the first of several repairs can be brought back. @param {() => void} apply */
  repair(apply) {
    this.keep();
    apply();
    this.#set({ ...this.#value, text: this.field.text, isEdited: true, isRepaired: true }, !this.#value.isRepaired);
  }

  /** @param {Kept} value @param {boolean} isReplacement */
  #set(value, isReplacement) {
    void this.store.put(this.kind, value, isReplacement ? this.#value : undefined);
    this.#value = value;
  }
}
