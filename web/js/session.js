// The program that is played, from opening to keeping: what is opened, what the browser keeps, and what happens after a trap.

import { byId, pause, showChoice, soon, whenHidden, words } from "./dom.js";
import { prepareEarlier } from "./earlier.js";
import { fileName } from "./files.js";
import { MOST_REPEATED } from "./player.js";
import * as share from "./share.js";
import { isReplaced } from "./versions.js";
import { Crashed, Refused } from "./wasm.js";

/** @import { Player } from "./player.js" */
/** @import { App, Opening, Played, Speed } from "./types.js" */

/** How long after a change the session is kept, in milliseconds. */
const KEEP_AFTER = 1000;
/** A program that fails again within this time, in milliseconds, is not opened again. */
const CRASH_INTERVAL = 10_000;
/** The longest that a visit repeats a run without being asked, in milliseconds. */
const PATIENCE = 1000;

/** The program that is played. */
export class Session {
  #isRestarting = false;
  #lastCrash = -Infinity;
  /** What is being restored: its program is known before its run has been repeated. @type {Played | undefined} */
  #restored;
  /** The program as it was opened. What differs from it is the player's. @type {string | undefined} */
  #opened;
  #isEdited = false;

  /**
   * @param {App} app
   * @param {object} host
   * @param {Player} host.player
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
    this.keepSoon = soon(KEEP_AFTER, () => this.keep());
    this.player.onrepeated = () => {
      this.#settle();
      this.keep();
    };
    this.player.onimpatience = () => void app.safely(() => this.stop());
    this.showOwn = prepareEarlier(app, "play", ["play"], ({ value }) => this.restore(value));
    whenHidden(() => this.keep());
  }

  /**
   * Opens a program. The one before can be brought back.
   * @param {Opening} opening
   * @param {object} [how]
   * @param {Played} [how.restored] what is restored by that
   * @param {boolean} [how.isEdited] whether the program is the player's own, wherever it came from
   * @param {number} [how.patience] how long its run is repeated
   */
  async open(opening, { restored, isEdited = false, patience } = {}) {
    const { app, player } = this;
    const before = this.hasStarted ? this.keep() : app.store.get("play");
    let answer;
    try {
      this.host.onopen();
      answer = player.open(opening, patience);
    } catch (error) {
      if (!(error instanceof Crashed)) throw error;
      player.isOpen = false;
      return this.recover();
    }
    const isFirst = !this.hasStarted;
    this.hasStarted = true;
    this.#restored = restored;
    this.#opened = undefined;
    this.#isEdited = isEdited;
    document.body.classList.toggle("plays-rotate", opening.name === "rotate" && opening.text === null);
    // The first picture is drawn before the rest is done.
    if (isFirst) await pause();
    if (player.opening !== opening) return;
    if (!player.isRepeating) this.#settle();
    const value = this.#kept(this.#opened);
    if (value) void app.store.put("play", value, before === restored ? undefined : before);
    if (answer.warning) app.tell(answer.warning, "note");
    this.host.onopened();
    void this.showOwn();
  }

