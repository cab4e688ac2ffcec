// The interpreter of Play beside the emulated Bally: it gets the same program, seed and keys.

import { byId, later } from "./dom.js";
import { READ_AFTER, Screen } from "./screen.js";

/** @import { Machine } from "./requests.js" */
/** @import { App, Beside } from "./types.js" */

/** The interpreter beside the machine. */
export class BesideMachine {
  #choice = byId("bally-both", HTMLInputElement);
  #panel = byId("beside", HTMLElement);
  #screen = new Screen(byId("beside-picture", HTMLCanvasElement), byId("beside-text", HTMLElement));
  #readSoon = later(READ_AFTER, () => this.isOn && this.#screen.read(this.#beside?.text() ?? []));
  /** @type {Beside | undefined} */
  #beside;
  #app;

  /**
   * @param {App} app
   * @param {() => unknown} onchange the visitor has chosen whether it is shown
   */
  constructor(app, onchange) {
    this.#app = app;
    this.#choice.addEventListener("change", onchange);
  }

  get isOn() {
    return this.#choice.checked;
  }

  /** Whether it can be chosen. @param {boolean} isOffered */
  offer(isOffered) {
    byId("bally-both-choice", HTMLElement).hidden = !isOffered;
    if (!isOffered) this.#choice.checked = false;
  }

  /** Starts what is inserted in the machine, or ends. @param {Machine} machine @param {number} seed */
  async start({ program, files }, seed) {
    this.#panel.hidden = !this.isOn;
    if (!this.isOn) return this.end();
    const text = program && files ? (files[program] ?? null) : null;
    this.#beside = await this.#app.beside();
    await this.#beside.run({ name: program ?? null, text, seed }, (picture) => {
      this.#screen.draw(picture);
      this.#readSoon();
    });
  }

  /** @param {string} text */
  type(text) {
    if (this.isOn) this.#beside?.type(text);
  }

  /** @param {string} key @param {boolean} down */
  press(key, down) {
    if (this.isOn) this.#beside?.press(key, down);
  }

  end() {
    this.#beside?.end();
  }
}
