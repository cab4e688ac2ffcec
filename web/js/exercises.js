// Exercises: a contract for which the visitor writes instructions. One is solved when its proof holds.

import { button, make } from "./basic.js";
import { courses } from "./courses.js";
import { byId, onChoice, showChoice } from "./dom.js";
import { lessons } from "./lessons.js";
import { addressOf, checkFields, damaged, isText, pack, unpack } from "./share.js";
import { rememberSolved, solved } from "./solved.js";

/** @import { Latest } from "./dom.js" */
/** @import { Sheet } from "./sheet.js" */
/** @import { App, Exercise, Kept, ListedExercise, Verdict } from "./types.js" */

/** Returns the list of an exercise: the folder in its name. @param {ListedExercise | undefined} exercise */
const listOf = (exercise) => exercise?.name.replace(/\/[^/]*$/, "");

/** The exercises of the page, and the one in the editor. */
export class Exercises {
  #cards = byId("step-exercise-list", HTMLElement);
  #line = byId("step-exercise", HTMLElement);
  #cpu = "8080";
  /** @type {ListedExercise[]} */
  #listed = [];

  /**
   * @param {App} app
   * @param {object} host
   * @param {Sheet} host.sheet
   * @param {Latest} host.openings what the view opens
   * @param {(value: Kept) => void} host.edit opens a text in the editor
   * @param {(text: string) => Promise<string>} host.titleOf returns the title of an exercise, or fails if nothing can solve it
   */
  constructor(app, { sheet, openings, edit, titleOf }) {
    this.app = app;
    this.sheet = sheet;
    this.openings = openings;
    this.edit = edit;
    this.titleOf = titleOf;
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
    // It is remembered as solved by its name in the list.
    if (exercise && this.#listed.length === 0) void this.app.safely(() => this.#load());
    this.#line.hidden = !exercise;
    this.#line.replaceChildren(...(exercise ? [make("strong", "", "Exercise: "), `${exercise.title}. Write instructions until it is proven.`] : []));
  }

  /**
   * Opens a copy of an exercise, or the copy on which the visitor has worked before.
   * @param {Exercise} exercise
   * @param {"example" | "link"} from
   * @param {() => boolean} isWanted whether nothing else is to be opened since
   */
  async open({ title, text }, from, isWanted = this.openings.begin()) {
    const fresh = { name: null, text, from, exercise: { title, text } };
    const versions = await this.app.store.versions(["sheet"]);
    if (!isWanted()) return;
    const current = this.app.store.get("sheet");
    const copies = [...(current ? [current] : []), ...versions.map(({ value }) => value)];
    const begun = copies.find((value) => value.exercise?.text === text && value.isEdited);
    this.edit(begun ?? fresh);
    this.sheet.reveal();
    if (begun) this.app.tell("This is the copy on which you have worked before.", "note", ["Begin again", () => this.edit(fresh)]);
  }

  /** Opens an exercise of the page by its name. @param {string} name @param {() => boolean} isWanted */
  async openNamed(name, isWanted) {
    await this.#load();
    if (!isWanted()) return;
    const exercise = this.#listed.find((one) => one.name === name);
    if (!exercise) throw new Error(`There is no exercise \`${name}\`. Choose one from the list.`);
    await this.open(exercise, "link", isWanted);
  }

  /** Opens the exercise in a link. @param {string} packed @param {() => boolean} isWanted */
  async openPacked(packed, isWanted) {
    const { text = damaged() } = checkFields(await unpack(packed), { title: isText, text: isText });
    const title = await this.titleOf(text);
    if (isWanted()) await this.open({ title, text }, "link", isWanted);
  }

  /** Returns the link with which others get a copy of the sheet as an exercise. */
  async link() {
    const { text } = this.sheet;
    return addressOf(`step?copy=${await pack({ title: await this.titleOf(text), text })}`);
  }

  /**
   * Returns what is said of a verdict on a solution of an exercise.
   * @param {Verdict} verdict
   * @param {string} text the exercise
   */
  judge({ exercise, report: { bytes, cycles } }, text) {
    const changed = exercise?.changed;
    if (changed) return make("p", "verdict", `The header is not that of the exercise any more: ${changed} demands something else, so this does not solve it.`);
    if (!exercise?.solved) return undefined;
    const most = cycles ? `, at most ${cycles.max.toLocaleString("en")} cycles` : "";
    const size = `${bytes} ${bytes === 1 ? "byte" : "bytes"}${most}`;
    const at = this.#listed.findIndex((one) => one.text === text);
    if (at >= 0) this.#remember(this.#listed[at]?.name ?? "");
    const next = this.#listed.slice(at + 1).find((one) => listOf(one) === listOf(this.#listed[at]) && !solved().includes(one.name));
    const go = (/** @type {ListedExercise} */ one) => {
      // In a lesson it opens below its own line.
      if (location.hash.startsWith("#learn")) location.hash = `learn?exercise=${encodeURIComponent(one.name)}`;
      else void this.app.safely(() => this.open(one, "example"));
    };
    const buttons = next ? [" ", button(`Next: ${next.title}`, () => go(next), "main")] : [];
    return make("p", "verdict holds", `Solved with ${size}.`, ...buttons);
  }

  async #load() {
    const own = (await courses()).flatMap(({ exercises }) => exercises);
    this.#listed = [...(await lessons()).exercises, ...own];
    this.#list();
  }

  /** @param {string} name */
  #remember(name) {
    if (!rememberSolved(name)) this.app.tell("This browser does not let the page keep which exercises are solved. Save your sheet as a file.", "note");
    this.#list();
  }

  /** Shows the exercises of the chosen processor. */
  #list() {
    showChoice("step-exercise-cpu", this.#cpu);
    const shown = this.#listed.filter((one) => listOf(one) === this.#cpu.toLowerCase());
    this.#cards.replaceChildren(
      ...shown.map((exercise) => {
        const choice = button(exercise.title, () => void this.app.safely(() => this.open(exercise, "example")), "lesson");
        if (solved().includes(exercise.name)) choice.append(make("span", "facts", "✓ solved"));
        return make("li", "", choice);
      }),
    );
  }
}
