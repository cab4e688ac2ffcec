// The machine and its clock.

import { BUSY, Crashed, PICTURE, REPEATING, STATE } from "./wasm.js";

/** @import { Fields, Held, PlayRequests } from "./requests.js" */
/** @import { Opening, Speed, State } from "./types.js" */
/** @import { Module } from "./wasm.js" */

/** The longest time that is caught up. A page in the background stops. */
const LONGEST_FRAME = 100;
/** The longest time that the machine is given at once, in milliseconds. It skips more than 100 as a suspension. */
const LONGEST_STEP = 50;
/** The time of each frame for the machine at maximum speed, in milliseconds. */
const MAX_WORK = 9;
/** The time for repeating a recording before the first picture, and in each frame, in milliseconds. */
const [FIRST_REPEAT, REPEAT_WORK] = [40, 30];
/** The time between two states that are asked for while only the picture changes. */
const STATE_INTERVAL = 250;
/** The most statements that the module repeats, and those of a link that has keys without their number. */
export const MOST_REPEATED = 5_000_000;

/** A machine that runs by the clock of the page. */
export class Player {
  /** @param {Module<"play.wasm">} module */
  constructor(module) {
    this.module = module;
    /** @type {Speed} */
    this.speed = "1982";
    /** @type {Opening} */
    this.opening = { name: null, text: null, seed: 1 };
    /** @type {Record<string, string>} The files of `:PRINT "NAME"` and `:INPUT "NAME"`. */
    this.files = {};
    this.isOpen = false;
    /** Whether the program that was opened has shown nothing yet. */
    this.isNew = false;
    /** Whether sound is wanted. Only the speed of 1982 has it. */
    this.hasSound = false;
    this.isPaused = false;
    /** Whether a recording is being repeated. Until then no key reaches the machine. */
    this.isRepeating = false;
    /** The time for which it has been repeated, and after which `onimpatience` is called, in milliseconds. */
    this.repeated = 0;
    this.patience = Infinity;
    this.clock = 0;
    this.last = 0;
    this.asked = 0;
    this.stale = true;
    this.isRunning = true;
    /** @type {(picture: ImageData) => void} */
    this.onpicture = () => {};
    /** @type {(state: State) => void} */
    this.onstate = () => {};
    /** @type {(samples: Float32Array<ArrayBuffer>) => void} */
    this.onsamples = () => {};
    /** @type {(error: unknown) => void} */
    this.onfailure = () => {};
    this.onrepeated = () => {};
    this.onimpatience = () => {};
    this.tick = this.tick.bind(this);
    requestAnimationFrame(this.tick);
  }

  /**
   * Opens a program, and repeats its recording while frames are shown. The machine before it is gone only if this succeeds. Without
   * a recording the first picture and the first state come with the next frames: each part of the start is short.
   * @param {Opening} opening
   * @param {number} [patience]
   */
  open(opening, patience = Infinity) {
    const { keys, statements } = opening;
    const isRecorded = Boolean(keys || statements);
    const answer = this.module.ask("open", {
      ...opening,
      statements: keys ? (statements ?? MOST_REPEATED) : (statements ?? 0),
      speed: this.speed === "max" ? "max" : "period",
      files: this.files,
    });
    this.opening = opening;
    this.isOpen = true;
    this.updateSound();
    this.clock = this.repeated = 0;
    this.patience = patience;
    this.isNew = !isRecorded;
    if (isRecorded) this.show(this.repeat(FIRST_REPEAT) | PICTURE | STATE);
    else this.isRepeating = false;
    return answer;
  }

  /** Repeats a part of the recording. Returns what has changed. @param {number} most in milliseconds */
  repeat(most) {
    const start = performance.now();
    let changed = 0;
    let now;
    do {
      now = this.module.advance(this.clock);
      changed |= now;
    } while (now & REPEATING && performance.now() - start < most);
    this.isRepeating = (now & REPEATING) !== 0;
    this.repeated += performance.now() - start;
    return this.isRepeating ? changed : changed | this.module.advance(this.clock);
  }