  /** The run has been repeated, or there was none. */
  #settle() {
    this.#restored = undefined;
    this.#opened = this.player.program();
  }

  /** Opens a program, or says why not. @param {Opening} opening */
  tryOpen(opening) {
    return this.app.safely(() => this.open(opening));
  }

  /** Opens what was kept, and repeats its run for some time. @param {Played} value @param {number} [patience] */
  async restore(value, patience) {
    this.player.files = { ...value.files, ...this.player.files };
    this.setSpeed(value.speed ?? "1982");
    try {
      await this.open(value.opening, { restored: value, isEdited: value.isEdited, patience });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.#restart(value);
      this.app.tell(`Your program was kept, but not where it was: ${error.message}`, "note");
    }
  }

  /** Opens the program of what was kept, from its start. @param {Played} value */
  #restart({ opening: { name, seed, dialect = null }, text, from, isEdited = false }) {
    const isRotate = from === "example" && !isEdited && name === "rotate";
    return this.open(isRotate ? { name, text: null, seed } : { name: fileName(name, "bas"), text, seed, dialect, from }, { isEdited });
  }

  /** Stops repeating a run. What was kept continues with its program from the start; a link from where its run was stopped. */
  async stop() {
    const { app, player } = this;
    const restored = this.#restored;
    player.patience = Infinity;
    if (!player.isRepeating) return;
    if (!restored) {
      player.stop();
      return this.#settle();
    }
    await this.#restart(restored);
    const count = restored.opening.statements?.toLocaleString("en") ?? "many";
    app.tell(`The program was kept. Its run of ${count} statements was not repeated, because that takes long.`, "note", [
      "Repeat it",
      () => this.restore(restored),
    ]);
  }

  /**
   * Opens what the address asks for, or else what was kept, or else ROTATE.
   * @param {URLSearchParams} query
   * @param {() => boolean} isWanted whether the address still asks for it
   */
  async begin(query, isWanted) {
    const { app } = this;
    let wanted;
    try {
      wanted = await share.read(query);
    } catch (error) {
      app.tell(words(error));
    }
    if (!isWanted()) wanted = undefined;
    const speed = query.get("speed");
    if (speed === "max" || speed === "4" || speed === "1982") this.setSpeed(speed);
    const last = this.hasStarted ? undefined : app.store.get("play");
    // The files that programs have saved are there for every program.
    if (last) this.player.files = { ...last.files };
    if (wanted) {
      await this.tryOpen(wanted);
      // A reload continues where the player is, not where the link began.
      if (!app.embedded && isWanted()) history.replaceState(null, "", "#play");
    }
    if (!this.hasStarted && last) {
      byId("help", HTMLDetailsElement).open = false;
      await this.restore(last, PATIENCE).catch(() => app.tell("What this browser kept cannot be opened. ROTATE starts instead."));
    }
    if (!this.hasStarted) await this.tryOpen(rotate());
  }

  /** Opens the program again, from the start: after a trap the machine is gone. */
  async recover() {
    if (this.#isRestarting) return;
    this.#isRestarting = true;
    const { app } = this;
    const isRepeated = performance.now() - this.#lastCrash < CRASH_INTERVAL;
    this.#lastCrash = performance.now();
    app.clear();
    app.tell(`The machine failed and was started again${isRepeated ? " with ROTATE" : ""}. Please report what you did before.`);
    await app.safely(async () => {
      await app.module.restart();
      const last = app.store.get("play");
      // It can be brought back, where it was when it was last kept.
      if (last) void app.store.put("play", last, last);
      await (isRepeated || !last ? this.open(rotate()) : this.#restart(last));
      if (!this.player.isOpen) {
        await app.module.restart();
        await this.open(rotate());
      }
    });
    this.#isRestarting = false;
  }

  /** @param {Speed} speed */
  setSpeed(speed) {
    this.player.setSpeed(speed);
    showChoice("speeds", speed);
  }

  /** Returns the program as text. */
  program() {
    const { player } = this;
    if (player.isRepeating && !this.#restored) player.present();
    return this.#restored?.text ?? player.program();
  }

  /**
   * Returns how to open a program without the keys that led to the screen.
   * @param {string} text
   * @returns {Opening}
   */
  asText(text) {
    const { name, seed, dialect = null } = this.player.opening;
    return { name: fileName(name, "bas"), text, seed, dialect, from: this.#from };
  }

  /** Keeps the session, and what was lost since it was last kept: by RESET, for example. Returns what is kept. */
  keep() {
    const { store } = this.app;
    const value = this.hasStarted && !this.#isRestarting ? this.#kept() : undefined;
    if (!value) return undefined;
    const last = store.get("play");
    void store.put("play", value, last && isReplaced(last.text, value.text) ? last : undefined);
    return value;
  }

  /** Where the program came from. */
  get #from() {
    const { from, text } = this.player.opening;
    return from ?? (text === null ? "example" : undefined);
  }

  /** @param {string} [program] the program of the machine, if it is known @returns {Played | undefined} */
  #kept(program) {
    const { player } = this;
    if (!player.isOpen) return undefined;
    if (this.#restored) return this.#restored;
    const text = program ?? player.program();
    const { speed, files } = player;
    const isEdited = this.#isEdited || (this.#opened ?? text) !== text;
    return { name: player.opening.name, text, from: this.#from, isEdited, opening: this.#opening(text), speed, files };
  }

  /** Returns how to open what is on the screen, or at least its program. @param {string} text */
  #opening(text) {
    const { player } = this;
    if (player.isRepeating) return player.opening;
    try {
      const opening = player.present();
      if ((opening.statements ?? 0) <= MOST_REPEATED) return opening;
    } catch {
      // A program that was saved or loaded cannot be repeated from keys.
    }
    return this.asText(text);
  }
}

/** @returns {Opening} */
const rotate = () => ({ name: "rotate", text: null, seed: share.randomSeed() });
