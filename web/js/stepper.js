// A program in the debugger, and the panels that show its state.

import { make } from "./basic.js";
import { byId } from "./dom.js";
import { withText } from "./lessons.js";
import * as panels from "./panels.js";
import { Remote, sheets, Stopped } from "./remote.js";
import { Screen } from "./screen.js";
import { drawBoard } from "./squares.js";

/** @import { StepView, Target } from "./types.js" */
/** @typedef {Remote<"step.wasm" | "systems.wasm">} Debugger */

const MOST_LOG = 200;
/** The steps that are executed at a time on the way to a step, and the most on that way. */
const [PART, MOST_STEPS] = [250_000, 20_000_000];

/** What is stepped first. @type {Target} */
export const FIRST = { target: "T2CW", inputs: ["board=1B2F"] };

/** The program that is stepped. Its methods fail with words for people. */
export class Stepper {
  #code = byId("step-code", HTMLElement);
  #slider = byId("step-slider", HTMLInputElement);
  #place = byId("step-place", HTMLElement);
  #message = byId("step-message", HTMLElement);
  #log = byId("step-log", HTMLElement);
  #address = byId("step-address", HTMLInputElement);
  #screen = new Screen(byId("step-picture", HTMLCanvasElement), byId("step-screen-text", HTMLElement));
  #isSliding = false;
  /** How many programs were opened. */
  #opened = 0;
  /** The step at which the program goes wrong, and what goes wrong. @type {{ step: number, why: string } | undefined} */
  #fault;

  /**
   * @param {(command: string) => void} onCommand What happens when a panel's button asks for a command.
   * @param {(remote: Debugger) => void} watch
   */
  constructor(onCommand, watch) {
    this.onCommand = onCommand;
    this.watch = watch;
    this.remote = this.#debugger("step.wasm");
    /** @type {Target} */
    this.target = FIRST;
    /** @type {StepView | undefined} */
    this.view = undefined;
  }