  /** Stops repeating: the program continues from there. */
  stop() {
    this.module.ask("stop");
    this.isRepeating = false;
  }

  /** @param {Speed} speed */
  setSpeed(speed) {
    this.speed = speed;
    this.send("speed", { speed: speed === "max" ? "max" : "period" });
    this.updateSound();
  }

  /** @param {boolean} isOn */
  setSound(isOn) {
    this.hasSound = isOn;
    this.updateSound();
  }

  updateSound() {
    if (this.isOpen) this.module.ask("sound", { on: this.hasSound && this.speed === "1982" });
  }

  /**
   * Sends a request to the machine and shows what it changed.
   * @template {keyof PlayRequests} R
   * @param {R} action
   * @param {Fields<"play.wasm", R>} fields
   */
  send(action, ...fields) {
    if (!this.isOpen || (this.isRepeating && action !== "speed")) return;
    try {
      this.module.ask(action, ...fields);
      this.show(this.module.advance(this.clock) | STATE);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Moves a hand controller, which shows nothing by itself. @param {Held} held */
  hold(held) {
    if (!this.isOpen || this.isRepeating) return;
    try {
      this.module.ask("hold", held);
    } catch (error) {
      this.fail(error);
    }
  }

  state() {
    const state = this.module.ask("state");
    Object.assign(this.files, state.saved);
    return state;
  }

  program() {
    return this.module.ask("program").text;
  }

  /**
   * Returns what leads to the present state: the program that was opened, and the keys since.
   * @returns {Opening}
   */
  present() {
    if (this.isRepeating) throw new Error("The run is still being repeated. Wait, or stop that.");
    const { dialect, seed, keys, statements } = this.module.ask("recording");
    return { ...this.opening, dialect, seed, keys, statements };
  }

  /** @param {number} time */
  tick(time) {
    requestAnimationFrame(this.tick);
    const passed = Math.min(time - this.last, LONGEST_FRAME);
    this.last = time;
    if (!this.isOpen || (this.isPaused && !this.isRepeating)) return;
    try {
      if (this.isRepeating) return this.tickRepeating();
      if (this.isNew) return this.tickFirst();
      let changed = 0;
      let due = Math.max(passed, 0) * (this.speed === "4" ? 4 : 1);
      do {
        const step = Math.min(due, LONGEST_STEP);
        this.clock += step;
        due -= step;
        changed |= this.module.advance(this.clock);
      } while (due > 0);
      const end = performance.now() + MAX_WORK;
      while (this.speed === "max" && changed & BUSY && performance.now() < end) {
        changed |= this.module.advance(this.clock) | BUSY;
        if (changed & STATE) break;
      }
      this.show(changed);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Shows the first picture, and the state with the next frame. */
  tickFirst() {
    this.isNew = false;
    this.module.advance(this.clock);
    this.draw();
    this.asked = -Infinity;
  }

  tickRepeating() {
    this.show(this.repeat(REPEAT_WORK) | (this.isRepeating ? 0 : STATE));
    if (!this.isRepeating) this.onrepeated();
    else if (this.repeated > this.patience) this.onimpatience();
  }

  draw() {
    const picture = this.module.picture();
    if (picture) this.onpicture(picture);
    this.stale = true;
  }

  /** @param {number} changed */
  show(changed) {
    if (changed & PICTURE) this.draw();
    if (this.hasSound) {
      const samples = this.module.samples();
      if (samples.length) this.onsamples(samples);
    }
    const now = performance.now();
    const isDue = (this.stale || this.isRunning) && now - this.asked > STATE_INTERVAL;
    if (!(changed & STATE) && !isDue) return;
    const state = this.state();
    this.asked = now;
    this.stale = false;
    this.isRunning = state.waiting === "running";
    this.onstate(state);
  }

  /** @param {unknown} error */
  fail(error) {
    if (error instanceof Crashed) this.isOpen = false;
    this.onfailure(error);
  }
}
