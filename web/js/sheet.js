// The editor for a sheet of one's own.

import { byId, words } from "./dom.js";
import { Draft } from "./draft.js";
import { showFaults } from "./faults.js";
import { Field } from "./field.js";

/** @import { Store } from "./storage.js" */
/** @import { Assembled, Kept } from "./types.js" */

/** The name of the sheet. */
export const OWN = "own.asm";
/** What a sheet without instructions has in their place. */
const PLACE = "; Your instructions come here.";

/** The editor. It is closed until something is edited. */
export class Sheet {
  #field = new Field(byId("step-source", HTMLTextAreaElement), "sheet");
  #editor = byId("step-editor", HTMLDetailsElement);
  #draft;

  /**
   * @param {Store} store
   * @param {() => unknown} onOpen is called when the editor is opened, or another text in it
   */
  constructor(store, onOpen) {
    this.#draft = new Draft(store, "sheet", this.#field, OWN);
    this.onOpen = onOpen;
    this.#editor.addEventListener("toggle", () => {
      if (!this.#editor.open) return;
      void this.#field.enhance();
      onOpen();
    });
  }

  get text() {
    return this.#field.text;
  }

  get isOpen() {
    return this.#editor.open;
  }

  /** The name of its file: that of its routine. */
  get name() {
    return `${/^;! *routine: *([\w.-]+)/m.exec(this.text)?.[1]?.toLowerCase() ?? "own"}.asm`;
  }

  /** The exercise of which the sheet is a copy. */
  get exercise() {
    return this.#draft.exercise;
  }

  /** Opens the editor with a text. @param {Kept} value */
  edit(value) {
    this.#editor.open = true;
    this.#draft.open({ ...value, name: OWN });
    this.onOpen();
  }

  /** Brings the editor into sight, and selects the place of the instructions if there is one. */
  reveal() {
    this.#editor.scrollIntoView({ block: "nearest" });
    const at = this.text.indexOf(PLACE);
    if (at >= 0) this.#field.select(at, at + PLACE.length);
    else this.#field.focus();
  }

  /** Calls a function after each change by the visitor. @param {() => void} act */
  onInput(act) {
    this.#field.area.addEventListener("input", act);
  }

  /** Shows what the assembler says of the text. @param {Assembled} assembled */
  show({ lines, faults }) {
    this.#field.showBeside(new Map(lines.map(([line, address, bytes]) => [line, `${address} ${bytes}`])));
    showFaults(this.#field, byId("step-faults", HTMLElement), faults);
  }

  /** Marks the line that an error names; without an error none. @param {unknown} [error] */
  mark(error) {
    const line = Number(/--> own\.asm:(\d+):/.exec(words(error))?.[1] ?? 0);
    const before = this.text.split("\n").slice(0, line - 1);
    this.#field.mark(line ? [before.reduce((sum, text) => sum + text.length + 1, 0)] : []);
  }
}
