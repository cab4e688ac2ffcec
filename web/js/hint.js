// Hints for ROTATE of 1982: the module of the view Boards solves the puzzle that the machine has, in a worker.

import { byId, words } from "./dom.js";
import { Remote, Stopped } from "./remote.js";

/** @import { State } from "./types.js" */

/** The button below the screen and what it found. */
export class Hint {
  #remote = new Remote("boards.wasm");
  #row = byId("hint", HTMLElement);
  #button = byId("hint-ask", HTMLButtonElement);
  #text = byId("hint-text", HTMLElement);
  /** The puzzle where the program asks for a move. @type {string | null} */
  #puzzle = null;
  #isSearching = false;

  constructor() {
    this.#button.addEventListener("click", () => this.cancel() || void this.#ask());
  }

  /** Follows the machine. A hint for another puzzle is not wanted. @param {State} state */
  show({ puzzle, waiting }) {
    if (puzzle !== this.#puzzle) {
      this.#end("");
      this.#puzzle = puzzle;
    }
    this.#button.disabled = puzzle === null;
    // The row stays while the program turns a group.
    if (puzzle !== null) this.#row.hidden = false;
    else if (waiting === "prompt") this.#row.hidden = true;
  }

  /** Another program is opened. */
  hide() {
    this.#end("");
    this.#row.hidden = true;
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
