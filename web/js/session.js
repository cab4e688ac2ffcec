// The program that is played, from opening to keeping: what is opened, what the browser keeps, and what happens after a trap.

import { byId, soon, words } from "./dom.js";
import { fileName } from "./files.js";
import { PREVIOUS } from "./opening.js";
import { MOST_REPEATED } from "./player.js";
import * as share from "./share.js";
import { Crashed, Refused } from "./wasm.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").Kept} Kept */
/** @typedef {import("./types.js").Opening} Opening */
/** @typedef {import("./types.js").Speed} Speed */

/** How long after a change the session is kept, in milliseconds. */
const KEEP_AFTER = 1000;
/** A program that fails again within this time, in milliseconds, is not opened again. */
const CRASH_INTERVAL = 10_000;
/** A recording with more statements is announced before the page is busy with it. */
const ANNOUNCED = 2_000_000;
const KEPT = "session";

/** The program that is played. */
export class Session {
  #isRestarting = false;
  #lastCrash = -Infinity;

  /**
   * @param {App} app
   * @param {object} host
   * @param {import("./player.js").Player} host.player
   * @param {(text: string) => void} host.say shows what the page is busy with
   * @param {() => void} host.onopen is called before a program is opened
   * @param {() => void} host.onopened is called after it
   */
  constructor(app, host) {
    this.app = app;
    this.host = host;
    this.player = host.player;
    /** Whether a program has been opened. */
    this.hasStarted = false;
    /** Keeps the session soon. */
    this.keepSoon = soon(KEEP_AFTER, () => this.keepNow());
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && this.keepNow());
  }

  /**
   * Opens a program. The one before can be opened again.
   * @param {Opening} opening
   */
  async open(opening) {
    const before = this.hasStarted ? this.#kept() : undefined;
    if ((opening.statements ?? 0) > ANNOUNCED) {
      this.host.say(`Repeating ${opening.statements?.toLocaleString("en")} statements …`);
      await new Promise((done) => setTimeout(done, 50));
    }
    let answer;
    try {
      this.host.onopen();
      answer = this.player.open(opening);
    } catch (error) {
      if (error instanceof Crashed) return this.recover();
      throw error;
    }
    this.hasStarted = true;
    if (before) await this.app.store.put(PREVIOUS, before);
    if (answer.warning) this.app.tell(answer.warning, "note");
    document.body.classList.toggle("plays-rotate", opening.name === "rotate" && opening.text === null);
    this.host.onopened();
    await this.#keep();
  }

  /** Opens a program, or says why not. Returns whether it was opened. @param {Opening} opening */
  async tryOpen(opening) {
    try {
      await this.open(opening);
      return true;
    } catch (error) {
      this.app.tell(words(error));
      return false;
    }
  }

  /** Opens what was kept. @param {Kept} value */
  async restore(value) {
    this.player.files = value.files ?? {};
    this.setSpeed(value.speed ?? "1982");
    try {
      await this.open(value.opening);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.open({ name: "program.bas", text: value.program, seed: value.opening.seed });
      this.app.tell(`Your program was kept, but not where it was: ${error.message}`, "note");
    }
  }

  /** Opens what the address asks for, or else what was kept, or else ROTATE. @param {URLSearchParams} query */
  async begin(query) {
    const { app } = this;
    let wanted;
    try {
      wanted = await share.read(query);
    } catch (error) {
      app.tell(words(error));
    }
    const speed = query.get("speed");
    if (speed === "max" || speed === "4" || speed === "1982") this.setSpeed(speed);
    const last = /** @type {Kept | undefined} */ (this.hasStarted ? undefined : await app.store.get(KEPT));
    if (wanted) {
      const isOpen = await this.tryOpen(wanted);
      if (isOpen && last) await app.store.put(PREVIOUS, last);
      // A reload continues where the player is, not where the link began.
      if (!app.embedded) history.replaceState(null, "", "#play");
    }
    if (!this.hasStarted && last) {
      byId("help", HTMLDetailsElement).open = false;
      await this.restore(last).catch(() => app.tell("What this browser kept cannot be opened. ROTATE starts instead."));
    }
    if (!this.hasStarted) await this.tryOpen(rotate());
  }

  /** Opens the program again, from the start: after a trap the machine is gone. */
  async recover() {
    if (this.#isRestarting) return;
    this.#isRestarting = true;
    const { app, player } = this;
    const isRepeated = performance.now() - this.#lastCrash < CRASH_INTERVAL;
    this.#lastCrash = performance.now();
    app.clear();
    app.tell(`The machine failed and was started again${isRepeated ? " with ROTATE" : ""}. Please report what you did before.`);
    try {
      await app.module.restart();
      await app.store.forget(KEPT);
      const { name, text, seed, dialect, asPrinted } = player.opening;
      player.open(isRepeated ? rotate() : { name, text, seed, dialect: dialect ?? null, asPrinted: asPrinted ?? false });
    } catch (error) {
      app.tell(words(error));
    }
    this.#isRestarting = false;
  }

  /** @param {Speed} speed */
  setSpeed(speed) {
    this.player.setSpeed(speed);
    for (const input of document.querySelectorAll("#speeds input")) {
      if (input instanceof HTMLInputElement) input.checked = input.value === speed;
    }
  }

  /**
   * Returns how to open a program without the keys that led to the screen.
   * @param {string} program
   * @returns {Opening}
   */
  asText(program) {
    const { name, seed, dialect = null } = this.player.opening;
    return { name: fileName(name, "bas"), text: program, seed, dialect };
  }

  /** Keeps the session. A failure was told when it first occurred. */
  keepNow() {
    void this.#keep().catch(() => {});
  }

  async #keep() {
    const value = this.hasStarted && !this.#isRestarting ? this.#kept() : undefined;
    if (value) await this.app.store.put(KEPT, value);
  }

  /** @returns {Kept | undefined} */
  #kept() {
    const { player } = this;
    if (!player.isOpen) return undefined;
    let opening;
    try {
      opening = player.present();
      if ((opening.statements ?? 0) > MOST_REPEATED) opening = undefined;
    } catch {
      // A program that was saved or loaded cannot be repeated from keys.
    }
    const program = player.program();
    opening ??= this.asText(program);
    return { opening, program, speed: player.speed, files: player.files };
  }
}

/** @returns {Opening} */
const rotate = () => ({ name: "rotate", text: null, seed: share.randomSeed() });
