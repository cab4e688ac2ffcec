// A sheet while it is written: it is assembled at once, and proven on a pause.

import { byId, later, words } from "./dom.js";
import { Remote, Stopped } from "./remote.js";
import { OWN } from "./sheet.js";

/** @import { Prover } from "./prove.js" */
/** @import { Sheet } from "./sheet.js" */

/** How long nothing was typed before the sheet is assembled, and before it is proven after that, in milliseconds. */
const [ASSEMBLE_AFTER, PROVE_AFTER] = [200, 800];

/** Assembles and proves what is written. */
export class Writing {
  #remote = new Remote("step.wasm");
  #summary = byId("step-assembled", HTMLElement);
  /** Whether the visitor has changed the text since it was opened. */
  #isTyped = false;
  /** The text that can be proven. */
  #provable = "";

  /**
   * @param {Sheet} sheet
   * @param {Prover} prover
   */
  constructor(sheet, prover) {
    this.sheet = sheet;
    this.prover = prover;
    const assembleSoon = later(ASSEMBLE_AFTER, () => void this.assemble());
    this.proveSoon = later(PROVE_AFTER, () => {
      if (this.#isTyped && this.#provable === sheet.text) void prover.proveWritten();
    });
    sheet.onInput(() => {
      this.#isTyped = true;
      prover.withdraw();
      assembleSoon();
    });
  }

  /** Another text is in the editor. */
  opened() {
    this.#isTyped = false;
    this.sheet.mark();
    if (this.sheet.isOpen) void this.assemble();
  }

  /** Assembles the text, and proves it some time later if that is possible. */
  async assemble() {
    const { text } = this.sheet;
    try {
      const assembled = await this.#remote.ask("assemble", { name: OWN, files: { [OWN]: text } });
      if (text !== this.sheet.text) return;
      this.sheet.show(assembled);
      const { size, faults, why } = assembled;
      const errors = faults.filter(({ isError }) => isError).length;
      if (errors) this.#say(errors === 1 ? "1 error" : `${errors} errors`);
      else if (why) this.#say(`${bytes(size)}. It cannot be proven: ${why}`);
      else {
        this.#say(bytes(size));
        this.#provable = text;
        this.proveSoon();
      }
    } catch (error) {
      if (!(error instanceof Stopped)) this.#say(words(error));
    }
  }

  /** @param {string} text */
  #say(text) {
    this.#summary.textContent = text;
  }
}

/** @param {number | null} size */
function bytes(size) {
  return `${size} ${size === 1 ? "byte" : "bytes"}`;
}
