// Steps that follow one another by themselves, until the program ends, somebody does something else, or the button is pressed again.

/** @import { StepView } from "./types.js" */

/** The time for looking at a step, in milliseconds. */
const PAUSE = 500;

/** The button that plays and pauses. */
export class Automatic {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} button
   * @param {() => Promise<unknown>} step makes a step
   * @param {() => StepView | undefined} view returns what is shown
   */
  constructor(button, step, view) {
    this.button = button;
    this.step = step;
    this.view = view;
    button.addEventListener("click", () => (this.#timer === undefined ? this.#start() : this.pause()));
    document.addEventListener("visibilitychange", () => this.pause());
  }

  #start() {
    this.button.textContent = "pause";
    this.#timer = setTimeout(() => this.#go(), 0);
  }

  /** Stops after the step that is being made. */
  pause() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.button.textContent = "animate";
  }

  async #go() {
    const before = this.view()?.step;
    const timer = this.#timer;
    await this.step();
    if (this.#timer !== timer) return;
    const now = this.view();
    if (!now || now.end || now.step === before) return this.pause();
    this.#timer = setTimeout(() => this.#go(), PAUSE);
  }
}
