// The line above ROTATE: it begins a puzzle, and offers to tell others of a win.

import { byId, clicks } from "./dom.js";
import { isAskingForLevel, winOf } from "./rotate.js";
import { addressOf, randomSeed } from "./share.js";

/** @import { App, Opening, State } from "./types.js" */

/** The highest level of ROTATE. */
const HIGHEST = 40;

/** The puzzles of ROTATE. */
export class Puzzle {
  #level = 1;
  /** The puzzle that is played, if its seed and level make it again. @type {{ seed: number, level: number } | undefined} */
  #played;
  #hasBegun = false;
  /** What is told of the last win. */
  #told = "";

  /**
   * @param {App} app
   * @param {(opening: Opening) => unknown} open
   */
  constructor(app, open) {
    this.app = app;
    this.open = open;
    this.start = byId("puzzle-start", HTMLButtonElement);
    this.share = byId("puzzle-share", HTMLButtonElement);
    const onClick = clicks(app.safely);
    onClick("puzzle-start", () => this.#begin(this.#level));
    onClick("puzzle-share", () => this.#tell());
  }

  /**
   * Learns what the machine does. Returns how the game has ended, if it has.
   * @param {State} state
   */
  update(state) {
    // After another LEVEL, the puzzle depends on all keys before.
    if (isAskingForLevel(state)) {
      if (this.#hasBegun) this.#played = undefined;
    } else this.#hasBegun = true;
    const win = winOf(state.printed);
    this.share.hidden = !win;
    if (!win) return undefined;
    this.#level = Math.min(win.level + 1, HIGHEST);
    this.start.textContent = `Start level ${this.#level}`;
    this.#told = `ROTATE of 1982, level ${win.level}: I won in ${win.moves} ${win.moves === 1 ? "move" : "moves"}.`;
    return win.text;
  }

  /** @param {number} level */
  async #begin(level) {
    const seed = randomSeed();
    this.app.clear();
    await this.open({ name: "rotate", text: null, seed, keys: `${level}{GO}` });
    this.#hasBegun = false;
    this.#played = { seed, level };
  }

  /** Offers a text with a link to others, or copies it. */
  async #tell() {
    const { app } = this;
    const played = this.#played;
    const query = played ? `?${new URLSearchParams({ name: "rotate", seed: String(played.seed), keys: `${played.level}{GO}` })}` : "";
    const text = `${this.#told}\n${addressOf(`play${query}`)}`;
    if (typeof navigator.share === "function") {
      // The visitor may close the choice of programs.
      await navigator.share({ text }).catch(() => {});
      return;
    }
    await navigator.clipboard.writeText(text).then(
      () => app.tell("Your result and a link to the puzzle are in the clipboard.", "note"),
      () => app.tell(`The browser does not allow the page to copy. Your result is:\n${text}`, "note"),
    );
  }
}
