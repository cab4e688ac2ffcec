// Exercises: a contract for which the visitor writes instructions. One is solved when its proof holds.

import { button, byId, make, onChoice, remember, remembers, showChoice } from "./dom.js";
import { lessons } from "./lessons.js";
import { addressOf, checkFields, damaged, isText, pack, unpack } from "./share.js";

/** @import { Sheet } from "./sheet.js" */
/** @import { App, Exercise, Kept, ListedExercise, Verdict } from "./types.js" */

/** Where the browser remembers what is solved: names, with blanks between them. */
const SOLVED = "arcadian exercises solved";
/** The lines of a header that say nothing about what the routine does. */
const REMARKS = /^(title|author|date|source|note)\s*:/i;

/** The exercises of the page, and the one in the editor. */
export class Exercises {
  #cards = byId("step-exercise-list", HTMLElement);
  #line = byId("step-exercise", HTMLElement);
  #cpu = "8080";
  /** @type {ListedExercise[]} */
  #listed = [];

  /**
   * @param {App} app
   * @param {Sheet} sheet
   * @param {(value: Kept) => void} edit opens a text in the editor
   */
  constructor(app, sheet, edit) {
    this.app = app;
    this.sheet = sheet;
    this.edit = edit;
    onChoice("step-exercise-cpu", (cpu) => {
      this.#cpu = cpu;
      this.#list();
    });
    const details = byId("step-exercises", HTMLDetailsElement);
    details.addEventListener("toggle", () => details.open && void app.safely(() => this.#load()));
  }

  /** Says which exercise is in the editor. */
  show() {
    const { exercise } = this.sheet;
    this.#line.hidden = !exercise;
    this.#line.replaceChildren(...(exercise ? [make("strong", "", "Exercise: "), `${exercise.title}. Write instructions until it is proven.`] : []));
  }

  /**
   * Opens a copy of an exercise, or the copy on which the visitor has worked before.
   * @param {Exercise} exercise
   * @param {"example" | "link"} from
   */
  async open({ title, text }, from) {
    const fresh = { name: null, text, from, exercise: { title, text } };
    const versions = await this.app.store.versions(["sheet"]);
    const current = this.app.store.get("sheet");
    const copies = [...(current ? [current] : []), ...versions.map(({ value }) => value)];
    const begun = copies.find((value) => value.exercise?.text === text && value.isEdited);
    this.edit(begun ?? fresh);
    this.sheet.reveal();
    if (begun) this.app.tell("This is the copy on which you have worked before.", "note", ["Begin again", () => this.edit(fresh)]);
  }

  /** Opens an exercise of the page by its name. @param {string} name */
  async openNamed(name) {
    await this.#load();
    const exercise = this.#listed.find((one) => one.name === name);
    if (!exercise) throw new Error(`There is no exercise \`${name}\`. Choose one from the list.`);
    await this.open(exercise, "link");
  }

  /** Opens the exercise in a link. @param {string} packed */
  async openPacked(packed) {
    const { title = "", text = damaged() } = checkFields(await unpack(packed), { title: isText, text: isText });
    await this.open({ title, text }, "link");
  }

  /** Returns the link with which others get a copy of the sheet as an exercise. */
  async link() {
    const { text } = this.sheet;
    const header = /^;!\s*(?:title|routine):\s*(.+)$/im;
    const title = /^;!\s*title:\s*(.+)$/im.exec(text)?.[1] ?? header.exec(text)?.[1] ?? "an exercise";
    return addressOf(`step?copy=${await pack({ title: title.trim(), text })}`);
  }

  /** Returns what is said of a verdict on the sheet in the editor, if it is an exercise. @param {Verdict} verdict */
  judge({ word, report: { bytes, cycles } }) {
    const { exercise, text } = this.sheet;
    if (!exercise || word !== "holds") return undefined;
    if (contract(text) !== contract(exercise.text)) return make("p", "verdict", "The header is not that of the exercise any more, so this does not solve it.");
    const most = cycles ? `, at most ${cycles.max.toLocaleString("en")} cycles` : "";
    const size = `${bytes} ${bytes === 1 ? "byte" : "bytes"}${most}`;
    const at = this.#listed.findIndex((one) => one.text === exercise.text);
    if (at >= 0) this.#remember(this.#listed[at]?.name ?? "");
    const next = this.#listed.slice(at + 1).find(({ cpu, name }) => cpu === this.#listed[at]?.cpu && !solved().includes(name));
    const buttons = next ? [" ", button(`Next: ${next.title}`, () => void this.app.safely(() => this.open(next, "example")), "main")] : [];
    return make("p", "verdict holds", `Solved with ${size}.`, ...buttons);
  }

  async #load() {
    this.#listed = (await lessons()).exercises;
    this.#list();
  }

  /** @param {string} name */
  #remember(name) {
    if (!solved().includes(name)) remember(SOLVED, [...solved(), name].join(" "));
    this.#list();
  }

  /** Shows the exercises of the chosen processor. */
  #list() {
    showChoice("step-exercise-cpu", this.#cpu);
    const shown = this.#listed.filter(({ cpu }) => cpu === this.#cpu.toLowerCase());
    this.#cards.replaceChildren(
      ...shown.map((exercise) => {
        const choice = button(exercise.title, () => void this.app.safely(() => this.open(exercise, "example")), "lesson");
        if (solved().includes(exercise.name)) choice.append(make("span", "facts", "✓ solved"));
        return make("li", "", choice);
      }),
    );
  }
}

/** Returns the names of what is solved. */
function solved() {
  return (remembers(SOLVED) ?? "").split(" ").filter(Boolean);
}

/**
 * Returns what the header of a sheet demands. Which lines are the header is for the assembler to say: here all count that look like one,
 * so that none is overlooked.
 * @param {string} text
 */
function contract(text) {
  const lines = text.split(/[\n\r\f\v]/).flatMap((line) => /;!\s*(.*)$/.exec(line)?.[1] ?? []);
  return lines
    .filter((line) => !REMARKS.test(line))
    .map((line) => line.replace(/\s+/g, " ").trim())
    .join("\n");
}
