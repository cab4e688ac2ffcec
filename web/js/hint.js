// The buttons below the screen of ROTATE: its keys T, S and R, and hints. The module of the view Boards solves the puzzle that the machine
// has, in a worker.

import { byId, words } from "./dom.js";
import { Remote, Stopped } from "./remote.js";
import { isSpecial } from "./rotate.js";

/** @import { App, State } from "./types.js" */

/** The buttons, and what a hint has found. */
export class Hint {
  #remote = new Remote("boards.wasm");
  #row = byId("hint", HTMLElement);
  /** @type {NodeListOf<HTMLButtonElement>} */
  #keys = this.#row.querySelectorAll("[data-key]");
  #button = byId("hint-ask", HTMLButtonElement);
  #text = byId("hint-text", HTMLElement);
  #special = byId("hint-special", HTMLElement);
  /** The puzzle where the program asks for a move. @type {string | null} */
  #puzzle = null;
  #isSearching = false;

  /**
   * @param {(key: string) => void} strike presses a key of the machine and releases it
   * @param {() => void} onhint is called for each hint that was found
   * @param {App["tell"]} tell
   */
  constructor(strike, onhint, tell) {
    this.#remote.watch(tell, "The search for a hint", () => this.#ask());
    this.onhint = onhint;
    this.#button.addEventListener("click", () => this.cancel() || void this.#ask());
    for (const button of this.#keys) button.addEventListener("click", () => strike(button.dataset.key ?? ""));
  }

  /** Follows the machine. A hint for another puzzle is not wanted. @param {State} state */
  show(state) {
    const { puzzle, waiting } = state;
    if (puzzle !== this.#puzzle) {
      this.#end("");
      this.#puzzle = puzzle;
    }
    for (const button of [this.#button, ...this.#keys]) button.disabled = puzzle === null;
    this.#special.setAttribute("aria-pressed", String(isSpecial(state)));
    // The row stays while the program turns a group.
    if (puzzle !== null) this.#row.hidden = false;
    else if (waiting === "prompt") this.#row.hidden = true;
  }

  /** Another program is opened. */
  clear() {
    this.#end("");
  }

  /** Ends a search. Returns whether there was one. */
  cancel() {
    const wasSearching = this.#isSearching;
    if (wasSearching) this.#end("The hint was canceled.");
    return wasSearching;
  }

  async #ask() {
    const puzzle = this.#puzzle;
    if (puzzle === null) return;
    this.#isSearching = true;
    this.#button.textContent = "Cancel";
    this.#text.textContent = "Looking for a hint … Esc cancels.";
    try {
      const { said } = await this.#remote.ask("solve", { puzzle });
      this.onhint();
      this.#answer(said);
    } catch (error) {
      if (!(error instanceof Stopped)) this.#answer(words(error));
    }
  }

  /** The worker goes on, with the database that it has made. @param {string} text */
  #answer(text) {
    this.#isSearching = false;
    this.#end(text);
  }

  /** Ends the worker if it is searching. @param {string} text */
  #end(text) {
    if (this.#isSearching) this.#remote.stop(new Stopped("The hint is not wanted any more."));
    this.#isSearching = false;
    this.#button.textContent = "Hint";
    this.#text.textContent = text;
  }
}