  /** @param {"step.wasm" | "systems.wasm"} name They answer the same requests. @returns {Debugger} */
  #debugger(name) {
    const remote = new Remote(name);
    remote.onpicture = (picture) => this.#screen.draw(picture);
    this.watch(remote);
    return remote;
  }

  /**
   * Loads a program, with the debugger of systems if it needs one.
   * @param {Target} target
   * @param {() => boolean} isWanted
   * @returns {Promise<{ name: string, title: string, warning: string | null }>}
   */
  async #load(target, isWanted) {
    if (!isWanted()) throw new Stopped();
    const loaded = await this.remote.ask("step", { ...target, go: 0 });
    if (!loaded.isOnSystem) return loaded;
    this.remote = this.#debugger("systems.wasm");
    return this.#load(target, isWanted);
  }

  /**
   * Opens a program at its start.
   * @param {Target} wanted
   * @param {() => boolean} isWanted whether no other one is to be opened since. The module answers in the order of the questions.
   */
  async open(wanted, isWanted) {
    this.#opened += 1;
    this.#message.textContent = "Loading …";
    if (!this.view) void this.#preview(wanted).catch(() => {});
    const request = withText(wanted).then((whole) => this.#load(whole, isWanted));
    const { title, warning, name } = await request.catch((error) => {
      if (isWanted()) this.#message.textContent = "";
      throw error;
    });
    this.target = wanted;
    byId("view-step", HTMLElement).classList.remove("unstepped");
    this.#fault = undefined;
    this.#log.replaceChildren();
    this.note(title.trim() || name);
    if (warning) this.note(warning);
    await this.show();
  }

  /** Shows the code of a bundled routine, to be read until the module is there. @param {Target} wanted */
  async #preview({ target = "", cpu = "8080" }) {
    const sheet = (await sheets())[`${cpu}/${target.toLowerCase()}.asm`] ?? "";
    const rows = sheet.split("\n").filter((line) => /^[0-9A-F]{4} /.test(line));
    if (!this.view && this.#opened === 1) this.#code.replaceChildren(...rows.map((row) => make("li", "text", row.replace(/ {2,};.*/, ""))));
  }

  /**
   * Goes to a step in parts, and shows how far it is. Returns to the start and answers false if that takes too long.
   * @param {number} step
   * @param {number} patience in milliseconds
   */
  async goTo(step, patience) {
    const [opened, start] = [this.#opened, performance.now()];
    for (let at = 0; at < Math.min(step, MOST_STEPS);) {
      if (performance.now() - start > patience) {
        await this.#go(0);
        return false;
      }
      at = Math.min(at + PART, step, MOST_STEPS);
      await this.#go(at);
      if (opened !== this.#opened) break;
      if (at < step) this.#message.textContent = `Going to step ${step.toLocaleString("en")} …`;
    }
    return true;
  }

  /** @param {number} step */
  async #go(step) {
    await this.remote.ask("command", { line: `go ${step}` });
    await this.show();
  }

  /** Ends the debugger, whatever it does. */
  stop() {
    this.remote.stop(new Stopped("The debugger was stopped."));
  }

  /** Asks for the state and shows it. */
  async show() {
    this.view = await this.#state();
    this.#draw(this.view);
  }

  /** Marks the next instruction as the one that goes wrong, and brings it into sight. @param {string} why */
  blame(why) {
    if (!this.view) return;
    this.#fault = { step: this.view.step, why };
    this.#draw(this.view);
    this.#code.scrollIntoView({ block: "center" });
    this.#code.focus({ preventScroll: true });
  }

  /** Whether the next instruction is the one that goes wrong. @param {StepView} now */
  #isWrong(now) {
    return now.step === this.#fault?.step;
  }

  /** Sends a line of the command table. @param {string} command */
  async send(command) {
    const reply = await this.remote.ask("command", { line: command });
    this.note(`> ${command}`, "command");
    if (reply.text) this.note(reply.text, reply.failed ? "failed" : "");
    await this.show();
  }

  /** Goes where the slider is. While one `go` is answered, only the last position counts. */
  async slide() {
    if (this.#isSliding) return;
    this.#isSliding = true;
    try {
      while (this.view && Number(this.#slider.value) !== this.view.step) {
        const wanted = this.#slider.value;
        await this.remote.ask("command", { line: `go ${wanted}` });
        const now = await this.#state();
        const moved = this.#slider.value;
        this.view = now;
        this.#draw(now);
        if (moved !== wanted) this.#slider.value = moved;
      }
      if (this.view) this.note(`> go ${this.view.step}`, "command");
    } finally {
      this.#isSliding = false;
    }
  }

  /** Adds to the log. @param {string} text @param {string} [kind] */
  note(text, kind = "") {
    this.#log.append(make("pre", kind, text));
    while (this.#log.children.length > MOST_LOG) this.#log.firstElementChild?.remove();
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  #state() {
    return this.remote.ask("view", { memory: this.#address.value, rows: 8 });
  }

  /** @param {StepView} now */
  #draw(now) {
    this.#drawCode(now);
    this.#slider.max = String(now.recorded);
    this.#slider.value = String(now.step);
    this.#place.textContent = `step ${now.step} of ${now.recorded}, ${now.cycles.toLocaleString("en")} ${now.cycleName}`;
    this.#message.textContent = (this.#isWrong(now) && this.#fault?.why) || now.message || now.end || "";
    byId("step-values", HTMLElement).replaceChildren(...panels.values(now));
    byId("step-boards", HTMLElement).replaceChildren(...now.boards.map(drawBoard));
    byId("step-memory", HTMLElement).replaceChildren(...panels.memory(now));
    byId("step-memory-panel", HTMLElement).hidden = now.memory === null;
    byId("step-lists", HTMLElement).replaceChildren(...panels.lists(now));
    byId("step-screen", HTMLElement).hidden = now.screen === null;
    if (now.screen) {
      this.#screen.read(now.screen.text ?? [now.screen.place ?? ""]);
    }
  }

  /** Draws the code. The focus stays at its breakpoint, and the executed row in sight. @param {StepView} now */
  #drawCode(now) {
    const focused = document.activeElement?.closest("#step-code .stop")?.getAttribute("aria-label");
    this.#code.replaceChildren(...panels.code(now, this.onCommand, this.#isWrong(now)));
    for (const stop of this.#code.querySelectorAll(".stop")) {
      if (focused && stop instanceof HTMLElement && stop.getAttribute("aria-label") === focused) stop.focus({ preventScroll: true });
    }
    const here = this.#code.querySelector(".here");
    if (here instanceof HTMLElement) this.#scroll(here);
  }

  /** Shows a row of code without moving the page. @param {HTMLElement} row */
  #scroll(row) {
    const code = this.#code;
    const above = row.offsetTop < code.scrollTop;
    const below = row.offsetTop + row.offsetHeight > code.scrollTop + code.clientHeight;
    if (above || below) code.scrollTop = row.offsetTop - code.clientHeight / 3;
  }
}
