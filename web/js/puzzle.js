// The line above ROTATE: it begins a puzzle, of a level or of the day, and offers to tell others of a win.

import { madeBy, openingOf, puzzleOf, today } from "./daily.js";
import { byId, clicks, download } from "./dom.js";
import { askedOf, isAskingForLevel, winOf } from "./rotate.js";
import { addressOf, randomSeed } from "./share.js";

/** @import { Made } from "./daily.js" */
/** @import { App, Opening, State } from "./types.js" */

/** The highest level of ROTATE. */
const HIGHEST = 40;

/** @param {number} number @param {string} what */
const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

/** The puzzles of ROTATE. */
export class Puzzle {
  #level = 1;
  /** The puzzle that is played, if its seed and level make it again. @type {Made | undefined} */
  #played;
  /** The least number of moves of the daily puzzle. @type {number | undefined} */
  #shortest;
  #isAsked = false;
  /** How the program that is played was opened. @type {Opening | undefined} */
  opening;
  /** The hints in this game. */
  hints = 0;
  /** What is told of the last win, and the screen then: soon the program shows the puzzle again. */
  #told = "";
  /** @type {Promise<Blob> | undefined} */
  #picture;
  #text = byId("puzzle-text", HTMLElement);
  #what = this.#text.textContent;

  /**
   * @param {App} app
   * @param {(opening: Opening) => unknown} open
   * @param {() => Promise<Blob>} picture returns what the screen shows
   */
  constructor(app, open, picture) {
    this.app = app;
    this.picture = picture;
    this.start = byId("puzzle-start", HTMLButtonElement);
    this.share = byId("puzzle-share", HTMLButtonElement);
    const onClick = clicks((act) => {
      app.clear();
      return app.safely(act);
    });
    onClick("puzzle-start", () => open(openingOf({ level: this.#level, seed: randomSeed() })));
    onClick("puzzle-daily", () => {
      const daily = puzzleOf(today());
      return daily && open(openingOf(daily));
    });
    onClick("puzzle-share", () => this.#tell());
  }

  /** Another program or puzzle has been opened. @param {Opening} opening */
  opened(opening) {
    this.opening = opening;
    this.#played = madeBy(opening);
    this.#shortest = undefined;
    this.#isAsked = false;
    this.hints = opening.hints ?? 0;
    this.#say();
  }

  /** A hint was found. */
  hinted() {
    this.hints += 1;
  }

  /** Says which puzzle it is. */
  #say() {
    const { date, level } = this.#played ?? {};
    const enough = this.#shortest === undefined ? "" : ` ${this.#shortest === 1 ? "1 move is" : `${this.#shortest} moves are`} enough.`;
    this.#text.textContent = date ? `The puzzle of ${date}, level ${level}.${enough}` : this.#what;
  }

  /**
   * Learns what the machine does. Returns how the game was won, or what the program waits for, in words for the player.
   * @param {State} state
   */
  update(state) {
    // After another LEVEL, the puzzle depends on all keys before.
    if (isAskingForLevel(state) && this.#played) {
      this.#played = undefined;
      this.#say();
    }
    const isAtStart = state.printed.at(-1)?.startsWith("MOVE # 1?");
    if (this.#played?.date && isAtStart && state.puzzle && !this.#isAsked) void this.app.safely(() => this.#solve(state.puzzle));
    const win = winOf(state.printed);
    const isNew = win && this.share.hidden;
    if (isNew) this.#picture = this.picture();
    else if (!win && !this.share.hidden) this.hints = 0;
    this.share.hidden = !win;
    if (!win) return askedOf(state);
    this.#level = Math.min(win.level + 1, HIGHEST);
    this.start.textContent = `Start level ${this.#level}`;
    const { date } = this.#played ?? {};
    const which = date ? `the puzzle of ${date}` : "a game of 1982";
    const enough = date && this.#shortest !== undefined ? `; ${this.#shortest} are enough` : "";
    const hints = this.hints ? ` with ${count(this.hints, "hint")}` : "";
    this.#told = `ROTATE, ${which}, level ${win.level}: I won in ${count(win.moves, "move")}${hints}${enough}.`;
    return win.text;
  }

  /** Finds out how many moves are enough. @param {string | null} puzzle the puzzle at its start */
  async #solve(puzzle) {
    const played = this.#played;
    if (puzzle === null) return;
    this.#isAsked = true;
    const { Remote, Stopped } = await import("./remote.js");
    const remote = new Remote("boards.wasm");
    try {
      const { moves: least } = await remote.ask("shortest", { puzzle });
      if (this.#played !== played) return;
      this.#shortest = least;
      this.#say();
    } finally {
      remote.stop(new Stopped("The puzzle is solved."));
    }
  }

  /** Offers a text with a link and a picture to others, or copies the text. */
  async #tell() {
    const text = `${this.#told}\n${addressOf(`play${query(this.#played)}`)}`;
    const picture = new File([(await this.#picture) ?? ""], "rotate.png", { type: "image/png" });
    if (typeof navigator.share === "function") {
      const whole = { text, files: [picture] };
      // The visitor may close the choice of programs.
      await navigator.share(navigator.canShare?.(whole) ? whole : { text }).catch(() => {});
      return;
    }
    await this.app.copy(text, "Your result and a link to the puzzle are", ["Save a picture", () => download(picture.name, picture)]);
  }
}

/** Returns what follows `#play` in a link to a puzzle. @param {Made | undefined} played */
function query(played) {
  if (!played) return "";
  const { date, seed, level } = played;
  return `?${date ? `daily=${date}` : new URLSearchParams({ name: "rotate", seed: String(seed), keys: `${level}{GO}` })}`;
}
